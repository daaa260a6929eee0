/*
 * Days and months as the registry counts them: UTC, written YYYY-MM-DD and YYYY-MM, so that they sort as text.
 */

import { dayMs, utcDay } from '../../../text/time.js';

/** The last `count` days up to today, the oldest first. */
export function lastDays(count: number, now: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => utcDay(now - (count - 1 - index) * dayMs));
}

export function monthOf(at: number): string {
  return new Date(at).toISOString().slice(0, 7);
}

export function monthAfter(month: string): string {
  return monthOf(endOfMonth(month));
}

/** The first instant after the month. */
export function endOfMonth(month: string): number {
  const [year = '', number = ''] = month.split('-');
  // Date.UTC counts months from 0, so this is the next one.
  return Date.UTC(Number(year), Number(number), 1);
}
