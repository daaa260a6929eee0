/*
 * An episode as a person reads it: its events in their order, each call with its commands, what became of each failure, and
 * what the user said. It says what is stored and nothing more.
 */

import type { Attempt, Outcome } from '../attempts/attempt.js';
import type { EvidenceEvent } from '../event.js';
import type { Failure } from '../fixes/failure.js';
import type { Episode } from './episode.js';

export interface EpisodeStory {
  readonly episode: Episode;
  /** Oldest first. */
  readonly steps: readonly StoryStep[];
}

interface StepFacts {
  /** The id of the event. */
  readonly event: string;
  readonly at: number;
  /** Empty for the main conversation. */
  readonly thread: string;
}

export type StoryStep = StepFacts & (LoadStep | MessageStep | CallStep | StopStep);

interface LoadStep {
  readonly kind: 'load';
  /** Undefined where the user loaded the skill. */
  readonly tool: string | undefined;
}

/** What the user said, and the first answer of the agent. */
interface MessageStep {
  readonly kind: 'message';
  readonly text: string;
  readonly reply: string;
}

interface CallStep {
  readonly kind: 'call';
  readonly tool: string;
  readonly attempts: readonly StoryAttempt[];
  /** What the call printed. */
  readonly output: string;
}

/** The user stopped the agent. */
interface StopStep {
  readonly kind: 'stop';
}

export interface StoryAttempt {
  readonly text: string;
  readonly outcome: Outcome;
  /** Present for a failure that counts. */
  readonly failure: Failure | undefined;
}

export interface LoggedEvent {
  readonly event: EvidenceEvent;
  /** Of a call. */
  readonly attempts: readonly Attempt[];
}

interface Judged {
  readonly failures: readonly Failure[];
  /** Attempts that failed as a part of the work. */
  readonly expected: ReadonlySet<Attempt>;
}

export function storySteps(
  log: readonly LoggedEvent[],
  { failures, expected }: Judged,
): readonly StoryStep[] {
  const left = new Map<string, Failure[]>();
  for (const failure of failures) {
    const key = keyOf(failure);
    left.set(key, [...(left.get(key) ?? []), failure]);
  }
  const shownAttempt = (attempt: Attempt): StoryAttempt => ({
    text: attempt.command.text,
    outcome: expected.has(attempt) ? 'expected' : attempt.outcome,
    failure: left.get(keyOf(attempt))?.shift(),
  });
  return log.flatMap(({ event, attempts }): readonly StoryStep[] => {
    const { id, at, thread, kind, tool, args, result } = event;
    const shared = { event: id, at, thread };
    if (kind === 'turn') return [{ ...shared, kind: 'message', text: args, reply: result }];
    if (kind === 'interruption') return [{ ...shared, kind: 'stop' }];
    if (kind === 'skill-load') return [{ ...shared, kind: 'load', tool }];
    // The second skill of a call is not a call of its own.
    if (tool === undefined) return [];
    const shown =
      attempts.length === 0
        ? [{ text: args, outcome: 'unknown' as const, failure: undefined }]
        : attempts.map(shownAttempt);
    return [{ ...shared, kind: 'call', tool, attempts: shown, output: attempts[0]?.output ?? result }];
  });
}

/** Failures of one call with one cause are in the order of its commands. */
function keyOf({ event, cause }: Pick<Attempt, 'event' | 'cause'>): string {
  return `${event} ${cause?.key ?? ''}`;
}
