/*
 * The commands between a failure and its next attempt that can have fixed the cause. A step belongs to one failure only,
 * and neither repeated calls, retries of other work nor taking back one's own work are steps.
 */

import type { Attempt, Command } from '../attempts/attempt.js';
import { clearsLeftover } from './gate/hold-reason.js';
import { fits, isStep } from './steps/fits.js';
import { isLook, type NextTry, type Placed, type Thread } from './thread.js';
import { isFlag, mentions } from './work/operands.js';
import { sameWork } from './work/same-work.js';

const maxSteps = 6;

/** In order, each command once, the last ones if there are many. */
export function stepsBetween(thread: Thread, failed: Placed, next: NextTry): readonly Command[] {
  const between = thread.between(failed.position, next.position);
  const before = thread.callBefore(failed).map(({ text }) => text);
  const looked = between.flatMap(({ attempt }) => (isLook(attempt) ? [attempt.output] : [])).join('\n');
  const steps = between.filter(
    (placed) =>
      isStep(placed.attempt) &&
      !isLeftover(failed.attempt, placed.attempt.command) &&
      fits({ ...failed.attempt, looked }, placed.attempt.command) &&
      // A call that is run again as a whole repeats its first commands.
      !(placed.attempt.event === next.attempt.event && before.includes(placed.attempt.command.text)) &&
      !isRetryOfOther(thread, failed, placed) &&
      !isUndone(thread, failed, placed) &&
      isOwned(thread, failed, placed),
  );
  const commands = new Map(steps.map(({ attempt }) => [attempt.command.text, attempt.command]));
  return [...commands.values()].slice(-maxSteps);
}

/** What a failed start left behind is cleared away, which fixes only that its name is taken. */
function isLeftover({ command, cause }: Attempt, step: Command): boolean {
  return clearsLeftover(step, command) && !/already in use|conflict/i.test(cause?.line ?? '');
}

/** A step belongs to the nearest failure that it fits and that is tried again later. */
function isOwned(thread: Thread, failed: Placed, step: Placed): boolean {
  return !thread.failuresBefore(step.position).some(({ attempt, position }) => {
    if (position <= failed.position) return false;
    const next = thread.nextTry(attempt);
    return (
      next !== undefined &&
      next.position > step.position &&
      fits(attempt, step.attempt.command) &&
      sameWork(failed.attempt, attempt).kind === 'other'
    );
  });
}

/** A retry of other work is no step, unless that work was begun for this failure. */
function isRetryOfOther(thread: Thread, failed: Placed, step: Placed): boolean {
  return thread
    .failuresBefore(step.position)
    .some(
      ({ attempt, position }) =>
        position !== failed.position &&
        sameWork(attempt, step.attempt).kind !== 'other' &&
        !(position > failed.position && sharesOperand(failed.attempt, step.attempt)),
    );
}

/** The same kind of command on the same thing as before the failure takes back what the agent did itself. */
function isUndone(thread: Thread, failed: Placed, step: Placed): boolean {
  const names = packageNames(step.attempt.command);
  return thread
    .between(-1, failed.position)
    .some(
      ({ attempt }) =>
        attempt.changesState &&
        attempt.event !== failed.attempt.event &&
        attempt.command.signature === step.attempt.command.signature &&
        packageNames(attempt.command).some((name) => names.includes(name)),
    );
}

/** The operands without their versions. */
function packageNames({ words }: Command): readonly string[] {
  return words
    .filter((word) => !isFlag(word) && /[a-z]{2}/i.test(word))
    .map((word) => /^@?[^@=<>~!]{1,100}/.exec(word)?.[0] ?? word);
}

function sharesOperand({ command, cause }: Attempt, step: Attempt): boolean {
  return [step.command.program, ...step.command.subcommand, ...step.command.words].some(
    (word) =>
      /^[\w@][\w@/.:-]{2,100}$/.test(word) &&
      (mentions(command.text, word) || mentions(cause?.line ?? '', word)),
  );
}
