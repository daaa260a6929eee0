/*
 * ISO times that somebody else wrote. One without an offset is in UTC, so that a text is the same time on every machine.
 */

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
