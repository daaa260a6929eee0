/*
 * Notes and episodes for the tests of effects: a note at a fixed time, and episodes whose results are drawn by chance from
 * a seed, so that every run draws the same.
 */

import type { Episode } from '../../evidence/rules/episodes/episode.js';
import { dayMs } from '../../text/time.js';
import type { EffectEvidence, Verdict } from './effect.js';
import { noteEffect } from './effect.js';
import type { NoteLife } from './note-life.js';

export const appliedAt = Date.UTC(2026, 5, 15);

export function noteOf(changes: Partial<NoteLife> = {}): NoteLife {
  return {
    skill: 'home:pdf',
    ids: ['home:pdf'],
    entries: ['e1'],
    appliedAt,
    items: [],
    said: new Set(),
    changedBefore: undefined,
    endedAt: undefined,
    isLatest: true,
    ...changes,
  };
}

type Ended = Pick<Episode, 'startedAt' | 'result'>;

export function episodeAt(startedAt: number, result: Episode['result'] = 'clean'): Ended {
  return { startedAt, result };
}

/** Of the one skill `home:pdf`. */
export function evidenceOf(episodes: readonly Ended[]): EffectEvidence {
  return {
    episodes: ({ from, to }, { skill }) =>
      episodes.filter(({ startedAt: at }) => skill === 'home:pdf' && at >= from && at < to),
  };
}

export type Chance = () => number;

/** From 0 to 1, evenly; the same for the same seed. */
export function chanceOf(seed: number): Chance {
  let state = Math.imul(seed, 0x9e3779b1) | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

export function between(chance: Chance, least: number, most: number): number {
  return least + Math.floor(chance() * (most - least + 1));
}

/** So many episodes within as many days, each ending badly with this probability, by a failure or by a correction. */
export function drawEpisodes(chance: Chance, from: number, days: number, count: number, rate: number) {
  return Array.from({ length: count }, () => {
    const bad = chance() < 0.7 ? 'failed' : 'corrected';
    const good = chance() < 0.7 ? 'clean' : 'recovered';
    return episodeAt(from + Math.floor(chance() * days * dayMs), chance() < rate ? bad : good);
  });
}

export interface Case {
  readonly loads: readonly [before: number, after: number];
  readonly rates: readonly [before: number, after: number];
}

/** The verdict after 30 days. */
export function verdictIn(chance: Chance, { loads, rates }: Case): Verdict {
  const drawn = [
    ...drawEpisodes(chance, appliedAt - 30 * dayMs, 30, loads[0], rates[0]),
    ...drawEpisodes(chance, appliedAt, 30, loads[1], rates[1]),
  ];
  return noteEffect(evidenceOf(drawn), noteOf(), appliedAt + 30 * dayMs).verdict;
}
