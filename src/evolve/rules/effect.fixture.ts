/*
 * Notes and loads for the tests of effects: a note at a fixed time, and loads whose failures are drawn by chance from
 * a seed, so that every run draws the same.
 */

import type { SkillLoad } from '../../evidence/rules/evidence.js';
import { dayMs } from '../../text/time.js';
import type { Verdict } from './effect.js';
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

export function loadAt(at: number, changes: Partial<SkillLoad> = {}): SkillLoad {
  return { id: `load-${at}`, at, agent: 'claude', errors: 0, corrected: false, ...changes };
}

/** Of the one skill `home:pdf`. */
export function evidenceOf(loads: readonly SkillLoad[]) {
  return {
    loads: (skill: string, { from, to }: { readonly from: number; readonly to: number }) =>
      loads.filter(({ at }) => skill === 'home:pdf' && at >= from && at < to),
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

/** So many loads within as many days, each failing with this probability, by an error or by a correction. */
export function drawLoads(chance: Chance, from: number, days: number, count: number, rate: number) {
  return Array.from({ length: count }, () => {
    const isFailed = chance() < rate;
    const errors = isFailed && chance() < 0.7 ? between(chance, 1, 3) : 0;
    return loadAt(from + Math.floor(chance() * days * dayMs), {
      errors,
      corrected: isFailed && errors === 0,
    });
  });
}

export interface Case {
  readonly loads: readonly [before: number, after: number];
  readonly rates: readonly [before: number, after: number];
}

/** The verdict after 30 days. */
export function verdictIn(chance: Chance, { loads, rates }: Case): Verdict {
  const drawn = [
    ...drawLoads(chance, appliedAt - 30 * dayMs, 30, loads[0], rates[0]),
    ...drawLoads(chance, appliedAt, 30, loads[1], rates[1]),
  ];
  return noteEffect(evidenceOf(drawn), noteOf(), appliedAt + 30 * dayMs).verdict;
}
