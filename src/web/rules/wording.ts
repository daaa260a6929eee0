/*
 * Counts, sizes and times in words.
 */

import { counted, nounFor } from '../../text/plural.js';

const grouped = new Intl.NumberFormat('en');

/** `1 use`, `1,234 uses`. */
export function groupedCount(count: number, noun: string): string {
  return `${countText(count)} ${nounFor(count, noun)}`;
}

export function countText(count: number): string {
  return grouped.format(count);
}

const sizeUnits = ['KiB', 'MiB', 'GiB'] as const;

/** A number of bytes as people say it. */
export function sizeText(bytes: number): string {
  if (bytes < 1_024) return `${bytes} B`;
  let [size, unit]: [number, number] = [bytes / 1_024, 0];
  // A value that would be rounded up to 1000 uses the next unit.
  while (size >= 999.5 && unit < sizeUnits.length - 1) [size, unit] = [size / 1_024, unit + 1];
  return `${size < 9.95 ? size.toFixed(1) : Math.round(size)} ${sizeUnits[unit]}`;
}

const minute = 60_000;
const timeUnits = [
  ['year', 365 * 24 * 60 * minute],
  ['month', 30 * 24 * 60 * minute],
  ['day', 24 * 60 * minute],
  ['hour', 60 * minute],
  ['minute', minute],
] as const;

/**
 * How long ago something was, in the largest unit that fits; times to come are said the same way round. And when exactly.
 */
export function timeAgo(at: number, now: number): string {
  const passed = Math.abs(now - at);
  const [unit, length] = timeUnits.find(([, milliseconds]) => passed >= milliseconds) ?? [];
  if (!unit || !length) return at > now ? 'in a moment' : 'just now';
  // What is to come is rounded: a token of 90 days has not two months left on its first day.
  const count = at > now ? Math.round(passed / length) : Math.floor(passed / length);
  const words = counted(count, unit);
  return at > now ? `in ${words}` : `${words} ago`;
}

const minuteOfDay = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'UTC',
});

/** `2 Mar 2026, 12:00 UTC`. */
export function exactTime(at: number): string {
  return `${minuteOfDay.format(at)} UTC`;
}
