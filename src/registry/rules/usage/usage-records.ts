/*
 * Usage events as the registry records them, the queue that accepts them, and the sums of a batch. Every event is summed
 * here once, so the sums by day, by item and by tenant cannot differ.
 */

import { CoppiceError } from '../../../text/errors.js';
import { dayMs, utcDay } from '../../../text/time.js';
import type { UsageEvent } from '../../api/names.js';
import { monthOf } from './calendar.js';

export interface UsageRecord {
  readonly tenantId: number;
  readonly itemId: number;
  readonly versionId: number | null;
  readonly event: UsageEvent;
  readonly count: number;
  readonly userId: number | null;
  readonly tokenId: string | null;
  readonly projectHash: string | null;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/**
 * Recording never waits and never fails: events go into a bounded queue and are written together at least every second;
 * those that do not fit are counted and logged.
 */
export interface UsageQueue {
  record(event: UsageRecord): void;
  /** Resolves once everything recorded before the call is in the database, and waits while that cannot be reached. */
  flush(): Promise<void>;
  /** Flushes and accepts nothing more. Events that cannot be written now are dropped and counted. */
  close(): Promise<void>;
}

/** A record of a project's uses on a day so far; the project reports it again as the count grows. */
export interface ProjectRecord extends UsageRecord {
  readonly projectHash: string;
}

export function isOfProject(record: UsageRecord): record is ProjectRecord {
  return record.projectHash !== null;
}

/** The record with the highest count for each project, item, event and day. */
export function highestCounts(records: readonly ProjectRecord[]): readonly ProjectRecord[] {
  const highest = new Map<string, ProjectRecord>();
  for (const record of records) {
    const key = `${record.itemId} ${record.event} ${record.projectHash} ${dayNumber(record.at)}`;
    const before = highest.get(key);
    if (before === undefined || before.count < record.count) highest.set(key, record);
  }
  return [...highest.values()];
}

/** The months in which the records are. */
export function monthsOf(records: readonly UsageRecord[]): readonly string[] {
  const days = new Map(records.map(({ at }) => [dayNumber(at), at]));
  return [...new Set([...days.values()].map(monthOf))];
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

interface DaySums extends Readonly<Record<UsageEvent, number>> {
  readonly itemId: number;
  readonly day: string;
}

/** One for each item and day. */
export function sumsByDay(records: readonly UsageRecord[]): readonly DaySums[] {
  const sums = new Map<string, Writable<DaySums>>();
  for (const { itemId, at, event, count } of records) {
    const key = `${itemId} ${dayNumber(at)}`;
    let sum = sums.get(key);
    if (sum === undefined) {
      sum = { itemId, day: utcDay(at), download: 0, view: 0, install: 0, use: 0 };
      sums.set(key, sum);
    }
    sum[event] += count;
  }
  return [...sums.values()];
}

export interface ItemUse {
  readonly itemId: number;
  readonly count: number;
  readonly lastAt: number;
}

/** One for each item that was used. An install is not a use. */
export function useOfItems(records: readonly UsageRecord[]): readonly ItemUse[] {
  const uses = new Map<number, Writable<ItemUse>>();
  for (const { itemId, at, event, count } of records) {
    if (event === 'install') continue;
    const before = uses.get(itemId);
    if (before === undefined) uses.set(itemId, { itemId, count, lastAt: at });
    else {
      before.count += count;
      before.lastAt = Math.max(before.lastAt, at);
    }
  }
  return [...uses.values()];
}

/**
 * The time of a use that is reported later and by day: the end of that day, or now if it is today. The real time may be
 * earlier, but an item must not decay because its use was dated too early.
 */
export function timeOfUse(day: string | undefined, now: number): number {
  if (day === undefined) return now;
  if (day > utcDay(now)) throw new CoppiceError('bad-value', `the day ${day} is in the future`);
  if (day < utcDay(now - maxDelayDays * dayMs))
    throw new CoppiceError('bad-value', `the day ${day} is more than ${maxDelayDays} days ago`);
  return Math.min(now, Date.parse(day) + dayMs - 1);
}

export const maxDelayDays = 31;

/** Cheaper than the text of the day, where there are many. */
function dayNumber(at: number): number {
  return Math.floor(at / dayMs);
}
