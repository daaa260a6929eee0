/*
 * Whether a note helped, from how many loads of its skill failed before and after. Something is said only when the
 * two ranges that hold the true rates with 95 % certainty have nothing in common. That is stricter than a test of the
 * difference at 95 %, and has to be: people look again every day, and each look is another chance to be fooled.
 * (Without any effect, thirty daily looks find one in about 4 % of the cases; by Newcombe's interval in about 25 %.)
 */

import { type Interval, wilsonInterval } from '../../evidence/rules/wilson-interval.js';

export type Verdict = 'helped' | 'no-change' | 'harmed' | 'too-early';

export interface LoadCounts {
  readonly loads: number;
  /** Those with at least one error, or after which the user corrected what was done. */
  readonly failed: number;
}

/** With fewer loads before or after, nothing is said. */
export const leastLoads = 10;

export function verdictOf(before: LoadCounts, after: LoadCounts): Verdict {
  if (before.loads < leastLoads || after.loads < leastLoads) return 'too-early';
  const { low, high } = differenceOf(before, after);
  if (high < 0) return 'helped';
  return low > 0 ? 'harmed' : 'no-change';
}

/** By how much the rate of failed loads changed: the range of what both intervals allow. */
export function differenceOf(before: LoadCounts, after: LoadCounts): Interval {
  const old = wilsonInterval(before.failed, before.loads);
  const fresh = wilsonInterval(after.failed, after.loads);
  return { low: fresh.low - old.high, high: fresh.high - old.low };
}
