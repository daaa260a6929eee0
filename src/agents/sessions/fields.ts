/*
 * Checks for fields of transcripts, which may have any value or be missing.
 */

import { isTime } from '../../text/shape.js';

export function isNonEmptyText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/** Accepts ISO text, or milliseconds since the epoch. Undefined for anything else. */
export function timeIn(value: unknown): number | undefined {
  // Date.parse accepts nearly any text, so the start is checked first.
  const time = typeof value === 'string' && isoStart.test(value) ? Date.parse(value) : value;
  return isTime(time) ? time : undefined;
}

const isoStart = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;
