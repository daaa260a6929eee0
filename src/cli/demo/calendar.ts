/*
 * The days of the story. They are fixed, so that it is told in the same words every time.
 */

/** A Monday morning. */
export const today = Date.UTC(2026, 2, 2, 9);

export function daysAgo(days: number): number {
  return today - days * 86_400_000;
}
