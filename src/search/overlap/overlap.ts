/*
 * Which skills say the same: pairs with a score per signal, and clusters of them. Exact copies are known to the caller
 * and are compared as one skill. No signal alone decides what becomes of a skill; this only names what to look at.
 */

import { compareText } from '../../text/utf8.js';
import { maybePurpose, surePurpose } from './agreement.js';
import { purposePairs, sureTriggers } from './purpose-pairs.js';
import { candidatePairs, containment, type Shingles, shinglesOf } from './shingles.js';

export interface OverlapSkill {
  readonly id: string;
  readonly name: string;
  /** With what it says about when to use it. */
  readonly description: string;
  readonly body: string;
}

export const overlapSignals = ['equal', 'contained', 'purpose', 'triggers', 'meaning', 'evidence'] as const;
export type OverlapSignal = (typeof overlapSignals)[number];

/** From 0 to 1; a signal that says nothing about the pair is absent. */
export type OverlapScores = Readonly<Partial<Record<OverlapSignal, number>>>;

export interface OverlapPair {
  readonly a: string;
  readonly b: string;
  readonly scores: OverlapScores;
  /** The signals that are strong enough to count; of a pair that only may be for one purpose, that one. */
  readonly because: readonly OverlapSignal[];
}

export interface Overlaps {
  readonly sure: readonly OverlapPair[];
  /** No signal is strong enough, and the purpose may be the same: fewer than half of them are. */
  readonly maybe: readonly OverlapPair[];
}

/** From these scores on, a signal counts; chosen on labelled pairs and on a thousand published skills. */
export const overlapThresholds: Readonly<Record<OverlapSignal, number>> = {
  equal: 1,
  contained: 0.6,
  purpose: surePurpose,
  triggers: sureTriggers,
  meaning: 0.9,
  evidence: 0.5,
};

/** A model's or the sessions' scores for pairs, by `pairKey`. */
export type OtherScores = ReadonlyMap<string, Readonly<Partial<Record<'meaning' | 'evidence', number>>>>;

export function pairKey(a: string, b: string): string {
  return a < b ? `${a}\n${b}` : `${b}\n${a}`;
}

/**
 * Those to name to somebody who is about to add a skill, strongest first: all that surely overlap, and the likely ones,
 * because a look costs little then and a second skill for one purpose costs every session.
 */
export function pairsToName(skills: readonly OverlapSkill[]): readonly OverlapPair[] {
  const { sure, maybe } = overlapsAmong(skills);
  return [...sure, ...maybe.filter(({ scores }) => (scores.purpose ?? 0) >= likelyPurpose)];
}

/** Short of sure by little. */
const likelyPurpose = 0.4;

/** Strongest first. */
export function overlapsAmong(skills: readonly OverlapSkill[], others: OtherScores = new Map()): Overlaps {
  const shingles = skills.map(({ body }) => shinglesOf(body));
  const found = new Map<string, { readonly pair: readonly [number, number]; scores: OverlapScores }>();
  const add = (first: number, second: number, scores: OverlapScores) => {
    const pair = [Math.min(first, second), Math.max(first, second)] as const;
    const key = pair.join(' ');
    found.set(key, { pair, scores: { ...found.get(key)?.scores, ...scores } });
  };
  for (const [a, b] of candidatePairs(shingles)) {
    const scores = textScores(shingles[a], shingles[b]);
    if (scores !== undefined) add(a, b, scores);
  }
  for (const { a, b, scores } of purposePairs(skills)) add(a, b, scores);
  const positions = new Map(skills.map(({ id }, at) => [id, at]));
  for (const [key, scores] of others) {
    const [a, b] = key.split('\n').map((id) => positions.get(id));
    if (a !== undefined && b !== undefined) add(a, b, scores);
  }
  const sure: OverlapPair[] = [];
  const maybe: OverlapPair[] = [];
  for (const {
    pair: [a, b],
    scores,
  } of found.values()) {
    const because = overlapSignals.filter((signal) => (scores[signal] ?? 0) >= overlapThresholds[signal]);
    const pair = { a: skills[a]?.id ?? '', b: skills[b]?.id ?? '', scores: rounded(scores) };
    if (because.length > 0) sure.push({ ...pair, because });
    else if ((scores.purpose ?? 0) >= maybePurpose) maybe.push({ ...pair, because: ['purpose'] });
  }
  return { sure: sure.sort(strongestFirst), maybe: maybe.sort(strongestFirst) };
}

function rounded(scores: OverlapScores): OverlapScores {
  return Object.fromEntries(
    Object.entries(scores).map(([signal, score]) => [signal, Math.round(score * 100) / 100]),
  );
}

function strongestFirst(x: OverlapPair, y: OverlapPair): number {
  return strengthOf(y) - strengthOf(x) || compareText(pairKey(x.a, x.b), pairKey(y.a, y.b));
}

/** From 0 to 1: the strongest signal counts most, each further one a little. */
export function strengthOf({ scores, because }: Pick<OverlapPair, 'scores' | 'because'>): number {
  const reached = because.map((signal) => {
    const limit = overlapThresholds[signal];
    return limit >= 1 ? 1 : 0.5 + (0.5 * ((scores[signal] ?? 0) - limit)) / (1 - limit);
  });
  const misses = reached.sort((a, b) => b - a).reduce((rest, score, at) => rest * (1 - score / (1 + at)), 1);
  return Math.round((1 - misses) * 100) / 100;
}

/** A few words prove nothing: below this number of runs a text is contained in others by chance. */
const minRuns = 8;

function textScores(a: Shingles | undefined, b: Shingles | undefined): OverlapScores | undefined {
  if (a === undefined || b === undefined || Math.min(a.length, b.length) < minRuns) return undefined;
  const contained = containment(a, b);
  if (contained < overlapThresholds.contained / 2) return undefined;
  const isEqual = a.length === b.length && contained === 1;
  return { ...(isEqual && { equal: 1 }), contained };
}

export interface OverlapCluster {
  readonly ids: readonly string[];
  readonly pairs: readonly OverlapPair[];
}

/**
 * Every pair is in a cluster, and in a cluster every skill overlaps with every other: a chain of neighbours is not one
 * group. A skill may be in several. Strongest first.
 */
export function clustersOf(pairs: readonly OverlapPair[]): readonly OverlapCluster[] {
  const known = new Map(pairs.map((pair) => [pairKey(pair.a, pair.b), pair]));
  const neighbours = new Map<string, string[]>();
  for (const { a, b } of pairs) {
    neighbours.set(a, [...(neighbours.get(a) ?? []), b]);
    neighbours.set(b, [...(neighbours.get(b) ?? []), a]);
  }
  const covered = new Set<string>();
  const clusters: OverlapCluster[] = [];
  for (const { a, b } of pairs) {
    if (covered.has(pairKey(a, b))) continue;
    const ids = [a, b];
    for (const next of neighbours.get(a) ?? []) {
      if (!ids.includes(next) && ids.every((id) => known.has(pairKey(id, next)))) ids.push(next);
    }
    const inside = ids.flatMap((one, at) =>
      ids.slice(at + 1).flatMap((other) => known.get(pairKey(one, other)) ?? []),
    );
    for (const pair of inside) covered.add(pairKey(pair.a, pair.b));
    clusters.push({ ids, pairs: inside });
  }
  return clusters;
}
