/*
 * How the use of an item is raised to what was counted elsewhere: only what is more than is known already is added, so
 * that doing it again changes nothing. Elsewhere knows how often in all, when last, and how much happened on each of the
 * last days; a use of which the day is not known was before them.
 */

import { dayMs, utcDay } from './calendar.js';

export interface LocalUse {
  readonly count: number;
  /** 0 for never, or where it is not known. */
  readonly lastAt: number;
  /** Of any kind, by UTC day; only the last weeks. */
  readonly events: Readonly<Record<string, number>>;
}

interface AddedUse {
  readonly at: number;
  readonly count: number;
}

/** `known` are the uses of the item by day, as far as they were counted here. */
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

/** No machine counts the events of a day for longer. */
const retainedDays = 36;

/** What one row of the database can hold, and more than anybody uses. */
const maxUses = 1_000_000_000;

function sum(numbers: Iterable<number>): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}
