/*
 * What a batch of usage adds up to. Everything that is counted goes through here once, so the sums by day, by item and
 * by tenant cannot differ.
 */

import { CoppiceError } from '../../../text/errors.js';
import type { UsageEvent } from '../../api/names.js';
import { dayMs, monthOf, utcDay } from './calendar.js';

/** What is told again and again until it is told last. */
export interface ProjectRecord extends UsageRecord {
  readonly projectHash: string;
}

export function isOfProject(record: UsageRecord): record is ProjectRecord {
  return record.projectHash !== null;
}

/** Of what a project told of an item, an event and a day: the record with the highest count. */
export function highestCounts(records: readonly ProjectRecord[]): readonly ProjectRecord[] {
  const most = new Map<string, ProjectRecord>();
  for (const record of records) {
    const key = `${record.itemId} ${record.event} ${record.projectHash} ${dayNumber(record.at)}`;
    const before = most.get(key);
    if (before === undefined || before.count < record.count) most.set(key, record);
  }
  return [...most.values()];
}

/** Those in which something happened. */
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

/** One for each item that was used. What was only installed was not. */
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

/** Cheaper than the text of the day, where there are many. */
function dayNumber(at: number): number {
  return Math.floor(at / dayMs);
}

/*
 * The port through which requests tell of use. Telling never waits and never fails: events are kept in a bounded queue
 * and written together at least every second; what does not fit is counted and said in the log.
 */

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

export interface UsageQueue {
  record(event: UsageRecord): void;
  /** Everything recorded before the call is in the database when it resolves; while that cannot be reached, it waits on. */
  flush(): Promise<void>;
  /** Flushes and takes nothing more. What cannot be written now is given up and counted. */
  close(): Promise<void>;
}

/*
 * When something was used that is told afterwards and by the day: at the end of that day, or now if it is today. The use
 * may have been earlier, and nothing decays because it was taken for too early.
 */

const longestDelayDays = 31;

export function timeOfUse(day: string | undefined, now: number): number {
  if (day === undefined) return now;
  if (day > utcDay(now)) throw new CoppiceError('bad-value', `the day ${day} is in the future`);
  if (day < utcDay(now - longestDelayDays * dayMs))
    throw new CoppiceError('bad-value', `the day ${day} is more than ${longestDelayDays} days ago`);
  return Math.min(now, Date.parse(day) + dayMs - 1);
}
