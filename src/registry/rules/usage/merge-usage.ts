/*
 * Merges the use that a machine has counted into the use of an item: only uses beyond those already known are added, so
 * that merging again changes nothing. The machine knows the total, the time of the last use, and the events of each of
 * the last days; uses without a known day were before those.
 */

import { dayMs, utcDay } from '../../../text/time.js';

export interface LocalUse {
  readonly count: number;
  /** 0 for never or unknown. */
  readonly lastAt: number;
  /** Events of any kind by UTC day, of the last weeks only. */
  readonly events: Readonly<Record<string, number>>;
}

interface AddedUse {
  readonly at: number;
  readonly count: number;
}

/** `known` are the uses of the item that the registry has counted, by day. */
export function mergeUsage(
  use: LocalUse,
  known: ReadonlyMap<string, number>,
  now: number,
): readonly AddedUse[] {
  let left = Math.min(use.count, maxUses) - sum(known.values());
  const before = now - retainedDays * dayMs;
  const lastAt = Math.min(use.lastAt === 0 ? before : use.lastAt, now);
  const lastDay = utcDay(lastAt);
  const added: AddedUse[] = [];
  const add = (at: number, count: number) => {
    const taken = Math.min(left, count);
    if (taken <= 0) return;
    added.push({ at, count: taken });
    left -= taken;
  };
  add(lastAt, Math.max(1, use.events[lastDay] ?? 0) - (known.get(lastDay) ?? 0));
  for (const [day, events] of Object.entries(use.events).sort().reverse())
    if (day < lastDay) add(Date.parse(day) + dayMs - 1, events - (known.get(day) ?? 0));
  add(Math.min(lastAt, before), left);
  return added;
}

/** For how long a machine keeps the events of a day. */
const retainedDays = 36;

/** A count that fits into one row of the database. */
const maxUses = 1_000_000_000;

function sum(numbers: Iterable<number>): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}
