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

/*
 * Months as usage is kept by: UTC, written YYYY-MM.
 */

export function monthOf(at: number): string {
  return new Date(at).toISOString().slice(0, 7);
}

export function monthAfter(month: string): string {
  return monthOf(endOfMonth(month));
}

/** The first instant that is not in it. */
export function endOfMonth(month: string): number {
  const [year = '', number = ''] = month.split('-');
  // Months are counted from 0, so this is the one after.
  return Date.UTC(Number(year), Number(number), 1);
}
