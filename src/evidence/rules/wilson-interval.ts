/*
 * The 95 % confidence interval of a rate, by Wilson's score.
 */

export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** From 0 to 1 if there are no cases. */
export function wilsonInterval(part: number, whole: number): Interval {
  if (whole === 0) return { low: 0, high: 1 };
  const rate = part / whole;
  const spread = z * z;
  const centre = rate + spread / (2 * whole);
  const reach = z * Math.sqrt((rate * (1 - rate)) / whole + spread / (4 * whole * whole));
  const scale = 1 + spread / whole;
  return { low: Math.max(0, (centre - reach) / scale), high: Math.min(1, (centre + reach) / scale) };
}

/** The quantile of the normal distribution for 95 %. */
const z = 1.959964;
