/*
 * Fields of lines that others wrote: each may hold anything, or be missing.
 */

import { isTime } from '../../text/shape.js';

export function isNonEmptyText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/** ISO, or milliseconds since the epoch. Undefined when it is no time. */
export function timeIn(value: unknown): number | undefined {
  // Date.parse takes nearly anything for a date, so it is shown only what begins like one.
  const time = typeof value === 'string' && isoStart.test(value) ? Date.parse(value) : value;
  return isTime(time) ? time : undefined;
}

const isoStart = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;
