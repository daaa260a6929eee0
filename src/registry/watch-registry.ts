/*
 * Figures of the registry that the metrics ask for: the pool of connections, the queue of usage, the outbox.
 */

import { CoppiceError } from '../system/errors.js';
import { everyTenant } from './db/every-tenant.js';
import type { DatabasePool } from './db/pool.js';
import type { Metrics } from './http/metrics.js';
import type { Registry } from './registry.js';
import type { BatchedQueue } from './usage/batched-queue.js';

export function watchRegistry(
  metrics: Metrics,
  { database }: Registry,
  pool: DatabasePool,
  usage: BatchedQueue,
): void {
  const figures: Readonly<Record<string, readonly [string, () => number | Promise<number | undefined>]>> = {
    coppice_database_connections_open: ['Connections to the database', () => pool.counts().open],
    coppice_database_connections_idle: ['Those that nobody uses', () => pool.counts().idle],
    coppice_database_connections_waiting: ['Who waits for one', () => pool.counts().waiting],
    coppice_usage_events_dropped: ['Events of use that were given up', () => usage.dropped],
    coppice_outbox_depth: ['Work that follows changes and is not done yet', () => outboxDepth(database)],
  };
  for (const [name, [help, read]] of Object.entries(figures)) metrics.watch({ name, help, read });
}

/** Undefined while the database cannot say. */
async function outboxDepth(database: Registry['database']): Promise<number | undefined> {
  try {
    const { depth } = await database
      .selectFrom('outbox')
      .select(({ fn }) => fn.countAll<number>().as('depth'))
      .where('done_at', 'is', null)
      .modifyEnd(everyTenant('a figure about the server as a whole'))
      .executeTakeFirstOrThrow();
    return depth;
  } catch (error) {
    if (error instanceof CoppiceError && error.code === 'unavailable') return undefined;
    throw error;
  }
}
