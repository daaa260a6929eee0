/*
 * A schedule that stands still until the test lets the next thing happen.
 */

import type { Schedule } from './schedule.js';

export interface ManualSchedule {
  readonly schedule: Schedule;
  /** After how many milliseconds each was to happen, in the order it was asked for. */
  readonly delays: readonly number[];
  /** Lets the first happen. */
  next(): void;
}

export function manualSchedule(): ManualSchedule {
  let pending: { readonly run: () => void; readonly delayMs: number }[] = [];
  return {
    schedule: (run, delayMs) => {
      const one = { run, delayMs };
      pending.push(one);
      return () => {
        pending = pending.filter((other) => other !== one);
      };
    },
    get delays() {
      return pending.map(({ delayMs }) => delayMs);
    },
    next: () => pending.shift()?.run(),
  };
}
