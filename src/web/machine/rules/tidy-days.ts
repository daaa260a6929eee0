/*
 * The days of the slider: a skill is unused that nobody used for this long. The step in the address may be any number.
 */

const steps = [7, 14, 30, 45, 60, 90, 120, 180, 270, 365];
const usualDays = 30;
const maxDays = 3_650;

export function daysIn(query: URLSearchParams): number {
  const given = Number(query.get('days'));
  return Number.isInteger(given) && given >= 1 && given <= maxDays ? given : usualDays;
}

/** The positions of the slider, among which the current one is. */
export function daySteps(current: number): readonly number[] {
  return [...new Set([...steps, current])].sort((a, b) => a - b);
}

/** Undefined for what needs not be in an address. */
export function daysInAddress(days: number): number | undefined {
  return days === usualDays ? undefined : days;
}
