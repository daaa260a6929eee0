/*
 * Which days before and after a note are compared. The week that led to the note is no baseline for `helped`: a note is
 * written when things go badly, and after a bad week an ordinary one follows by itself. For `harmed` it is one, because
 * leaving out a bad week would make the time after it look worse.
 */

import { countsOf, type DayRange, type Days, daysIn } from './days.js';

export type Direction = 'helped' | 'harmed';

/** A note's life in whole days. */
export interface NoteDays {
  /** The day on which it was written, which counts for neither side. */
  readonly written: number;
  /** The first day before it on which the skill was as it is without it. */
  readonly earliest: number;
  /** The last day that is known. */
  readonly latest: number;
}

export interface Sides {
  readonly before: Days;
  readonly after: Days;
}

export interface SideRanges {
  readonly before: DayRange;
  readonly after: DayRange;
}

export const windowRules = {
  /** A difference shows soon; later, other things change too. */
  usualDays: 14,
  /** With few loads, more days are taken until there are this many. */
  wantedLoads: 40,
  maxDays: 28,
  /** The days before the note whose failures led to it. */
  triggerDays: 7,
  /** The baseline of `harmed`. */
  harmedDays: 30,
  minLoads: 10,
  minLoadedDays: { helped: 7, harmed: 9 },
} as const;

export function rangesFor(direction: Direction, own: Days, note: NoteDays): SideRanges {
  return { before: rangeBefore(direction, own, note), after: rangeAfter(own, note) };
}

/** All days that show how much the skill's days differ: more than are compared, so that chance has less to say in it. */
export function spreadRanges({ after }: SideRanges, { written, earliest }: NoteDays): SideRanges {
  const { triggerDays, maxDays } = windowRules;
  const first = Math.max(earliest, written - triggerDays - maxDays);
  return { before: { first, last: written - 1 }, after };
}

/** The days whose trend a note would have met: those that led to it were picked because they were bad. */
export function trendRange({ written, earliest }: NoteDays): DayRange {
  const { harmedDays, triggerDays } = windowRules;
  return { first: Math.max(earliest, written - harmedDays), last: written - triggerDays - 1 };
}

export function sidesIn(own: Days, { before, after }: SideRanges): Sides {
  return { before: daysIn(own, before), after: daysIn(own, after) };
}

function rangeBefore(direction: Direction, own: Days, { written, earliest }: NoteDays): DayRange {
  const { triggerDays, harmedDays } = windowRules;
  if (direction === 'harmed') return { first: Math.max(earliest, written - harmedDays), last: written - 1 };
  const last = written - triggerDays - 1;
  const first = (length: number) => Math.max(earliest, last - length + 1);
  return { first: first(lengthFor(own, (length) => ({ first: first(length), last }))), last };
}

function rangeAfter(own: Days, { written, latest }: NoteDays): DayRange {
  const first = written + 1;
  const last = (length: number) => Math.min(latest, first + length - 1);
  return { first, last: last(lengthFor(own, (length) => ({ first, last: last(length) }))) };
}

function lengthFor(own: Days, rangeOf: (length: number) => DayRange): number {
  const { usualDays, maxDays, wantedLoads } = windowRules;
  let length: number = usualDays;
  while (length < maxDays && countsOf(daysIn(own, rangeOf(length))).loads < wantedLoads) length += 1;
  return length;
}

/** Whether the window after the note can still get more days. */
export function isClosed(own: Days, note: NoteDays): boolean {
  const { first, last } = rangeAfter(own, { ...note, latest: Number.MAX_SAFE_INTEGER });
  return (
    note.latest >= (countsOf(daysIn(own, { first, last })).loads > 0 ? last : first + windowRules.maxDays - 1)
  );
}

export function isEnough(days: Days, direction: Direction): boolean {
  return days.length >= windowRules.minLoadedDays[direction] && countsOf(days).loads >= windowRules.minLoads;
}
