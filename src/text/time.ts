/*
 * Times in milliseconds since the epoch, and their texts. All of them are in UTC, so that a record reads the same on
 * every machine; an ISO time that somebody else wrote without an offset is in UTC as well.
 */

export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;

/** The end of the year 9999, after which a date is no longer written with ten characters. */
export const latestTime = 253_402_300_799_999;

/** In milliseconds since the epoch; NaN for what is no such time. */
export function isoTime(text: string): number {
  // `Date.parse` alone makes some day of many a slip, so it is shown only what begins like a date.
  if (!/^\d{4}-\d\d/.test(text)) return Number.NaN;
  const isDay = text.length <= 'YYYY-MM-DD'.length;
  const hasOffset = /(?:Z|[+-]\d\d:?\d\d)$/i.test(text);
  return Date.parse(isDay || hasOffset ? text : `${text}Z`);
}

/** The day as YYYY-MM-DD, which is also the order of days. */
export function utcDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** `2026-06-15 12:00`, as a person reads it; empty for 0, a time that is not known. */
export function timeText(at: number): string {
  return at === 0 ? '' : new Date(at).toISOString().slice(0, 16).replace('T', ' ');
}
