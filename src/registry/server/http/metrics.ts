/*
 * The metrics of the server for Prometheus. Requests are counted by the pattern of their route, never by their URL: that
 * would be a time series for every skill.
 */

import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry as Register } from 'prom-client';
import { hasCode } from '../../../text/errors.js';
import { everyTenant } from '../../data/db/database.js';
import type { DatabasePool } from '../../data/db/pool.js';
import type { Registry } from '../../registry.js';
import type { BatchedQueue } from '../../usage/batched-queue.js';

export interface Metrics {
  /** Begins a request. The returned function ends it, and returns how many seconds it took. */
  begin(): (route: string, method: string, status: number) => number;
  /** Adds a figure that is read whenever the metrics are read. */
  watch(gauge: WatchedFigure): void;
  text(): Promise<string>;
}

interface WatchedFigure {
  readonly name: string;
  readonly help: string;
  /** Undefined while the value is unknown. */
  read(): number | undefined | Promise<number | undefined>;
}

/** With `process`, also the metrics of Node: memory, the event loop, garbage collection. */
export function createMetrics(options: { readonly process?: boolean } = {}): Metrics {
  const register = new Register();
  const registers = [register];
  if (options.process) collectDefaultMetrics({ register });
  // Requests are counted here and passed on when the metrics are read: a lookup of labels per request would be slow.
  const answered = new Map<string, number>();
  let inFlight = 0;
  new Counter({
    name: 'coppice_http_requests_total',
    help: 'Requests answered',
    labelNames: ['method', 'route', 'status'],
    registers,
    collect() {
      this.reset();
      for (const [key, count] of answered) {
        const [method = '', route = '', status = ''] = key.split(' ');
        this.inc({ method, route, status }, count);
      }
    },
  });
  new Gauge({
    name: 'coppice_http_requests_in_flight',
    help: 'Requests being answered',
    registers,
    collect() {
      this.set(inFlight);
    },
  });
  const seconds = new Histogram({
    name: 'coppice_http_request_duration_seconds',
    help: 'Duration of requests',
    labelNames: ['route'],
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
    registers,
  });
  return {
    begin() {
      inFlight += 1;
      const stop = seconds.startTimer();
      return (route, method, status) => {
        inFlight -= 1;
        const key = `${method} ${route} ${status}`;
        answered.set(key, (answered.get(key) ?? 0) + 1);
        return stop({ route });
      };
    },
    watch({ name, help, read }) {
      new Gauge({
        name,
        help,
        registers,
        async collect() {
          const value = await read();
          if (value === undefined) this.reset();
          else this.set(value);
        },
      });
    },
    text: () => register.metrics(),
  };
}

/** Adds figures of the registry: the pool of connections, the queue of usage events, the outbox. */
export function watchRegistry(
  metrics: Metrics,
  { database }: Registry,
  pool: DatabasePool,
  usage: BatchedQueue,
): void {
  const figures: Readonly<Record<string, readonly [string, () => number | Promise<number | undefined>]>> = {
    coppice_database_connections_open: ['Connections to the database', () => pool.counts().open],
    coppice_database_connections_idle: ['Idle connections to the database', () => pool.counts().idle],
    coppice_database_connections_waiting: ['Queries that wait for a connection', () => pool.counts().waiting],
    coppice_usage_events_dropped: ['Usage events that were dropped', () => usage.dropped],
    coppice_outbox_depth: ['Work in the outbox that is not done yet', () => outboxDepth(database)],
  };
  for (const [name, [help, read]] of Object.entries(figures)) metrics.watch({ name, help, read });
}

/** Undefined while the database does not answer. */
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
    if (hasCode(error, 'unavailable')) return undefined;
    throw error;
  }
}
