/*
 * The job that does the work of one topic of the outbox: looks every second whether some is due, and once an hour
 * forgets what was done long ago. No publish waits for it or fails with it.
 */

import { type Schedule, timerSchedule } from '../../../system/schedule.js';
import { hourMs } from '../../../text/time.js';
import { deleteDoneWork, doDueWork, type Topic } from '../../data/outbox.js';
import type { Registry } from '../../registry.js';
import type { Job } from './periodic-job.js';

export interface OutboxWorkerOptions {
  readonly schedule?: Schedule;
  /** Done first, once it is started. */
  readonly begin?: (isStopping: () => boolean) => Promise<void>;
}

const pollMs = 1_000;
const forgetEveryMs = hourMs;

export function outboxWorker<T>(
  registry: Registry,
  topic: Topic<T>,
  { schedule = timerSchedule, begin = async () => undefined }: OutboxWorkerOptions = {},
): Job {
  const { clock, log } = registry;
  let isStopping = false;
  let callOff: () => void = () => undefined;
  let underWay: Promise<void> = Promise.resolve();
  let forgotAt = Number.NEGATIVE_INFINITY;

  const round = async (): Promise<void> => {
    await doDueWork(registry, topic, () => isStopping);
    if (clock.now() - forgotAt < forgetEveryMs) return;
    await deleteDoneWork(registry, topic.name);
    forgotAt = clock.now();
  };
  const logging = async (run: () => Promise<void>): Promise<void> => {
    try {
      await run();
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      log.warn({ topic: topic.name, reason: error.message }, 'the outbox could not be worked off');
    }
  };
  const next = (run: () => Promise<void>): void => {
    underWay = logging(run).then(() => {
      if (!isStopping) callOff = schedule(() => next(round), pollMs);
    });
  };
  return {
    name: `outbox ${topic.name}`,
    start: () => next(() => begin(() => isStopping)),
    stop: async () => {
      isStopping = true;
      callOff();
      await underWay;
    },
  };
}
