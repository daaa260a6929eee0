/*
 * What sessions say about two skills: one was given up and the other was loaded for the same task, and never were both
 * of use in one session. Nobody can read that from their texts.
 */

import type { Episode } from '../../../evidence/rules/episodes/episode.js';

export interface Substitution {
  readonly a: string;
  readonly b: string;
  /** The sessions in which one was given up for the other. */
  readonly givenUp: number;
  /** The sessions in which both were of use. */
  readonly bothNeeded: number;
}

type LoadedSkill = Pick<Episode, 'session' | 'startedAt' | 'result'> & {
  readonly skill: Pick<Episode['skill'], 'name'>;
};

/** Pairs of skills of which one was given up for the other at least once. */
export function substitutionsIn(episodes: readonly LoadedSkill[]): readonly Substitution[] {
  const sessions = new Map<string, LoadedSkill[]>();
  for (const episode of episodes) {
    const list = sessions.get(episode.session) ?? [];
    if (list.length === 0) sessions.set(episode.session, list);
    list.push(episode);
  }
  const found = new Map<string, { a: string; b: string; givenUp: number; bothNeeded: number }>();
  for (const loads of sessions.values()) {
    const inOrder = loads.toSorted((x, y) => x.startedAt - y.startedAt).slice(0, maxLoads);
    const ofSession = new Map<string, { a: string; b: string; givenUp: boolean; bothNeeded: boolean }>();
    inOrder.forEach((first, at) => {
      for (const second of inOrder.slice(at + 1)) {
        const [a, b] = [first.skill.name, second.skill.name].sort();
        if (a === undefined || b === undefined || a === b) continue;
        const pair = ofSession.get(`${a}\n${b}`) ?? { a, b, givenUp: false, bothNeeded: false };
        const isSoon = second.startedAt - first.startedAt <= soonMs;
        pair.givenUp ||= isSoon && gaveUp.has(first.result) && helped.has(second.result);
        pair.bothNeeded ||= helped.has(first.result) && helped.has(second.result);
        ofSession.set(`${a}\n${b}`, pair);
      }
    });
    for (const [key, { a, b, givenUp, bothNeeded }] of ofSession) {
      const sum = found.get(key) ?? { a, b, givenUp: 0, bothNeeded: 0 };
      if (bothNeeded) sum.bothNeeded++;
      else if (givenUp) sum.givenUp++;
      found.set(key, sum);
    }
  }
  return [...found.values()].filter(({ givenUp }) => givenUp > 0);
}

/** From 0 to 1: one session is chance, and a session that needed both is a reason to keep both. */
export function substitutionScore({
  givenUp,
  bothNeeded,
}: Pick<Substitution, 'givenUp' | 'bothNeeded'>): number {
  return bothNeeded > 0 || givenUp < 2 ? 0 : givenUp / (givenUp + 1);
}

const gaveUp: ReadonlySet<Episode['result']> = new Set(['abandoned', 'failed', 'corrected', 'unknown']);
const helped: ReadonlySet<Episode['result']> = new Set(['clean', 'recovered']);

/** What is loaded later is for another task. */
const soonMs = 30 * 60_000;

/** A session with more loads is an agent that reads everything. */
const maxLoads = 100;
