/*
 * How much of what a caller reports counts as use. A report is trusted up to what an agent does with one skill in one
 * session, and a caller up to what they can do with it on a day; the rest is kept apart as unverified.
 */

import { utcDay } from '../../../text/time.js';
import type { UsageRecord } from './usage-records.js';

export const maxPerReport = 50;
export const maxPerCallerAndDay = 200;

/** The records of one caller about one item on one day. */
export interface CallerDay {
  readonly itemId: number;
  readonly day: string;
  readonly caller: string;
  /** What the records ask to be counted, at most the limit of a day. */
  readonly wanted: number;
}

/** Undefined for reads of anybody, which the server has seen itself. */
function callerOf({ tokenId, userId }: UsageRecord): string | undefined {
  if (tokenId !== null) return `token:${tokenId}`;
  return userId === null ? undefined : `user:${userId}`;
}

/** Sorted, so that two transactions write them in the same order. */
export function callerDays(records: readonly UsageRecord[]): readonly CallerDay[] {
  const days = new Map<string, { -readonly [K in keyof CallerDay]: CallerDay[K] }>();
  for (const record of records) {
    const caller = callerOf(record);
    if (caller === undefined) continue;
    const day = { itemId: record.itemId, day: utcDay(record.at), caller, wanted: 0 };
    const key = keyOf(day);
    const known = days.get(key) ?? day;
    known.wanted = Math.min(maxPerCallerAndDay, known.wanted + Math.min(record.count, maxPerReport));
    days.set(key, known);
  }
  return [...days].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, day]) => day);
}

interface JudgedUse {
  /** With the count that is trusted; without those of which nothing is. */
  readonly verified: readonly UsageRecord[];
  /** By item and day. */
  readonly unverified: readonly { readonly itemId: number; readonly day: string; readonly count: number }[];
}

/** `before` is what has been counted of each caller, item and day already. */
export function judgeUse(
  records: readonly UsageRecord[],
  before: readonly (Omit<CallerDay, 'wanted'> & { readonly count: number })[],
): JudgedUse {
  const left = new Map(before.map((one) => [keyOf(one), Math.max(0, maxPerCallerAndDay - one.count)]));
  const unverified = new Map<string, { itemId: number; day: string; count: number }>();
  const verified = records.flatMap((record) => {
    const caller = callerOf(record);
    if (caller === undefined) return [record];
    const { itemId } = record;
    const day = utcDay(record.at);
    const key = keyOf({ itemId, day, caller });
    const allowed = left.get(key) ?? maxPerCallerAndDay;
    const count = Math.min(record.count, maxPerReport, allowed);
    left.set(key, allowed - count);
    if (count < record.count) {
      const sum = unverified.get(`${itemId} ${day}`) ?? { itemId, day, count: 0 };
      sum.count += record.count - count;
      unverified.set(`${itemId} ${day}`, sum);
    }
    return count === 0 ? [] : [{ ...record, count }];
  });
  return { verified, unverified: [...unverified.values()] };
}

function keyOf({ itemId, day, caller }: Omit<CallerDay, 'wanted'>): string {
  return `${day} ${String(itemId).padStart(16, '0')} ${caller}`;
}
