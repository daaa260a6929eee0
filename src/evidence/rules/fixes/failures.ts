/*
 * The failures of one thread of an episode, each with what became of it: fixed, gone by itself, repeated although
 * something was tried, or open. A fix is judged by the gate at once, while what the session printed is at hand.
 */

import type { Command } from '../attempts/attempt.js';
import { isLocalReader } from '../attempts/command-kinds.js';
import { expectedFailures } from './expected-failures.js';
import type { Failure, FailureEnding, Fix, FoundFix } from './failure.js';
import { findFix } from './find-fix.js';
import { fetchedFiles } from './gate/denied/download-run.js';
import { type GateContext, holdReasonOf, hostileCommand } from './gate/hold-reason.js';
import { generalPaths, withoutPersonalPaths } from './personal-paths.js';
import { editedFiles } from './steps/edited-files.js';
import { editedKind } from './steps/file-kind.js';
import { type NextTry, type Placed, Thread } from './thread.js';
import type { SessionFacts, TimelineStep } from './timeline.js';
import { mentions } from './work/operands.js';

/** All steps are of one thread, in order. Failures that turned out to be expected are left out. */
export function failuresIn(timeline: readonly TimelineStep[], facts: SessionFacts = {}): readonly Failure[] {
  const thread = new Thread(timeline);
  const expected = expectedFailures(timeline, facts);
  const knowledge = knowledgeOf(timeline, facts);
  return thread.failures.slice(0, maxFailures).flatMap(({ attempt, position }) => {
    const { event, at, tool, command, cause } = attempt;
    if (cause === undefined || expected.has(attempt)) return [];
    const ending = endingOf(thread, { attempt, position }, knowledge);
    return [
      {
        event,
        at,
        tool,
        command: withoutPersonalPaths(command, facts.folder),
        cause: { ...cause, line: generalPaths(cause.line, facts.folder) },
        ending,
      },
    ];
  });
}

/** More failures than this are no longer an episode that anybody learns from. */
const maxFailures = 300;

type Knowledge = Pick<GateContext, 'fetched' | 'written' | 'userWords' | 'skillText' | 'folder'>;

function knowledgeOf(timeline: readonly TimelineStep[], facts: SessionFacts): Knowledge {
  const words = timeline.flatMap((step) => (step.kind === 'message' ? [step.text ?? ''] : []));
  return {
    fetched: new Set(commandsIn(timeline).flatMap(fetchedFiles)),
    written: timeline.flatMap(editedFiles),
    userWords: [...(facts.userWords ?? []), ...words],
    skillText: facts.skillText,
    folder: facts.folder,
  };
}

function endingOf(thread: Thread, failed: Placed, knowledge: Knowledge): FailureEnding {
  const next = thread.nextTry(failed.attempt);
  if (next === undefined) return { kind: 'open' };
  switch (next.result) {
    case 'worked':
      return solvedBy(judgedFix(thread, failed, next, knowledge));
    case 'repeated':
      return { kind: 'repeated', tried: judgedFix(thread, failed, next, knowledge) };
    case 'progressed':
      return thread.endsWell(next.attempt)
        ? solvedBy(judgedFix(thread, failed, next, knowledge))
        : { kind: 'open' };
    default:
      return next.result satisfies never;
  }
}

function solvedBy(fix: Fix | undefined): FailureEnding {
  return fix === undefined ? { kind: 'went-away' } : { kind: 'fixed', fix };
}

function judgedFix(thread: Thread, failed: Placed, next: NextTry, knowledge: Knowledge): Fix | undefined {
  if (replacesWish(failed.attempt.command, next, knowledge.userWords)) return undefined;
  const found = findFix(thread, failed, next) ?? hostileStep(thread, failed, next, knowledge);
  if (found === undefined) return undefined;
  const before = thread.between(-1, next.position).map((each) => each.attempt);
  const between = thread.between(failed.position, next.position).map((each) => each.attempt);
  // What a step prints about itself is not what suggested it.
  const texts = found.commands.map(({ text }) => text);
  const outputs = before.filter(({ command }) => !texts.includes(command.text)).map(({ output }) => output);
  const held = holdReasonOf(found, { ...knowledge, failed: failed.attempt, between, outputs });
  const commands = found.commands.map((command) => withoutPersonalPaths(command, knowledge.folder));
  return { ...found, commands, events: eventsOf(thread, failed, next, found), held };
}

/** The calls that the commands were a part of; of an edited file, the edits. */
function eventsOf(
  thread: Thread,
  failed: Placed,
  next: NextTry,
  { kind, commands }: FoundFix,
): readonly string[] {
  const texts = new Set(commands.map(({ text }) => text));
  const steps = thread.timeline.slice(failed.position + 1, next.position).flatMap((step) => {
    if (step.kind === 'attempt') return texts.has(step.attempt.command.text) ? [step.attempt.event] : [];
    return step.kind === 'edit' && kind === 'configuration' ? [step.event] : [];
  });
  return [...new Set([...steps, next.attempt.event])];
}

/** Another version or value than the one that the user named does what nobody asked for. */
function replacesWish(
  { words }: Command,
  { attempt, difference }: NextTry,
  userWords: readonly string[],
): boolean {
  if (difference.kind !== 'version' && difference.kind !== 'swapped') return false;
  const later = new Set(attempt.command.words);
  const removed = words.filter((word) => !later.has(word));
  const added = attempt.command.words.filter((word) => !words.includes(word));
  const isWished = (word: string) => {
    const value = /[^@=:\s]{1,60}$/.exec(word)?.[0] ?? word;
    return userWords.some((text) =>
      [value, `v${value}`].some((said) => value !== '' && mentions(text.slice(0, maxUserText), said)),
    );
  };
  return removed.some(isWished) && !added.some(isWished);
}

const maxUserText = 4_000;

/** A hostile command fits no cause, but if nothing else did, it is what helped: the fix is then held, not unknown. */
function hostileStep(
  thread: Thread,
  failed: Placed,
  next: NextTry,
  knowledge: Knowledge,
): FoundFix | undefined {
  const steps = thread.timeline.slice(failed.position + 1, next.position);
  if (failed.attempt.cause?.family === 'transient') return undefined;
  if (steps.flatMap(editedFiles).some((path) => editedKind(path) === 'source')) return undefined;
  const between = thread.between(failed.position, next.position).map(({ attempt }) => attempt);
  const command = hostileCommand(between, knowledge)?.command;
  // Undoing one's own work is no fix.
  if (command === undefined || command.program === 'git' || isLocalReader(command)) return undefined;
  return { kind: 'steps', shape: `steps ${command.signature}`, commands: [command] };
}

function commandsIn(timeline: readonly TimelineStep[]): readonly Command[] {
  return timeline.flatMap((step) => (step.kind === 'attempt' ? [step.attempt.command] : []));
}
