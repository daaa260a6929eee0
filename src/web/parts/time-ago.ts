/*
 * How long ago something was, in the largest unit that fits; times to come are said the same way round. And when exactly.
 */

const minute = 60_000;
const units = [
  ['year', 365 * 24 * 60 * minute],
  ['month', 30 * 24 * 60 * minute],
  ['day', 24 * 60 * minute],
  ['hour', 60 * minute],
  ['minute', minute],
] as const;

export function timeAgo(at: number, now: number): string {
  const passed = Math.abs(now - at);
  const [unit, length] = units.find(([, milliseconds]) => passed >= milliseconds) ?? [];
  if (!unit || !length) return at > now ? 'in a moment' : 'just now';
  // What is to come is rounded: a token of 90 days has not two months left on its first day.
  const count = at > now ? Math.round(passed / length) : Math.floor(passed / length);
  const words = `${count} ${unit}${count === 1 ? '' : 's'}`;
  return at > now ? `in ${words}` : `${words} ago`;
}

const minuteOfDay = new Intl.DateTimeFormat('en-GB', {
  ...{ dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' },
});

/** `2 Mar 2026, 12:00 UTC`. */
export function exactTime(at: number): string {
  return `${minuteOfDay.format(at)} UTC`;
}
