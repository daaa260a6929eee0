/*
 * Splits a time window into whole days, whole hours before and after them, and single moments at both ends. So a query
 * about a year reads a few hundred sums and at most two hours of events.
 */

import { dayMs, hourMs } from '../../text/time.js';
import type { Window } from './evidence.js';

interface TimeSlice extends Window {
  /** The length of the units that are summed: a day, an hour, or 0 for single moments. */
  readonly unit: number;
}

/** In order of time, without empty slices. */
export function timeSlices({ from, to }: Window): readonly TimeSlice[] {
  return slices(Math.max(0, from), to, [dayMs, hourMs]);
}

function slices(from: number, to: number, [unit, ...finer]: readonly number[]): readonly TimeSlice[] {
  if (from >= to) return [];
  if (unit === undefined) return [{ unit: 0, from, to }];
  const first = Math.ceil(from / unit) * unit;
  const last = Math.floor(to / unit) * unit;
  if (first >= last) return slices(from, to, finer);
  return [...slices(from, first, finer), { unit, from: first, to: last }, ...slices(last, to, finer)];
}
