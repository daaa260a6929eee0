/*
 * When something was used that is told afterwards and by the day: at the end of that day, or now if it is today. The use
 * may have been earlier, and nothing decays because it was taken for too early.
 */

import { CoppiceError } from '../../system/errors.js';
import { dayMs, utcDay } from './utc-day.js';

const longestDelayDays = 31;

export function timeOfUse(day: string | undefined, now: number): number {
  if (day === undefined) return now;
  if (day > utcDay(now)) throw new CoppiceError('bad-value', `the day ${day} is in the future`);
  if (day < utcDay(now - longestDelayDays * dayMs))
    throw new CoppiceError('bad-value', `the day ${day} is more than ${longestDelayDays} days ago`);
  return Math.min(now, Date.parse(day) + dayMs - 1);
}
