/*
 * Failures that turned out to be part of the work: what the user asked to see fail, and a test that was red, and green again
 * after an edit of source code, by the agent or by a checker (`--write`, `--fix`). They do not count against a skill. A linter or a compiler that found
 * something is a failure that the agent recovered from.
 */

import type { Attempt } from '../attempts/attempt.js';
import { isTestRun } from '../attempts/command-kinds.js';
import { namesOwnFile } from './steps/cause-families.js';
import { editedFiles } from './steps/edited-files.js';
import { editedKind } from './steps/file-kind.js';
import { isFailure } from './thread.js';
import type { SessionFacts, TimelineStep } from './timeline.js';
import { wishedFailures } from './wished-failures.js';
import { isFlag, mentions } from './work/operands.js';

/** The attempts themselves, in no order. */
export function expectedFailures(
  timeline: readonly TimelineStep[],
  { userWords }: Pick<SessionFacts, 'userWords'> = {},
): ReadonlySet<Attempt> {
  const expected = new Set(wishedFailures(timeline, userWords));
  const green: Attempt[] = [];
  let hasEdit = false;
  const waiting: Attempt[] = [];
  // From the end, so that each red run knows what became green behind the next edit.
  for (const step of timeline.toReversed()) {
    if (editedFiles(step).some((path) => editedKind(path) === 'source')) {
      hasEdit = true;
      green.push(...waiting.splice(0));
    }
    if (step.kind !== 'attempt') continue;
    const { attempt } = step;
    if (!attempt.command.isVerify) continue;
    if (attempt.outcome === 'ok' && repairs(attempt)) {
      hasEdit = true;
      green.push(...waiting.splice(0));
    } else if (attempt.outcome === 'ok') waiting.push(attempt);
    else if (hasEdit && isRed(attempt) && green.slice(-maxGreen).some((later) => covers(attempt, later)))
      expected.add(attempt);
  }
  return expected;
}

const maxGreen = 200;

/** A check that could not run is a failure, however it goes on. */
function isRed(attempt: Attempt): boolean {
  const family = attempt.cause?.family ?? 'other';
  if (!isFailure(attempt) || !(isTestRun(attempt.command) || showsTests.test(attempt.output))) return false;
  return redFamilies.has(family) || (family === 'dep' && namesOwnFile(attempt));
}

/** The result of tests, whatever the script is called that ran them. */
const showsTests =
  /^\s{0,4}(?:FAIL\b|--- FAIL|not ok \d|Tests?:? .{0,40}failed)|\b\d{1,6} (?:tests?|specs?|examples?)\b.{0,40}fail|\b\d{1,6} (?:failed|failing)\b/im;

const redFamilies: ReadonlySet<string> = new Set(['code', 'other', 'invalid', 'path', 'transient']);

/** A checker that corrects what it finds. */
function repairs({ command: { program, subcommand, words } }: Attempt): boolean {
  if (words.some((word) => /^(?:--write|--fix|-w|-i|--in-place|--autocorrect(?:-all)?|-A)$/.test(word)))
    return true;
  if (words.some((word) => /^--(?:check|diff|dry-run)$/.test(word))) return false;
  return (
    /^(?:black|isort|shfmt|yapf|swiftformat)$/.test(program) ||
    /^(?:format|fmt)$/.test(subcommand[0] ?? '') ||
    [...subcommand, ...words].some((word) => /^(?:format|fmt|lint[:-]fix|fix|format[:-]write)$/.test(word))
  );
}

/** Whether the green run includes what was red: the same run, a wider one, or one of a file that the red one names. */
function covers(red: Attempt, green: Attempt): boolean {
  if (red.command.signature !== green.command.signature) return false;
  const narrower = green.command.words.filter((word) => !isFlag(word) && !red.command.words.includes(word));
  return narrower.every((word) => {
    const file = word.slice(word.lastIndexOf('/') + 1).split('::', 1)[0] ?? '';
    return file !== '' && mentions(red.output, file);
  });
}
