/*
 * How often a skill was used on each day, and how often that went badly. The day is the unit of every comparison: what
 * fails together on one day, in one outage, is one piece of news and not ten.
 */

export interface DayCount {
  /** Whole days since the epoch, in UTC. */
  readonly day: number;
  /** Episodes; never 0. */
  readonly loads: number;
  /** Episodes that failed, or in which the user corrected the agent. */
  readonly bad: number;
}

/** Days with episodes, oldest first. */
export type Days = readonly DayCount[];

export interface Counts {
  readonly loads: number;
  readonly bad: number;
}

/** Both days are included. */
export interface DayRange {
  readonly first: number;
  readonly last: number;
}

export function daysIn(days: Days, { first, last }: DayRange): Days {
  return days.filter(({ day }) => day >= first && day <= last);
}

export function countsOf(days: Days): Counts {
  let loads = 0;
  let bad = 0;
  for (const day of days) {
    loads += day.loads;
    bad += day.bad;
  }
  return { loads, bad };
}

/** 0 without loads. */
export function rateOf(days: Days): number {
  const { loads, bad } = countsOf(days);
  return loads === 0 ? 0 : bad / loads;
}

/** The counts of several skills as those of one. */
export function addDays(all: readonly Days[]): Days {
  const sums = new Map<number, { day: number; loads: number; bad: number }>();
  for (const { day, loads, bad } of all.flat()) {
    const sum = sums.get(day) ?? { day, loads: 0, bad: 0 };
    sum.loads += loads;
    sum.bad += bad;
    sums.set(day, sum);
  }
  return [...sums.values()].sort((one, other) => one.day - other.day);
}
