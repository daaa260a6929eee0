/*
 * Made-up trials on which it is known whether the note has an effect. The same seed gives the same trial.
 */

import { sha256Hex } from '../../../text/hash.js';
import type { Block } from './blocks.js';
import { endBy, resultOf } from './permutation.js';
import { drawDays, ruleFor, type Trial, type TrialVerdict } from './trial.js';

export const trialKinds = [
  'independent',
  'outages',
  'long-outages',
  'weekly',
  'drift',
  'helps',
  'helps-with-outages',
  'harms',
] as const;
export type TrialKind = (typeof trialKinds)[number];

export function simulateTrial(kind: TrialKind, seed: number, loadsADay = 4, days = 28): TrialVerdict {
  const chance = chanceOf(seed);
  const trial: Trial = {
    ...{ id: 't', startedAt: 0, firstDay: 0, withSha256: '', withoutSha256: '', items: [] },
    ...{ days: drawDays(`${kind}-${seed}`, days, sha256Hex), rule: ruleFor(days) },
  };
  const blocks: Block[] = [];
  let outage = 0;
  for (let day = 0; day < days; day += 1) {
    const longest = kind === 'long-outages' ? 10 : 4;
    outage = outage > 0 ? outage - 1 : chance() < 1 / 20 ? 2 + Math.floor(chance() * (longest - 1)) : 0;
    const hasNote = trial.days[day] === '1';
    const rate = rateOf(kind, hasNote, outage > 0, day / days);
    const loads = poisson(loadsADay, chance);
    const bad = Array.from({ length: loads }, () => chance() < rate).filter((isBad) => isBad).length;
    if (loads > 0) blocks.push({ day, hasNote, loads, bad });
    if (day + 1 !== trial.rule.earlyDays && day + 1 !== days) continue;
    const end = endBy(trial, resultOf(blocks), day + 1);
    if (end !== undefined) return end.verdict;
  }
  return 'cannot-tell';
}

function rateOf(kind: TrialKind, hasNote: boolean, isOut: boolean, part: number): number {
  switch (kind) {
    case 'independent':
      return 0.3;
    case 'outages':
    case 'long-outages':
      return isOut ? 0.9 : 0.04;
    case 'weekly':
      return (part * 28) % 7 < 2 ? 0.6 : 0.15;
    case 'drift':
      return 0.5 - 0.45 * part;
    case 'helps':
      return hasNote ? 0.1 : 0.5;
    case 'helps-with-outages':
      return isOut ? 0.9 : hasNote ? 0.1 : 0.5;
    case 'harms':
      return hasNote ? 0.45 : 0.1;
  }
}

function chanceOf(seed: number): () => number {
  let state = Math.imul(seed, 0x9e3779b1) | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

function poisson(mean: number, chance: () => number): number {
  const limit = Math.exp(-mean);
  let count = -1;
  let product = 1;
  do {
    count += 1;
    product *= chance();
  } while (product > limit);
  return count;
}
