/*
 * Time as a parameter. Rules take a number of milliseconds; code that needs "now" takes a Clock. Locks, leases and
 * timeouts use real time and never this clock.
 */

import { CoppiceError } from '../text/errors.js';
import { isoTime, latestTime } from '../text/time.js';

/** Milliseconds since the epoch, as an integer. */
export interface Clock {
  now(): number;
}

/** The real time. */
export const systemClock: Clock = { now: () => Date.now() };

/** Milliseconds since some moment, which never go back: for measuring how long ago something was. */
export const elapsedMs = (): number => performance.now();

/** Always the same time, for tests and replays. */
export function fixedClock(now: number): Clock {
  return { now: () => now };
}

/** The clock of a command: `COPPICE_NOW` (ISO time or milliseconds) fixes it, for tests and replays. */
export function clockFrom(environment: Readonly<Record<string, string | undefined>>): Clock {
  const given = environment['COPPICE_NOW'];
  if (given === undefined || given === '') return systemClock;
  const now = /^\d+$/.test(given) ? Number(given) : isoTime(given);
  if (!(Number.isInteger(now) && now >= 0 && now <= latestTime)) {
    throw new CoppiceError('bad-value', `COPPICE_NOW is not a time: ${given}`, {
      hint: 'give an ISO time (2026-01-31T12:00:00Z) or milliseconds since the epoch, from 1970 to 9999',
    });
  }
  return fixedClock(now);
}
