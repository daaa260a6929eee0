/*
 * The changed command as a fix: what is different about the call that worked, the command line as it would have to be
 * typed, and a shape that is equal for the same change in other sessions.
 */

import type { Attempt, Command, Family } from '../attempts/attempt.js';
import { endsWithCall } from '../attempts/command-kinds.js';
import type { FixKind, FoundFix } from './failure.js';
import type { NextTry, Placed, Thread } from './thread.js';
import { errorNames, mentions } from './work/operands.js';
import { isChanged, type SameWork, sameWork } from './work/same-work.js';

/** Causes that a changed call removes, even if source code was edited as well. */
const callFamilies: ReadonlySet<Family> = new Set([
  'usage',
  'notfound',
  'port',
  'auth',
  'conn',
  'perm',
  'dep',
  'version',
]);

export function changedCommand(
  thread: Thread,
  failed: Placed,
  next: NextTry,
  hasSourceEdit: boolean,
): FoundFix | undefined {
  const { attempt } = failed;
  const difference = withRealFolder(thread, attempt, next);
  const setup = setupInCall(thread, failed, next);
  if (hasSourceEdit && !callFamilies.has(attempt.cause?.family ?? 'other')) return undefined;
  if (isOwnTypo(attempt, next.attempt) || isGivenByUser(thread, failed, next)) return undefined;
  if (isChanged(difference) && !isReturn(thread, failed, next)) {
    const text = commandLine(next.attempt.command, difference, setup);
    return {
      kind: kindOf(difference),
      shape: shapeOf(difference, next.attempt.command),
      commands: [{ ...next.attempt.command, text }],
    };
  }
  if (setup.length === 0) return undefined;
  return {
    kind: 'environment',
    shape: `environment ${setup.map(({ text }) => text).join(' && ')}`.slice(0, maxShape),
    commands: [{ ...next.attempt.command, text: commandLine(next.attempt.command, difference, setup) }],
  };
}

const maxShape = 300;

/** A word that was only misspelled teaches nobody anything. */
function isOwnTypo({ command, output }: Attempt, { command: later }: Attempt): boolean {
  const [words, others] = [command, later].map(({ subcommand, words: rest }) => [...subcommand, ...rest]);
  if (words === undefined || others === undefined || words.length !== others.length) return false;
  const changed = words.flatMap((word, at) =>
    word === others[at] ? [] : [[word, others[at] ?? ''] as const],
  );
  const [first] = changed;
  if (changed.length !== 1 || first === undefined) return false;
  if (!/did you mean|similar|perhaps|closest/i.test(output)) return sameLetters(...first);
  return first.every((word) => /^[a-z]{4,30}$/i.test(word)) && isMisspelled(...first);
}

/** `biuld` for `build`. */
function sameLetters(one: string, other: string): boolean {
  const [mine, theirs] = [one, other].map((word) => [...word].sort().join(''));
  return mine === theirs && /^[a-z]{4,30}$/i.test(one);
}

/** Equal but for two letters at one place. */
function isMisspelled(one: string, other: string): boolean {
  let start = 0;
  while (start < one.length && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < Math.min(one.length, other.length) - start && one.at(-1 - end) === other.at(-1 - end))
    end += 1;
  return Math.max(one.length, other.length) - start - end <= 2;
}

/** What the user named only after the failure is another task, not a fix. */
function isGivenByUser(thread: Thread, { attempt, position }: Placed, next: NextTry): boolean {
  const added = next.attempt.command.words.filter(
    (word) => word.length >= 4 && /[./]/.test(word) && !attempt.command.text.includes(word),
  );
  const said = thread.timeline
    .slice(position + 1, next.position)
    .flatMap((step) => (step.kind === 'message' ? [step.text ?? ''] : []));
  return added.some((word) => said.some((text) => mentions(text, word)));
}

/** A call without `cd` runs in the folder that the agent is in, which is not always known. */
function withRealFolder(thread: Thread, failed: Attempt, next: NextTry): SameWork {
  const { difference, attempt } = next;
  if (!difference.hasOtherFolder) return difference;
  const isNamed = thread.callBefore(next).some(({ program }) => program === 'cd' || program === 'pushd');
  const [one, other] = [failed.command.folder ?? '', attempt.command.folder ?? ''];
  const isAbove = one.startsWith(`${other.replace(/\/$/, '')}/`);
  return isAbove && !isNamed ? { ...difference, hasOtherFolder: false } : difference;
}

/** A change that only takes back an earlier one that did not help. */
export function isReturn(thread: Thread, failed: Placed, next: NextTry): boolean {
  const { text } = next.attempt.command;
  return thread
    .failuresBefore(failed.position)
    .some(
      ({ attempt }) =>
        attempt.command.text === text &&
        attempt.command.folder === next.attempt.command.folder &&
        sameWork(attempt, failed.attempt).kind !== 'other',
    );
}

/** Settings that end with their call, made before the command in the working call only. */
function setupInCall(thread: Thread, failed: Placed, next: NextTry): readonly Command[] {
  const earlier = thread.callBefore(failed).map(({ text }) => text);
  return thread
    .callBefore(next)
    .filter(
      (command) =>
        endsWithCall(command) &&
        !/^(?:cd|pushd|popd|export|set)$/.test(command.program) &&
        !earlier.includes(command.text),
    );
}

function kindOf({ kind, hasOtherLauncher, environment, hasOtherFolder }: SameWork): FixKind {
  if (kind === 'program') return 'program';
  if (kind !== 'none') return 'argument';
  if (hasOtherLauncher) return 'launcher';
  if (environment.length > 0) return 'environment';
  return hasOtherFolder ? 'folder' : 'argument';
}

function shapeOf(difference: SameWork, { launcher, folder }: Command): string {
  const parts = [
    ...difference.names.toSorted(),
    ...(difference.hasOtherLauncher ? [`launcher ${launcher.join(' ')}`] : []),
    ...difference.environment.map((name) => `${name}=`).toSorted(),
    ...(difference.hasOtherFolder ? [`folder ${folder ?? ''}`] : []),
    ...(difference.isElevated ? ['+rights'] : []),
  ];
  return `${kindOf(difference)} ${parts.join(' ')}`.slice(0, maxShape);
}

/** As it would have to be typed: with the folder, exported variables and settings that the call made before it. */
function commandLine(
  { text, folder, environment }: Command,
  { hasOtherFolder, environment: changed }: SameWork,
  setup: readonly Command[],
): string {
  const exported = environment.filter(
    (word) => changed.includes(word.split('=', 1)[0] ?? '') && !text.includes(word.split('=', 1)[0] ?? ''),
  );
  const line = [...exported, text].join(' ');
  const before = [...(hasOtherFolder ? [`cd ${folder ?? ''}`] : []), ...setup.map((command) => command.text)];
  return [...before, line].join(' && ');
}

/** Whether the error itself names what was added. */
export function isAskedFor(failed: Attempt, { names, environment }: SameWork): boolean {
  return [...names.map((name) => name.replace(/^[+-]/, '')), ...environment].some(
    (name) => name.length > 2 && (errorNames(failed, name) || mentions(failed.output.slice(0, 4_000), name)),
  );
}

/** Whether the change is about time, retries or load, which is what a transient error asks for. */
export function isAboutTime({ names, environment }: SameWork): boolean {
  return [...names, ...environment].some((name) =>
    /time|retr|wait|interval|delay|backoff|attempt|concurren|parallel|worker/i.test(name),
  );
}
