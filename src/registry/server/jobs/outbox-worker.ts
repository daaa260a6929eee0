/*
 * The job that does the work of one topic of the outbox: it checks every second whether work is due, and once an hour
 * deletes work that was done long ago. No publish waits for it or fails with it.
 */

import { type Schedule, timerSchedule } from '../../../system/schedule.js';
import { hourMs } from '../../../text/time.js';
import { deleteDoneWork, doDueWork, type Topic } from '../../data/outbox.js';
import type { Registry } from '../../registry.js';
import type { Job } from './periodic-job.js';

export interface OutboxWorkerOptions {
  readonly schedule?: Schedule;
  /** Runs once, at the start. */
  readonly begin?: (isStopping: () => boolean) => Promise<void>;
}

const pollMs = 1_000;
const deleteEveryMs = hourMs;

export function outboxWorker<T>(
  registry: Registry,
  topic: Topic<T>,
  { schedule = timerSchedule, begin = async () => undefined }: OutboxWorkerOptions = {},
): Job {
  const { clock, log } = registry;
  let isStopping = false;
  let cancel: () => void = () => undefined;
  let running: Promise<void> = Promise.resolve();
  let deletedAt = Number.NEGATIVE_INFINITY;

  const round = async (): Promise<void> => {
    await doDueWork(registry, topic, () => isStopping);
    if (clock.now() - deletedAt < deleteEveryMs) return;
    await deleteDoneWork(registry, topic.name);
    deletedAt = clock.now();
  };
  const logging = async (run: () => Promise<void>): Promise<void> => {
    try {
      await run();
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      log.warn({ topic: topic.name, reason: error.message }, 'the work in the outbox could not be done');
    }
  };
  const next = (run: () => Promise<void>): void => {
    running = logging(run).then(() => {
      if (!isStopping) cancel = schedule(() => next(round), pollMs);
    });
  };
  return {
    name: `outbox ${topic.name}`,
    start: () => next(() => begin(() => isStopping)),
    stop: async () => {
      isStopping = true;
      cancel();
      await running;
    },
  };
}
