/*
 * How uncertain a difference of two rates is. The binomial error is widened by what the days themselves show: that they
 * differ more than chance allows (overdispersion), and that bad days follow bad days (runs).
 */

import { countsOf, type Days, rateOf } from './days.js';
import type { Sides } from './windows.js';

export interface Difference {
  /** The rate after minus the rate before: below 0 is better. */
  readonly change: number;
  readonly error: number;
  /** How much wider the error is than that of independent episodes, as a factor of the variance. */
  readonly widening: number;
  /** Days with loads from which the error was estimated. */
  readonly days: number;
}

/** `known` are all days that show how days differ; those of the sides are among them. */
export function differenceOf({ before, after }: Sides, known: Sides): Difference {
  const [one, other] = [countsOf(before), countsOf(after)];
  const all = [known.before, known.after];
  const pooled = (one.bad + other.bad + 0.5) / (one.loads + other.loads + 1);
  const parts = 1 / Math.max(one.loads, 1) + 1 / Math.max(other.loads, 1);
  const widening = overdispersion(all) * runFactor(all);
  return {
    change: rateOf(after) - rateOf(before),
    error: Math.sqrt(widening * pooled * (1 - pooled) * parts),
    widening,
    days: known.before.length + known.after.length,
  };
}

/** The variance between days over that of independent episodes; never below 1. */
function overdispersion(sides: readonly Days[]): number {
  let squares = 0;
  let expected = 0;
  let loads = 0;
  for (const side of sides) {
    const rate = rateOf(side);
    for (const day of side) {
      squares += day.loads * (day.bad / day.loads - rate) ** 2;
      expected += day.loads * rate * (1 - rate);
      loads += day.loads;
    }
  }
  const days = sides.reduce((sum, side) => sum + side.length, 0);
  if (days <= 2 || expected === 0) return 1;
  return Math.max(1, squares / (days - 2) / (expected / loads));
}

const maxLag = 3;

/** How much longer than a day a stretch of alike days lasts (Bartlett's weights); never below 1. */
function runFactor(sides: readonly Days[]): number {
  const squares = sides.reduce((sum, side) => sum + lagged(side, 0), 0);
  if (squares === 0) return 1;
  let factor = 1;
  for (let lag = 1; lag <= maxLag; lag += 1) {
    const correlation = sides.reduce((sum, side) => sum + lagged(side, lag), 0) / squares;
    factor += 2 * (1 - lag / (maxLag + 1)) * correlation;
  }
  return Math.max(1, factor);
}

/** The sum of the products of residuals that many days apart. */
function lagged(side: Days, lag: number): number {
  const rate = rateOf(side);
  const residuals = new Map(
    side.map(({ day, loads, bad }) => [day, Math.sqrt(loads) * (bad / loads - rate)]),
  );
  let sum = 0;
  for (const [day, residual] of residuals) sum += residual * (residuals.get(day + lag) ?? 0);
  return sum;
}

/**
 * The quantile of Student's t distribution at the tail of the normal quantile `z`: few days mean that the spread itself
 * is uncertain. Good to a hundredth from 8 degrees of freedom on (Cornish and Fisher's expansion).
 */
export function studentQuantile(z: number, degrees: number): number {
  const [z3, z5, z7] = [z ** 3, z ** 5, z ** 7];
  return (
    z +
    (z3 + z) / (4 * degrees) +
    (5 * z5 + 16 * z3 + 3 * z) / (96 * degrees ** 2) +
    (3 * z7 + 19 * z5 + 17 * z3 - 15 * z) / (384 * degrees ** 3)
  );
}

/** The value that a standard normal variable exceeds with that probability, below a half (Abramowitz and Stegun, 26.2.23). */
export function normalQuantile(tail: number): number {
  const t = Math.sqrt(-2 * Math.log(Math.min(tail, 0.5)));
  const numerator = 2.515517 + 0.802853 * t + 0.010328 * t ** 2;
  return t - numerator / (1 + 1.432788 * t + 0.189269 * t ** 2 + 0.001308 * t ** 3);
}
