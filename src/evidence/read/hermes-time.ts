/*
 * The times of Hermes: seconds since the epoch in its database, ISO texts in its files, in UTC where they name no
 * offset.
 */

import { isTime } from '../../text/shape.js';
import { isoTime } from '../../text/time.js';

/** In milliseconds; undefined for what is no time. */
export function hermesTime(value: unknown): number | undefined {
  const milliseconds = typeof value === 'string' ? isoTime(value) : secondsTime(value);
  return isTime(milliseconds) && milliseconds > 0 ? milliseconds : undefined;
}

function secondsTime(value: unknown): number {
  return typeof value === 'number' ? Math.round(value * 1_000) : Number.NaN;
}
