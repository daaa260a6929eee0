/*
 * A figure about a labelled set: what was counted, its 95 % interval, the goal and whether it holds, and the rows that
 * count against it. A figure without a goal is there for a person to read.
 */

import { type Interval, wilsonInterval } from '../../src/evidence/rules/wilson-interval.js';

export interface Figure {
  readonly name: string;
  /** Such as `0.973 (36 of 37)`. */
  readonly value: string;
  readonly number: number;
  /** Undefined where no interval makes sense. */
  readonly interval: Interval | undefined;
  readonly goal: string | undefined;
  /** Undefined without a goal. */
  readonly holds: boolean | undefined;
  /** One line for each row that counts against it. */
  readonly misses: readonly string[];
}

export type Goal = { readonly atLeast: number } | { readonly atMost: number };

/** Without cases there is no share, so a goal is missed. */
export function share(
  name: string,
  [part, whole]: readonly [part: number, whole: number],
  goal?: Goal,
  misses: readonly string[] = [],
): Figure {
  const number = whole === 0 ? Number.NaN : part / whole;
  const value = whole === 0 ? 'no cases' : `${number.toFixed(3)} (${part} of ${whole})`;
  return { name, value, number, interval: wilsonInterval(part, whole), misses, ...judged(number, goal) };
}

/** The interval is that of the share. */
export function count(
  name: string,
  [part, whole]: readonly [part: number, whole: number],
  goal?: Goal,
  misses: readonly string[] = [],
): Figure {
  const value = `${part} of ${whole}`;
  return { name, value, number: part, interval: wilsonInterval(part, whole), misses, ...judged(part, goal) };
}

/** The interval is that of the normal distribution, inside the scale. */
export function mean(
  name: string,
  values: readonly number[],
  [lowest, highest]: readonly [lowest: number, highest: number],
  goal?: Goal,
  misses: readonly string[] = [],
): Figure {
  const size = values.length;
  const number = values.reduce((sum, each) => sum + each, 0) / size;
  const squares = values.reduce((sum, each) => sum + (each - number) ** 2, 0);
  const reach = 1.959964 * Math.sqrt(squares / Math.max(1, size - 1) / size);
  const low = Math.max(lowest, number - reach);
  const interval = size < 2 ? undefined : { low, high: Math.min(highest, number + reach) };
  const value = size === 0 ? 'no cases' : `${number.toFixed(2)} (${size} rated)`;
  return { name, value, number, interval, misses, ...judged(number, goal) };
}

/** Rows by a key, in the order in which the keys first occur. */
export function groupBy<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
): ReadonlyMap<string, readonly Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group === undefined) groups.set(keyOf(row), [row]);
    else group.push(row);
  }
  return groups;
}

function judged(number: number, goal: Goal | undefined): Pick<Figure, 'goal' | 'holds'> {
  if (goal === undefined) return { goal: undefined, holds: undefined };
  return 'atLeast' in goal
    ? { goal: `at least ${goal.atLeast}`, holds: number >= goal.atLeast }
    : { goal: `at most ${goal.atMost}`, holds: number <= goal.atMost };
}
