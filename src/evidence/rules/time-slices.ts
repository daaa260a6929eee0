/*
 * A window of time in slices: whole days as far as they go, whole hours before and after them, and what is left at
 * both ends moment by moment. So an answer about a year reads a few hundred sums and at most two hours of events.
 */

import { dayMs, hourMs } from '../../text/time.js';
import type { Window } from './evidence.js';

interface TimeSlice extends Window {
  /** How long the pieces are that are summed up: a day, an hour, or 0 for single moments. */
  readonly unit: number;
}

/** In the order of time, none of them empty. */
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
