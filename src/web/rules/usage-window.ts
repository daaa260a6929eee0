/*
 * The periods of the usage page, and how one compares with the period before it.
 */

import type { TimelineDay } from '../../registry/api/routes/usage.js';
import { type Figures, series, sumOf } from './chart.js';

export const windows = [7, 30, 90, 365] as const;
export type WindowDays = (typeof windows)[number];

/** The registry returns at most a year. */
const maxDays = 365;

export function windowOf(given: string | null): WindowDays {
  return windows.find((days) => String(days) === given) ?? 30;
}

/** The window and the one before it, or the window alone where both are more than can be asked for. */
export function daysToRequest(window: WindowDays): number {
  return window * 2 <= maxDays ? window * 2 : window;
}

interface WindowUse {
  readonly days: readonly TimelineDay[];
  readonly sums: readonly Sum[];
}

export interface Sum {
  readonly name: keyof Figures;
  readonly count: number;
  /** Undefined where nothing is known of the window before. */
  readonly before: number | undefined;
}

/** `timeline` ends today, and holds as many days as were asked for. */
export function windowUse(timeline: readonly TimelineDay[], window: WindowDays): WindowUse {
  const days = timeline.slice(-window);
  const earlier = timeline.slice(0, -window);
  const [now, before] = [sumOf(days), sumOf(earlier)];
  const isComparable = earlier.length === window;
  return {
    days,
    sums: series.map((name) => ({
      name,
      count: now[name],
      before: isComparable ? before[name] : undefined,
    })),
  };
}

export function changeText({ count, before }: Sum, window: WindowDays): string | undefined {
  if (before === undefined) return undefined;
  const earlier = `the ${window} days before`;
  if (count === before) return `same as in ${earlier}`;
  if (before === 0) return `none in ${earlier}`;
  const percent = Math.round((Math.abs(count - before) / before) * 100);
  return `${count > before ? 'up' : 'down'} ${percent < 1 ? 'less than 1' : percent}% from ${earlier}`;
}
