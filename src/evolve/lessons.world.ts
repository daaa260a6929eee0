/*
 * Episodes and recurring failures for the tests of the evolver, made from given events in the plainest way: errors with
 * the same result are one cause, every session has one episode, and a fix is known if a test says so.
 */

import type { Command } from '../evidence/rules/attempts/attempt.js';
import type { Correction, Episode } from '../evidence/rules/episodes/episode.js';
import type { EvidenceEvent } from '../evidence/rules/event.js';
import type { Evidence, Window } from '../evidence/rules/evidence.js';
import type { Failure, RecurringFailure, ShownFix } from '../evidence/rules/fixes/failure.js';
import { outcomesOf } from '../evidence/rules/report/evidence.world.js';
import { readsLikeInstruction } from '../scan/families/injection/instruction.js';

export type KnownFixes = ReadonlyMap<string, Pick<ShownFix, 'kind' | 'commands'>>;

/** The evidence with the problems of these events. */
export function withLessons(
  evidence: Evidence,
  events: readonly EvidenceEvent[],
  fixes: KnownFixes,
): Evidence {
  const taught = taughtBy(events, fixes);
  return {
    ...evidence,
    ...taught,
    skills: (window, skill) =>
      evidence.skills(window, skill).map((each) => {
        const episodes = taught.episodes(window, { skill: each.id });
        const [errors, corrections] = [
          episodes.flatMap((one) => one.failures),
          episodes.flatMap((one) => one.corrections),
        ];
        return { ...each, errors: errors.length, corrections: corrections.length };
      }),
  };
}

export function taughtBy(
  events: readonly EvidenceEvent[],
  fixes: KnownFixes = new Map(),
): Pick<Evidence, 'episodes' | 'failures' | 'corrections' | 'outcomes'> {
  const credited = (window: Window, skill: string | undefined) =>
    events.filter(
      ({ at, credit }) =>
        at >= window.from && at < window.to && credit && (skill === undefined || credit.skill.name === skill),
    );
  return {
    episodes: (window, { skill, limit } = {}) => episodesOf(credited(window, skill), fixes).slice(0, limit),
    failures: (window, { skill, limit } = {}) => failuresOf(credited(window, skill), fixes).slice(0, limit),
    outcomes: (window) => outcomesOf(episodesOf(credited(window, undefined), fixes)),
    corrections: (window, { skill, limit } = {}) =>
      credited(window, skill)
        .filter(({ isCorrection }) => isCorrection)
        .map((event) => {
          const { agent, session, credit } = event;
          return { ...correctionOf(event), skill: credit?.skill.name ?? '', agent, session };
        })
        .slice(0, limit),
  };
}

/** An episode per load; one per session where there is none. */
function episodesOf(events: readonly EvidenceEvent[], fixes: KnownFixes): readonly Episode[] {
  const groups = new Map<string, EvidenceEvent[]>();
  for (const event of events) {
    const key = event.kind === 'skill-load' ? event.id : (event.credit?.load ?? `session ${event.session}`);
    groups.set(key, [...(groups.get(key) ?? []), event]);
  }
  return [...groups].map(([id, found]) => episodeOf(id, found, fixes));
}

function episodeOf(id: string, events: readonly EvidenceEvent[], fixes: KnownFixes): Episode {
  const failures = events.filter(isFailure).map((event) => failureOf(event, fixes));
  const corrections = events.filter(({ isCorrection }) => isCorrection).map(correctionOf);
  const [first] = events;
  const times = events.map(({ at }) => at);
  return {
    id,
    skill: first?.credit?.skill ?? { name: '' },
    agent: first?.agent ?? '',
    session: first?.session ?? '',
    thread: '',
    startedAt: Math.min(...times),
    endedAt: Math.max(...times),
    result: corrections.length > 0 ? 'corrected' : failures.length > 0 ? 'failed' : 'clean',
    failures,
    corrections,
    counts: {
      attempts: events.length,
      failed: failures.length,
      ...{ expected: 0, harness: 0, refused: 0, interrupted: 0 },
    },
    model: undefined,
    platform: undefined,
    project: undefined,
    tokens: undefined,
  };
}

function failureOf(event: EvidenceEvent, fixes: KnownFixes): Failure {
  const fix = fixes.get(event.result);
  return {
    event: event.id,
    at: event.at,
    tool: event.tool ?? '',
    command: commandOf(textOf(event)),
    cause: { key: causeOf(event), family: 'other', line: event.result, exitCode: 1 },
    ending:
      fix === undefined
        ? { kind: 'open' }
        : {
            kind: 'fixed',
            fix: {
              kind: fix.kind,
              shape: '',
              commands: fix.commands.map(commandOf),
              events: [],
              held: undefined,
            },
          },
  };
}

function correctionOf({ id, at, args }: EvidenceEvent): Correction {
  return { event: id, at, text: args, by: 'wording' };
}

function failuresOf(events: readonly EvidenceEvent[], fixes: KnownFixes): readonly RecurringFailure[] {
  const causes = new Map<string, EvidenceEvent[]>();
  for (const event of events.filter(isFailure)) {
    const key = causeOf(event);
    causes.set(key, [...(causes.get(key) ?? []), event]);
  }
  return [...causes].map(([cause, found]) => {
    const latest = found.toSorted((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1));
    const sessions = new Set(found.map(({ session }) => session)).size;
    const [last] = latest;
    const fix = fixes.get(last?.result ?? '');
    return {
      cause,
      family: 'other',
      skills: [...new Set(found.flatMap(({ credit }) => credit?.skill.name ?? []))],
      command: last === undefined ? '' : textOf(last),
      error: shownError(last?.result ?? ''),
      exitCode: 1,
      failures: found.length,
      sessions,
      firstAt: Math.min(...found.map(({ at }) => at)),
      lastAt: last?.at ?? 0,
      events: latest.map(({ id }) => id),
      fix:
        fix && sessions > 1
          ? { ...fix, worked: sessions, of: sessions, sessions, lastAt: last?.at ?? 0, events: [] }
          : null,
      held: null,
    };
  });
}

function isFailure({ isError, kind }: EvidenceEvent): boolean {
  return isError === true && kind !== 'skill-load';
}

function causeOf({ cluster, result }: EvidenceEvent): string {
  return `make ${cluster || result}`;
}

function shownError(result: string): string {
  const [line = ''] = result.split('\n');
  return readsLikeInstruction(line) ? '' : line.slice(0, 80);
}

function textOf({ args, tool }: EvidenceEvent): string {
  return /"command":"([^"]*)"/.exec(args)?.[1] ?? tool ?? 'make';
}

export function commandOf(text: string): Command {
  const [program = '', ...words] = text.split(' ');
  return {
    ...{
      text,
      signature: program,
      program,
      spelling: program,
      subcommand: [],
      words,
      launcher: [],
      environment: [],
    },
    ...{ folder: undefined, isElevated: false, isOpaque: false, isVerify: false },
  };
}
