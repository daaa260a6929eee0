/*
 * When a scheduled run is due: some time after the last run, and some time after the last activity. Runs that a person
 * starts do not check this.
 */

import { hourMs } from '../../text/time.js';

/** The curator's state between runs. */
export interface CuratorState {
  /** Null before the first run. */
  readonly lastRun: { readonly id: string; readonly at: number } | null;
  /** Whether scheduled runs are off. */
  readonly paused: boolean;
}

export interface Intervals {
  readonly intervalHours: number;
  readonly minIdleHours: number;
}

export interface Schedule {
  readonly due: boolean;
  /** The earliest time, as far as it is known now. */
  readonly nextRunAt: number;
}

export function scheduleOf(
  { lastRun, paused }: CuratorState,
  lastActivityAt: number,
  { intervalHours, minIdleHours }: Intervals,
  now: number,
): Schedule {
  const afterInterval = lastRun === null ? 0 : lastRun.at + intervalHours * hourMs;
  const afterIdle = lastActivityAt === 0 ? 0 : lastActivityAt + minIdleHours * hourMs;
  const nextRunAt = Math.max(afterInterval, afterIdle);
  return { due: !paused && nextRunAt <= now, nextRunAt };
}
