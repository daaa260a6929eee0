/*
 * What a difference must survive before it counts as the note's: a burst of bad days, a trend that was there before, and
 * what happened to other skills on the same days.
 */

import { addDays, countsOf, type Days, daysIn, rateOf } from './days.js';
import { normalQuantile } from './spread.js';
import type { Direction, SideRanges, Sides } from './windows.js';

/** Towards the verdict: above 0 means that the direction is confirmed. */
export type Gain = number;

export function gainOf(direction: Direction, change: number): Gain {
  return direction === 'helped' ? -change : change;
}

/** The longest outage that is taken out of the bad side before the sides are compared again. */
const burstDays = { helped: 4, harmed: 7 } as const;

/** The smallest gain that is left when any run of days is taken out of the side that went badly. */
export function gainWithoutBurst(direction: Direction, { before, after }: Sides): Gain {
  const bad = direction === 'helped' ? before : after;
  const length = burstDays[direction];
  const first = bad[0]?.day ?? 0;
  const last = bad.at(-1)?.day ?? 0;
  let smallest = Number.POSITIVE_INFINITY;
  for (let day = first; day <= Math.max(first, last - length + 1); day += 1) {
    const rest = bad.filter((each) => each.day < day || each.day >= day + length);
    if (rest.length === 0) return 0;
    const change = direction === 'helped' ? rateOf(after) - rateOf(rest) : rateOf(rest) - rateOf(before);
    smallest = Math.min(smallest, gainOf(direction, change));
  }
  return smallest;
}

/**
 * The change that the trend before the note would have brought by itself, from the middle of one side to that of the other.
 * Days that only differ by chance have a slope too, so it counts as far as it is larger than its own error (the estimate of
 * James and Stein): a slope of three errors by eight ninths, one that is within its error not at all.
 */
export function trendChange(baseline: Days, { before, after }: Sides, widening: number): number {
  const { loads } = countsOf(baseline);
  const [middle, rate] = [middleOf(baseline), rateOf(baseline)];
  let products = 0;
  let squares = 0;
  for (const day of baseline) {
    products += day.loads * (day.day - middle) * (day.bad / day.loads - rate);
    squares += day.loads * (day.day - middle) ** 2;
  }
  if (loads === 0 || squares === 0 || products === 0) return 0;
  const slope = products / squares;
  const variance = (widening * Math.max(minVariance, rate * (1 - rate))) / squares;
  return slope * Math.max(0, 1 - variance / slope ** 2) * (middleOf(after) - middleOf(before));
}

/** That of an episode of a skill that hardly ever fails, or hardly ever succeeds. */
const minVariance = 0.02;

function middleOf(days: Days): number {
  const { loads } = countsOf(days);
  return loads === 0 ? 0 : days.reduce((sum, { day, loads: weight }) => sum + day * weight, 0) / loads;
}

const minCommonDays = 10;
const minCorrelation = 0.4;
/** How many skills may look alike by chance, among all that are compared. With hundreds of others, some always do. */
const chancePeers = 0.5;

/** The change that came from what the skill shares with others: those whose good and bad days are its own. */
export function sharedChange(sides: Sides, ranges: SideRanges, others: readonly Days[]): number {
  const own = residualsOf(sides);
  const peers: Sides[] = [];
  const byChance = normalQuantile(chancePeers / Math.max(1, others.length));
  for (const other of others) {
    const theirs = { before: daysIn(other, ranges.before), after: daysIn(other, ranges.after) };
    if (isAlike(own, residualsOf(theirs), byChance)) peers.push(theirs);
  }
  if (peers.length === 0) return 0;
  const together = {
    before: addDays(peers.map(({ before }) => before)),
    after: addDays(peers.map(({ after }) => after)),
  };
  return regression(residualsOf(together), own) * (rateOf(together.after) - rateOf(together.before));
}

/** The deviation of each day from the rate of its side. */
function residualsOf({ before, after }: Sides): ReadonlyMap<number, number> {
  const residuals = new Map<number, number>();
  for (const side of [before, after]) {
    const rate = rateOf(side);
    for (const { day, loads, bad } of side) residuals.set(day, bad / loads - rate);
  }
  return residuals;
}

interface Products {
  readonly days: number;
  readonly own: number;
  readonly other: number;
  readonly both: number;
}

function productsOf(own: ReadonlyMap<number, number>, other: ReadonlyMap<number, number>): Products {
  const sums = { days: 0, own: 0, other: 0, both: 0 };
  for (const [day, value] of own) {
    const theirs = other.get(day);
    if (theirs === undefined) continue;
    sums.days += 1;
    sums.own += value ** 2;
    sums.other += theirs ** 2;
    sums.both += value * theirs;
  }
  return sums;
}

/** Whether two skills have the same bad days, and more so than the best of so many others would by chance (Fisher's z). */
function isAlike(
  own: ReadonlyMap<number, number>,
  other: ReadonlyMap<number, number>,
  byChance: number,
): boolean {
  const { days, own: ours, other: theirs, both } = productsOf(own, other);
  if (days < minCommonDays || ours === 0 || theirs === 0) return false;
  const needed = Math.tanh(byChance / Math.sqrt(days - 5));
  return both / Math.sqrt(ours * theirs) >= Math.max(minCorrelation, needed);
}

function regression(on: ReadonlyMap<number, number>, of: ReadonlyMap<number, number>): number {
  const { own, both } = productsOf(on, of);
  return own === 0 ? 0 : both / own;
}

const minControlLoads = 5;
const minControls = 3;

export interface Control {
  /** The median change of the other skills. */
  readonly change: number;
  readonly skills: number;
}

/** Undefined if too few other skills were used on both sides. */
export function controlOf(ranges: SideRanges, others: Iterable<Days>): Control | undefined {
  const changes: number[] = [];
  for (const other of others) {
    const before = daysIn(other, ranges.before);
    const after = daysIn(other, ranges.after);
    if (Math.min(countsOf(before).loads, countsOf(after).loads) < minControlLoads) continue;
    changes.push(rateOf(after) - rateOf(before));
  }
  if (changes.length < minControls) return undefined;
  return { change: medianOf(changes), skills: changes.length };
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length / 2;
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle) - 1] ?? 0)) / 2;
}
