/*
 * A job that looks for work every second, in every replica: what it does must be safe in several at once. A failure is
 * logged, and the next round tries again.
 */

import type { Log } from '../../../system/log.js';
import { type Schedule, timerSchedule } from '../../../system/schedule.js';
import type { Job } from './periodic-job.js';

export interface PollingWork {
  readonly name: string;
  /** Runs once, at the start. */
  readonly begin?: ((isStopping: () => boolean) => Promise<void>) | undefined;
  round(isStopping: () => boolean): Promise<void>;
}

const pollMs = 1_000;

export function pollingJob(
  { log }: { readonly log: Log },
  { name, begin = async () => undefined, round }: PollingWork,
  schedule: Schedule = timerSchedule,
): Job {
  let isStopping = false;
  let cancel: () => void = () => undefined;
  let running: Promise<void> = Promise.resolve();

  const logging = async (run: PollingWork['round']): Promise<void> => {
    try {
      await run(() => isStopping);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      log.warn({ job: name, reason: error.message }, 'the work could not be done and will be tried again');
    }
  };
  const next = (run: PollingWork['round']): void => {
    running = logging(run).then(() => {
      if (!isStopping) cancel = schedule(() => next(round), pollMs);
    });
  };
  return {
    name,
    start: () => next(begin),
    stop: async () => {
      isStopping = true;
      cancel();
      await running;
    },
  };
}
