/*
 * Scores with their uncertainty. A score is between 0 and 1, so its variance is at most that of a coin with the same mean;
 * treating it as one makes the interval too wide rather than too narrow. The difference has Newcombe's interval, which
 * holds for few runs and for scores of exactly 0 and 1, where the usual formula would claim certainty.
 */

import { wilsonInterval } from '../../../evidence/rules/wilson-interval.js';
import type { Estimate } from './eval-result.js';

export function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The mean over cases of the mean over their runs. */
export function scoreEstimate(cases: readonly (readonly number[])[]): Estimate | null {
  const graded = cases.filter((runs) => runs.length > 0);
  const value = mean(graded.map((runs) => mean(runs) ?? 0));
  if (value === null) return null;
  const runs = graded.reduce((sum, each) => sum + each.length, 0);
  const { low, high } = wilsonInterval(value * runs, runs);
  return { value, low, high };
}

export function differenceEstimate(one: Estimate, other: Estimate): Estimate {
  const value = one.value - other.value;
  const below = Math.hypot(one.value - one.low, other.high - other.value);
  const above = Math.hypot(one.high - one.value, other.value - other.low);
  return { value, low: Math.max(-1, value - below), high: Math.min(1, value + above) };
}
