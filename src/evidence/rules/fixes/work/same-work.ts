/*
 * Decides whether a later attempt is another try at the work that failed, and what is different about it. Same work is
 * narrow: equal program and subcommand, and arguments that differ only in ways that correct a call.
 */

import type { Attempt, Command, Family } from '../../attempts/attempt.js';
import type { FailedAttempt } from './operands.js';
import { type WorkChangeKind, workChange } from './work-change.js';

export type WorkDifference = SameWork | { readonly kind: 'other' };

export interface SameWork {
  readonly kind: Exclude<WorkChangeKind, 'other'>;
  /** Equal for changes of the same names; for the shape of a fix. */
  readonly names: readonly string[];
  readonly hasOtherLauncher: boolean;
  /** The names of variables that were set or changed. */
  readonly environment: readonly string[];
  /** Whether it ran in another folder, named in the call. */
  readonly hasOtherFolder: boolean;
  /** Whether it ran with more rights than before. */
  readonly isElevated: boolean;
}

export function sameWork(failed: FailedAttempt, later: Attempt): WorkDifference {
  if (failed.command.signature === '' || later.command.signature === '') return otherWork;
  // Asking a program for its version or a list is not the work that failed; the same call with more words is.
  const isLonger = later.command.text.startsWith(`${failed.command.text} `);
  if ((failed.changesState && !later.changesState && !isLonger) || asksForHelp(failed.command, later.command))
    return otherWork;
  const change = workChange(failed, later.command);
  const isElsewhere = hasOtherFolder(failed.command.folder, later.command.folder);
  if (change.kind === 'other' || (isElsewhere && !isFolderFix(failed, later.command))) return otherWork;
  return {
    kind: change.kind,
    names: change.names,
    hasOtherLauncher: launcherOf(failed.command) !== launcherOf(later.command),
    environment: changedVariables(failed.command.environment, later.command.environment),
    hasOtherFolder: isElsewhere,
    isElevated: later.command.isElevated && !failed.command.isElevated,
  };
}

/** Whether anything is different that could have made it work. */
export function isChanged(difference: SameWork): boolean {
  const { kind, hasOtherLauncher, environment, hasOtherFolder, isElevated } = difference;
  return kind !== 'none' || hasOtherLauncher || environment.length > 0 || hasOtherFolder || isElevated;
}

function asksForHelp(failed: Command, later: Command): boolean {
  const isHelp = (word: string) => /^(?:--version|--help|-V|version|help)$/.test(word);
  return later.words.some(isHelp) && !failed.words.some(isHelp);
}

const otherWork = { kind: 'other' } as const;

function launcherOf({ launcher }: Command): string {
  return launcher.filter((word) => !/^-(?:y|q)$|^--(?:yes|quiet|silent)$/.test(word)).join(' ');
}

function changedVariables(earlier: readonly string[], later: readonly string[]): readonly string[] {
  const added = later.filter((word) => !earlier.includes(word));
  const removed = earlier.filter((word) => !later.some((other) => nameOf(other) === nameOf(word)));
  const names = [...added.map(nameOf), ...removed.map((word) => `-${nameOf(word)}`)];
  return [...new Set(names)].filter((name) => !neutralVariables.has(name.replace(/^-/, '')));
}

function nameOf(assignment: string): string {
  return assignment.split('=', 1)[0] ?? '';
}

/** Variables that change only what is printed. */
const neutralVariables: ReadonlySet<string> = new Set([
  'DEBUG',
  'FORCE_COLOR',
  'LOG_LEVEL',
  'NO_COLOR',
  'RUST_BACKTRACE',
  'RUST_LOG',
  'TF_LOG',
  'VERBOSE',
]);

/** A folder that is not named may be any, so only a named one is another. */
function hasOtherFolder(earlier: string | undefined, later: string | undefined): boolean {
  if (later === undefined || earlier === later) return false;
  const [one, other] = [trimmed(earlier ?? ''), trimmed(later)];
  return (
    other !== '.' &&
    one !== other &&
    !(one !== '' && (one.endsWith(`/${other}`) || other.endsWith(`/${one}`)))
  );
}

/** The same command in another part of the project is other work, unless the error is about the folder. */
function isFolderFix({ command, cause }: Attempt, later: Command): boolean {
  const [one, other] = [trimmed(command.folder ?? ''), trimmed(later.folder ?? '')];
  const isNested =
    one === '' || other.startsWith(`${one}/`) || one.startsWith(`${other}/`) || other.startsWith('..');
  return isNested && folderFamilies.has(cause?.family ?? 'other');
}

/** Causes that another folder removes. */
export const folderFamilies: ReadonlySet<Family> = new Set([
  'path',
  'config',
  'init',
  'notfound',
  'dep',
  'usage',
  'version',
  'invalid',
  'other',
]);

function trimmed(folder: string): string {
  return folder.replace(/^\.\//, '').replace(/\/$/, '');
}
