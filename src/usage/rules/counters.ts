/*
 * The counters of one source and their operations: count an event, add two sets (two sources, or two ids that became
 * one), or take the greater of each (a source that is read repeatedly). Each gives the same result in any order and
 * grouping, so it does not matter how processes interleave.
 */

import { isCount, isObject, isTime } from '../../text/shape.js';
import { dayMs, utcDay } from '../../text/time.js';

/** use: loaded into a prompt or invoked; view: opened; patch: edited. */
export const activityKinds = ['use', 'view', 'patch'] as const;
export type ActivityKind = (typeof activityKinds)[number];

export interface Counters {
  readonly useCount: number;
  readonly viewCount: number;
  readonly patchCount: number;
  readonly lastUsedAt: number;
  readonly lastViewedAt: number;
  readonly lastPatchedAt: number;
  /** Events of any kind per UTC day (`2026-01-31`); only the last days are kept. */
  readonly days: Readonly<Record<string, number>>;
}

/** Missing counters are zero; other keys of `given` are ignored. */
export function countersWith(given: Partial<Counters>): Counters {
  return {
    useCount: given.useCount ?? 0,
    viewCount: given.viewCount ?? 0,
    patchCount: given.patchCount ?? 0,
    lastUsedAt: given.lastUsedAt ?? 0,
    lastViewedAt: given.lastViewedAt ?? 0,
    lastPatchedAt: given.lastPatchedAt ?? 0,
    days: given.days ?? {},
  };
}

export const noCounters = countersWith({});

export function countEvent(counters: Counters, kind: ActivityKind, at: number): Counters {
  return addCounters(counters, oneEvent(kind, at));
}

export function addCounters(left: Counters, right: Counters): Counters {
  return combine(left, right, add);
}

export function greaterCounters(left: Counters, right: Counters): Counters {
  return combine(left, right, Math.max);
}

export function lastActivityOf(counters: Counters): number {
  return Math.max(counters.lastUsedAt, counters.lastViewedAt, counters.lastPatchedAt);
}

/** Events per day for the `length` days that end with the day of `now`, oldest first. */
export function dailyActivity(
  { days }: Pick<Counters, 'days'>,
  now: number,
  length: number,
): readonly number[] {
  return Array.from({ length }, (_, index) => days[utcDay(now - (length - 1 - index) * dayMs)] ?? 0);
}

/** The valid range at a time: nothing after `now`, and only the days that a chart still shows. */
export interface Horizon {
  readonly now: number;
  readonly firstDay: string;
  readonly lastDay: string;
}

export function horizonAt(now: number): Horizon {
  return { now, firstDay: utcDay(Math.max(0, now - (retainedDays - 1) * dayMs)), lastDay: utcDay(now) };
}

/**
 * Times after now become `met`, or the last day up to now with an event if that is later: a skill that is in use is not
 * idle, whatever a clock once wrote. The same object when there is nothing to change.
 */
export function countersWithin(counters: Counters, horizon: Horizon, met: number): Counters {
  const { now } = horizon;
  const days = daysWithin(counters.days, horizon);
  if (days === counters.days && lastActivityOf(counters) <= now) return counters;
  const lastDay = Object.keys(days).reduce((last, day) => (day > last ? day : last), '');
  const active = Math.min(now, Math.max(met, lastDay === '' ? 0 : Date.parse(lastDay)));
  const within = (at: number) => (at > now ? active : at);
  return {
    ...counters,
    lastUsedAt: within(counters.lastUsedAt),
    lastViewedAt: within(counters.lastViewedAt),
    lastPatchedAt: within(counters.lastPatchedAt),
    days,
  };
}

/** As compaction stores them: only the latest days, whatever the clock says. */
export function countersToStore(counters: Counters): Counters {
  const days = Object.entries(counters.days);
  if (days.length <= storedDays) return counters;
  const latest = days.sort(([one], [other]) => (one < other ? -1 : 1)).slice(-storedDays);
  return { ...counters, days: Object.fromEntries(latest) };
}

type Days = Counters['days'];
type Operation = (left: number, right: number) => number;

/** A few more days than a chart of thirty days needs, in case the clock is set back. */
const retainedDays = 35;

/** More than are shown, because some may be in the future. */
const storedDays = 40;

function oneEvent(kind: ActivityKind, at: number): Counters {
  const days = { [utcDay(at)]: 1 };
  switch (kind) {
    case 'use':
      return { ...noCounters, useCount: 1, lastUsedAt: at, days };
    case 'view':
      return { ...noCounters, viewCount: 1, lastViewedAt: at, days };
    case 'patch':
      return { ...noCounters, patchCount: 1, lastPatchedAt: at, days };
    default:
      return kind satisfies never;
  }
}

function combine(left: Counters, right: Counters, count: Operation): Counters {
  return {
    useCount: count(left.useCount, right.useCount),
    viewCount: count(left.viewCount, right.viewCount),
    patchCount: count(left.patchCount, right.patchCount),
    lastUsedAt: Math.max(left.lastUsedAt, right.lastUsedAt),
    lastViewedAt: Math.max(left.lastViewedAt, right.lastViewedAt),
    lastPatchedAt: Math.max(left.lastPatchedAt, right.lastPatchedAt),
    days: combineDays(left.days, right.days, count),
  };
}

function combineDays(left: Days, right: Days, count: Operation): Days {
  const events = Object.entries(right);
  if (events.length === 0) return left;
  const days: Record<string, number> = { ...left };
  for (const [day, number] of events) days[day] = count(days[day] ?? 0, number);
  return days;
}

/** Days after today are dropped, not moved: a source that reports them again must not add to today again. */
function daysWithin(days: Days, { firstDay, lastDay }: Horizon): Days {
  const shown = Object.entries(days).filter(([day]) => firstDay <= day && day <= lastDay);
  return shown.length === Object.keys(days).length ? days : Object.fromEntries(shown);
}

function add(left: number, right: number): number {
  return Math.min(left + right, Number.MAX_SAFE_INTEGER);
}

export function isCounters(value: unknown): value is Partial<Counters> {
  return (
    isObject(value) &&
    (value['useCount'] === undefined || isCount(value['useCount'])) &&
    (value['viewCount'] === undefined || isCount(value['viewCount'])) &&
    (value['patchCount'] === undefined || isCount(value['patchCount'])) &&
    (value['lastUsedAt'] === undefined || isTime(value['lastUsedAt'])) &&
    (value['lastViewedAt'] === undefined || isTime(value['lastViewedAt'])) &&
    (value['lastPatchedAt'] === undefined || isTime(value['lastPatchedAt'])) &&
    (value['days'] === undefined || isDays(value['days']))
  );
}

function isDays(value: unknown): value is Counters['days'] {
  return (
    isObject(value) &&
    Object.entries(value).every(([day, events]) => /^\d{4}-\d\d-\d\d$/.test(day) && isCount(events))
  );
}
