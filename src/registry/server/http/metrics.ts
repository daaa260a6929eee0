/*
 * What the server counts about itself, in the words of Prometheus. Requests are counted by the pattern of their route,
 * never by their address: that would be a time series for every skill.
 */

import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry as Register } from 'prom-client';
import { hasCode } from '../../../text/errors.js';
import { everyTenant } from '../../data/db/database.js';
import type { DatabasePool } from '../../data/db/pool.js';
import type { Registry } from '../../registry.js';
import type { BatchedQueue } from '../../usage/batched-queue.js';

export interface Metrics {
  /** A request has come. Call what is returned when it is answered; it says how many seconds that took. */
  begin(): (route: string, method: string, status: number) => number;
  /** A figure that is asked for when the metrics are. */
  watch(gauge: WatchedFigure): void;
  text(): Promise<string>;
}

interface WatchedFigure {
  readonly name: string;
  readonly help: string;
  /** Undefined where it cannot be told for now. */
  read(): number | undefined | Promise<number | undefined>;
}

/** With `process`, also those of Node: memory, the event loop, garbage collection. */
export function createMetrics(options: { readonly process?: boolean } = {}): Metrics {
  const register = new Register();
  const registers = [register];
  if (options.process) collectDefaultMetrics({ register });
  // Counted here and handed over when asked for: looking labels up takes longer than all else about a request.
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
    help: 'How long answering took',
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

/*
 * Figures of the registry that the metrics ask for: the pool of connections, the queue of usage, the outbox.
 */

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
    if (hasCode(error, 'unavailable')) return undefined;
    throw error;
  }
}
