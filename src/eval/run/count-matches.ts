/*
 * Counts the matches of a pattern that came with a package. Such a pattern can take longer than anybody waits, so it runs
 * where it can be stopped. The pattern and the text are data; the program is this file's own.
 */

import { createContext, Script } from 'node:vm';
import { elapsedMs } from '../../system/clock.js';
import { isObject } from '../../text/shape.js';
import type { MatchCounter } from '../rules/grade/grade-run.js';

const program = new Script(
  `(() => {
    const expression = new RegExp(pattern, flags.includes('g') ? flags : flags + 'g');
    let count = 0;
    for (let found = expression.exec(text); found !== null && count < limit; found = expression.exec(text)) {
      count += 1;
      if (found[0] === '') expression.lastIndex += 1;
    }
    return count;
  })()`,
);

const maxMatches = 100_000;

const defaultLimits = { onceMs: 1_000, togetherMs: 60_000 };

/** `togetherMs` is for all calls, because thousands of slow patterns take as long as one without an end. */
export function boundedMatcher({ onceMs, togetherMs } = defaultLimits): MatchCounter {
  const sandbox = createContext({ limit: maxMatches }, { codeGeneration: { strings: false, wasm: false } });
  let leftMs = togetherMs;
  return (pattern, flags, text) => {
    if (leftMs <= 0) return { fault: `the patterns of all cases together took longer than ${togetherMs} ms` };
    const timeout = Math.ceil(Math.min(onceMs, leftMs));
    const began = elapsedMs();
    let leastMs = 0;
    try {
      Object.assign(sandbox, { pattern, flags, text });
      const count: unknown = program.runInContext(sandbox, { timeout });
      return typeof count === 'number' ? { count } : { fault: 'the pattern gave no result' };
    } catch (error) {
      if (isTimeout(error)) {
        // The timer may fire a moment early.
        leastMs = timeout;
        return { fault: `the pattern took longer than ${timeout} ms` };
      }
      return { fault: 'the pattern is not a regular expression' };
    } finally {
      leftMs -= Math.max(elapsedMs() - began, leastMs);
    }
  };
}

/** The error may belong to the other context, whose classes are not those of this one. */
function isTimeout(error: unknown): boolean {
  return isObject(error) && error['code'] === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
}
