/*
 * Days as the registry counts them: UTC, written YYYY-MM-DD, which is also their order.
 */

export const dayMs = 86_400_000;

export function utcDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** So many days up to today, the oldest first. */
export function lastDays(count: number, now: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => utcDay(now - (count - 1 - index) * dayMs));
}
