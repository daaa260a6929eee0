/*
 * The job that does the work of one topic of the outbox: it checks every second whether work is due, and once an hour
 * deletes work that was done long ago. No publish waits for it or fails with it.
 */

import type { Schedule } from '../../../system/schedule.js';
import { hourMs } from '../../../text/time.js';
import { deleteDoneWork, doDueWork, type Topic } from '../../data/outbox.js';
import type { Registry } from '../../registry.js';
import type { Job } from './periodic-job.js';
import { type PollingWork, pollingJob } from './polling-job.js';

export interface OutboxWorkerOptions {
  readonly schedule?: Schedule;
  /** Runs once, at the start. */
  readonly begin?: PollingWork['begin'];
}

const deleteEveryMs = hourMs;

export function outboxWorker<T>(
  registry: Registry,
  topic: Topic<T>,
  { schedule, begin }: OutboxWorkerOptions = {},
): Job {
  const { clock } = registry;
  let deletedAt = Number.NEGATIVE_INFINITY;
  const round: PollingWork['round'] = async (isStopping) => {
    await doDueWork(registry, topic, isStopping);
    if (clock.now() - deletedAt < deleteEveryMs) return;
    await deleteDoneWork(registry, topic.name);
    deletedAt = clock.now();
  };
  return pollingJob(registry, { name: `outbox ${topic.name}`, begin, round }, schedule);
}
