/*
 * What the evidence teaches about one skill: failures of the same cause, with the fix if one is known, and the corrections
 * of users; and for each event behind them what happened, so that a person can see where a line comes from.
 */

import type { Episode } from '../../../evidence/rules/episodes/episode.js';
import type { Evidence, EvidenceFilter, Window } from '../../../evidence/rules/evidence.js';
import type { Failure, RecurringFailure } from '../../../evidence/rules/fixes/failure.js';
import type { HeardCorrection } from './correction-groups.js';

export interface Lessons {
  readonly failures: readonly RecurringFailure[];
  readonly corrections: readonly HeardCorrection[];
}

/** The part of the evidence that notes are made from. */
export type TaughtEvidence = Pick<Evidence, 'corrections' | 'failures'>;

export function lessonsOf(evidence: TaughtEvidence, skill: string, window: Window): Lessons {
  return {
    failures: evidence.failures(window, { skill }),
    corrections: evidence.corrections(window, { skill }),
  };
}

/**
 * Failures and corrections that are computed once: a run asks for those of a skill when it orders the candidates, and
 * again when it plans the note. Nothing that a run does changes them.
 */
export function rememberedLessons(evidence: TaughtEvidence): TaughtEvidence {
  return {
    failures: remembered((window, options?: EvidenceFilter) => evidence.failures(window, options)),
    corrections: remembered((window, options?: EvidenceFilter) => evidence.corrections(window, options)),
  };
}

function remembered<Options, Value>(
  ask: (window: Window, options?: Options) => Value,
): (window: Window, options?: Options) => Value {
  const known = new Map<string, Value>();
  return (window, options) => {
    const key = JSON.stringify([window.from, window.to, options]);
    const found = known.get(key);
    if (found !== undefined) return found;
    const value = ask(window, options);
    known.set(key, value);
    return value;
  };
}

export const eventOutcomes = [
  'failed',
  /** The next attempt at the same work succeeded because of a fix. */
  'fixed',
  /** The next attempt succeeded without a fix. */
  'went-away',
  /** The next attempt failed with the same cause. */
  'failed-again',
  /** The user corrected the agent. */
  'corrected',
  /** Only in proposals of version 0.1.0. */
  'used',
] as const;
export type EventOutcome = (typeof eventOutcomes)[number];

/** An event behind a line. */
export interface EventFact {
  readonly id: string;
  readonly at: number;
  readonly agent: string;
  readonly session: string;
  readonly outcome: EventOutcome;
  /** The command that failed, or the words of the user; redacted, as the agent or the user wrote it. */
  readonly text: string;
  /** The commands that fixed it; empty if there are none, or they must not be shown. */
  readonly fix: readonly string[];
}

/** By the id of the event. */
export function eventFacts(episodes: readonly Episode[]): ReadonlyMap<string, EventFact> {
  const facts = new Map<string, EventFact>();
  for (const { agent, session, failures, corrections } of episodes) {
    for (const failure of failures) {
      const { event: id, at, command } = failure;
      facts.set(id, { id, at, agent, session, ...endingOf(failure), text: command.text });
    }
    for (const { event: id, at, text } of corrections) {
      facts.set(id, { id, at, agent, session, outcome: 'corrected', text, fix: [] });
    }
  }
  return facts;
}

function endingOf({ ending }: Failure): Pick<EventFact, 'outcome' | 'fix'> {
  switch (ending.kind) {
    case 'fixed': {
      const { commands, held } = ending.fix;
      return { outcome: 'fixed', fix: held === undefined ? commands.map(({ text }) => text) : [] };
    }
    case 'went-away':
      return { outcome: 'went-away', fix: [] };
    case 'repeated':
      return { outcome: 'failed-again', fix: [] };
    case 'open':
      return { outcome: 'failed', fix: [] };
  }
}

/** What became of an event, as a phrase after its command. */
export const outcomeLabels: Readonly<Record<EventOutcome, string>> = {
  failed: 'failed',
  fixed: 'failed, then fixed',
  'went-away': 'failed, then worked without a fix',
  'failed-again': 'failed, and failed again',
  corrected: 'corrected by the user',
  used: 'used',
};
