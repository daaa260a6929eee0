/*
 * What happened between a failure and its next attempt at the same work and can have made the difference: a changed
 * command, steps that fit the cause, another folder, or an edit of a configuration file. Undefined if nothing can: then the cause
 * went away by itself, or by an edit of source code, which is the work and not a fix.
 */

import type { Attempt, Command, Family } from '../attempts/attempt.js';
import { isLocalReader } from '../attempts/command-kinds.js';
import { changedCommand, isAboutTime, isAskedFor, isReturn } from './changed-command.js';
import type { FoundFix } from './failure.js';
import { causeFamilies, namesOwnFile } from './steps/cause-families.js';
import { editedFiles } from './steps/edited-files.js';
import { editedKind } from './steps/file-kind.js';
import { stepsBetween } from './steps-between.js';
import { isInvalidCall, type NextTry, type Placed, type Thread } from './thread.js';
import { isFlag } from './work/operands.js';
import { folderFamilies } from './work/same-work.js';

export function findFix(thread: Thread, failed: Placed, next: NextTry): FoundFix | undefined {
  const { attempt } = failed;
  const families = causeFamilies(attempt);
  // Looking for a file again is no work that anything fixes.
  if (isLocalReader(attempt.command) && !isInvalidCall(attempt)) return undefined;
  const between = thread.between(failed.position, next.position);
  const edited = editedBetween(thread, failed.position, next.position);
  const hasSourceEdit = edited.some((path) => editedKind(path) === 'source');
  const change = changedCommand(thread, failed, next, hasSourceEdit);
  if (families.includes('transient'))
    return change !== undefined && isAboutTime(next.difference) ? change : undefined;
  // An invalid call that was taken back was the agent's own mistake.
  if (isInvalidCall(attempt) && isReturn(thread, failed, next)) return undefined;
  const isByStep = families.some((family) => stepFamilies.has(family));
  const mayBeSteps = !hasSourceEdit || (isByStep && families[0] !== 'code' && !namesOwnFile(attempt));
  const steps = mayBeSteps ? stepsBetween(thread, failed, next) : [];
  if (change !== undefined && steps.length > 0) {
    const needed = steps.filter((step) => isUsedBy(step, attempt.command, change.commands));
    if (needed.length > 0) return stepsFix([...needed, ...change.commands]);
  }
  const isPreferred = isByStep && !isAskedFor(attempt, next.difference);
  if (change !== undefined && !(steps.length > 0 && isPreferred)) return change;
  if (steps.length > 0) return stepsFix(steps);
  return (
    folderFix(attempt, next, between) ??
    (hasSourceEdit
      ? undefined
      : configurationFix(
          edited.filter((path) => !isWorkedOn(path, attempt)),
          families,
        ))
  );
}

/** Causes that a step removes, even if the call was changed as well. */
const stepFamilies: ReadonlySet<Family> = new Set([
  'dep',
  'auth',
  'conn',
  'port',
  'init',
  'notfound',
  'behind',
  'perm',
]);

/** The changed command has a word of the step that the failed one did not have: `.venv`, the path of a package. */
function isUsedBy(step: Command, failed: Command, commands: readonly Command[]): boolean {
  return step.words.some(
    (word) =>
      word.length >= 4 &&
      !isFlag(word) &&
      !failed.text.includes(word) &&
      commands.some(({ text }) => text.includes(word)),
  );
}

const maxShape = 300;

function stepsFix(commands: readonly Command[]): FoundFix {
  const shape = `steps ${commands.map(({ signature }) => signature).join('; ')}`;
  return { kind: 'steps', shape: shape.slice(0, maxShape), commands };
}

/** A change of the folder in a call of its own, for agents that keep the folder. */
function folderFix(failed: Attempt, next: NextTry, between: readonly Placed[]): FoundFix | undefined {
  const family = failed.cause?.family ?? 'other';
  if (!folderFamilies.has(family)) return undefined;
  if (failed.command.folder !== next.attempt.command.folder) return undefined;
  const moved = between.findLast(
    ({ attempt }) =>
      attempt.command.program === 'cd' &&
      between.filter((other) => other.attempt.event === attempt.event).length === 1 &&
      attempt.event !== next.attempt.event &&
      attempt.event !== failed.event,
  )?.attempt;
  if (moved === undefined || moved.outcome === 'failed' || moved.command.words.length !== 1) return undefined;
  return { kind: 'folder', shape: `folder ${moved.command.words[0] ?? ''}`, commands: [moved.command] };
}

function editedBetween(thread: Thread, from: number, to: number): readonly string[] {
  return thread.timeline.slice(from + 1, to).flatMap(editedFiles);
}

/** A file that the command itself is given, alone or in its folder, is what the work is about, not a setting of it. */
function isWorkedOn(path: string, { command }: Attempt): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return command.words.some((word) => {
    const given = word.replace(/^\.\//, '').replace(/\/$/, '');
    const isInside = /^[\w-][\w./-]*$/.test(given) && `/${path}`.includes(`/${given}/`);
    return isInside || word.slice(word.lastIndexOf('/') + 1) === name;
  });
}

function configurationFix(edited: readonly string[], families: readonly Family[]): FoundFix | undefined {
  const paths = [...new Set(edited.filter((path) => editedKind(path) === 'configuration'))];
  const [path] = paths;
  if (path === undefined || paths.length > 1 || families[0] === 'code') return undefined;
  const edit = editOf(path);
  return { kind: 'configuration', shape: `configuration ${edit.text}`, commands: [edit] };
}

/** An edit has no command: its text is the name of the file, and its only word the path. */
function editOf(path: string): Command {
  return {
    text: path.slice(path.lastIndexOf('/') + 1),
    signature: '',
    program: '',
    spelling: '',
    subcommand: [],
    words: [path],
    launcher: [],
    environment: [],
    folder: undefined,
    isElevated: false,
    isOpaque: false,
    isVerify: false,
  };
}
