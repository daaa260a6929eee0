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
