/*
 * How much a rate of few cases says: the range that holds the true rate with 95 % certainty, by Wilson's score.
 */

export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** Of 0 cases: everything is possible. */
export function wilsonInterval(part: number, whole: number): Interval {
  if (whole === 0) return { low: 0, high: 1 };
  const rate = part / whole;
  const spread = z * z;
  const centre = rate + spread / (2 * whole);
  const reach = z * Math.sqrt((rate * (1 - rate)) / whole + spread / (4 * whole * whole));
  const scale = 1 + spread / whole;
  return { low: Math.max(0, (centre - reach) / scale), high: Math.min(1, (centre + reach) / scale) };
}

/** Of the normal distribution, for 95 %. */
const z = 1.959964;
