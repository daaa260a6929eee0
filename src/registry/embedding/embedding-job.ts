/*
 * The job that keeps the vectors of items: at the start those that are missing or of another model, then what the
 * outbox says.
 */

import type { Job } from '../jobs/job.js';
import { outboxWorker } from '../jobs/outbox-worker.js';
import type { Registry } from '../registry.js';
import type { Schedule } from '../schedule.js';
import { embeddingTopic, fillEmbeddings } from './embed-items.js';

export function embeddingJob(registry: Registry, schedule?: Schedule): Job {
  return outboxWorker(registry, embeddingTopic, {
    ...(schedule && { schedule }),
    begin: async (isStopping) => {
      const filled = await fillEmbeddings(registry, isStopping);
      if (filled > 0)
        registry.log.info({ filled, model: registry.embedder?.name }, 'items got their vectors');
    },
  });
}
