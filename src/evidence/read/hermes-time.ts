/*
 * The times of Hermes: seconds since the epoch in its database, ISO texts in its files, in UTC where they name no
 * offset.
 */

import { isoTime } from '../../system/iso-time.js';
import { isTime } from '../../usage/shape.js';

/** In milliseconds; undefined for what is no time. */
export function hermesTime(value: unknown): number | undefined {
  const milliseconds = typeof value === 'string' ? isoTime(value) : secondsTime(value);
  return isTime(milliseconds) && milliseconds > 0 ? milliseconds : undefined;
}

function secondsTime(value: unknown): number {
  return typeof value === 'number' ? Math.round(value * 1_000) : Number.NaN;
}
