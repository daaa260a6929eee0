/*
 * Counts the matches of a pattern that came with a package. Such a pattern can take longer than anybody waits, so it runs
 * where it can be stopped. The pattern and the text are data; the program is this file's own.
 */

import { createContext, Script } from 'node:vm';
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
const defaultTimeoutMs = 1_000;

export function boundedMatcher(timeoutMs = defaultTimeoutMs): MatchCounter {
  return (pattern, flags, text) => {
    const sandbox = createContext(
      { pattern, flags, text, limit: maxMatches },
      { codeGeneration: { strings: false, wasm: false } },
    );
    try {
      const count: unknown = program.runInContext(sandbox, { timeout: timeoutMs });
      return typeof count === 'number' ? { count } : { fault: 'the pattern gave no result' };
    } catch (error) {
      if (isTimeout(error)) return { fault: `the pattern took longer than ${timeoutMs} ms` };
      return { fault: 'the pattern is not a regular expression' };
    }
  };
}

/** The error may belong to the other context, whose classes are not those of this one. */
function isTimeout(error: unknown): boolean {
  return isObject(error) && error['code'] === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
}
