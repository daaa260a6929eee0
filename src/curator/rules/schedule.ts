/*
 * When a scheduled run is due: so long after the last run, and so long after the last sign of a session. Runs by hand
 * do not ask.
 */

import { hourMs } from '../../text/time.js';

/** What the curator remembers between runs. */
export interface CuratorState {
  /** Null before the first run. */
  readonly lastRun: { readonly id: string; readonly at: number } | null;
  /** No scheduled runs. */
  readonly paused: boolean;
}

export interface Intervals {
  readonly intervalHours: number;
  readonly minIdleHours: number;
}

export interface Schedule {
  readonly due: boolean;
  /** The earliest time, as far as is known now. */
  readonly nextRunAt: number;
}

export function scheduleOf(
  { lastRun, paused }: CuratorState,
  lastActivityAt: number,
  { intervalHours, minIdleHours }: Intervals,
  now: number,
): Schedule {
  const rested = lastRun === null ? 0 : lastRun.at + intervalHours * hourMs;
  const idle = lastActivityAt === 0 ? 0 : lastActivityAt + minIdleHours * hourMs;
  const nextRunAt = Math.max(rested, idle);
  return { due: !paused && nextRunAt <= now, nextRunAt };
}
