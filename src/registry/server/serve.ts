/*
 * The server from start to stop. Everything is closed in the reverse order of opening, even when the start fails half-way:
 * a server that could not start leaves no database running.
 */

import type { Clock } from '../../system/clock.js';
import type { Schedule } from '../../system/schedule.js';
import { Turns } from '../../system/turns.js';
import { authenticate, openAccess } from '../access/authenticate.js';
import type { routes } from '../api/routes/routes.js';
import { listenForChanges } from '../data/db/listen.js';
import { migrate } from '../data/db/migrate.js';
import { type OpenDatabase, openDatabase } from '../data/open-database.js';
import type { BlobStore } from '../data/storage/blob-store.js';
import type { Registry } from '../registry.js';
import type { BatchedQueue } from '../usage/batched-queue.js';
import { type Environment, type RegistryConfig, registryConfig } from './config.js';
import { createApp, type McpEndpoint } from './http/app.js';
import type { Handlers } from './http/handler.js';
import { type OperationRoutes, operationHandlers } from './http/handlers/operation.js';
import { type Listening, listen, type Timeouts } from './http/listen.js';
import { createMetrics, watchRegistry } from './http/metrics.js';
import { databaseRates, memoryRates } from './http/rate-stores.js';
import { readWebFiles } from './http/web-files.js';
import type { Job } from './jobs/periodic-job.js';
import { type ClosingLog, pinoLog } from './pino-log.js';
import type { ClosingBundles } from './threads/bundle-thread.js';
import type { ClosingEmbedder } from './threads/embedding-thread.js';

export interface ServeOptions {
  readonly host: string;
  readonly port: number;
  /** Uses a free port where the given one is in use. */
  readonly orFreePort?: boolean;
  readonly environment: Environment;
  readonly home: string;
  readonly clock: Clock;
  /** Where the built pages of the catalog are. */
  readonly webFolder: string;
  /** The built program of the worker thread for a model. */
  readonly embeddingWorker?: string;
  /** The built program of the worker thread that checks large bundles. */
  readonly bundleWorker?: string;
  /** For one person: only names of this machine reach it, and its stop waits for nobody. */
  readonly isLocal?: boolean;
  readonly timeouts?: Partial<Timeouts>;
  /** The timers of the stop. */
  readonly schedule?: Schedule;
}

/** The parts that the server is made of. */
export interface ServerParts {
  /** The handlers. Called once, since they have caches. */
  openAnswers(
    registry: Registry,
    options: { readonly config: RegistryConfig },
  ): {
    readonly handlers: Omit<Handlers<typeof routes>, keyof OperationRoutes>;
    readonly mcp: McpEndpoint;
  };
  openBlobs(config: RegistryConfig, options: ServeOptions): BlobStore;
  openEmbedder(
    config: RegistryConfig,
    options: ServeOptions,
    log: ClosingLog,
  ): Promise<ClosingEmbedder | undefined>;
  openBundles(options: ServeOptions, log: ClosingLog): ClosingBundles;
  openUsage(registry: Pick<Registry, 'database' | 'clock' | 'changes' | 'log'>): BatchedQueue;
  jobs(registry: Registry, config: RegistryConfig, options: ServeOptions): readonly Job[];
}

export interface RunningServer {
  readonly url: string;
  readonly database: OpenDatabase['kind'];
  /** The registry that its operations use. */
  readonly registry: Registry;
  /** Reports that it is not ready, lets clients go elsewhere, writes pending data, and closes everything. */
  stop(): Promise<void>;
}

type Close = () => Promise<unknown>;

export async function serve(options: ServeOptions, parts: ServerParts): Promise<RunningServer> {
  const config = registryConfig(options.environment, options.home);
  const log = pinoLog(config.logLevel);
  const closing: Close[] = [() => log.close()];
  const stopping = new AbortController();
  try {
    const opened = await open(options, parts, { config, log, closing, stopping: stopping.signal });
    const { listening, kind, registry } = opened;
    log.info({ url: listening.url, database: kind }, 'listening');
    const stop = (): Promise<void> => {
      stopping.abort();
      log.info({}, 'stopping');
      return closeAll(closing, log);
    };
    return { url: listening.url, database: kind, registry, stop };
  } catch (error) {
    await closeAll(closing, log);
    throw error;
  }
}

interface Opening {
  readonly config: RegistryConfig;
  readonly log: ClosingLog;
  /** What is opened adds how it is closed. */
  readonly closing: Close[];
  readonly stopping: AbortSignal;
}

async function open(
  options: ServeOptions,
  parts: ServerParts,
  { config, log, closing, stopping }: Opening,
): Promise<{
  readonly listening: Listening;
  readonly kind: OpenDatabase['kind'];
  readonly registry: Registry;
}> {
  const { environment, home, clock } = options;
  const { pool, kind, close } = await openDatabase({
    environment,
    home,
    log,
    maxConnections: config.databasePool,
  });
  closing.push(close);
  await migrate(pool, log);
  const changes = await listenForChanges({ url: pool.url, log });
  closing.push(() => changes.close());

  const { database } = pool;
  const blobs = parts.openBlobs(config, options);
  const embedder = await parts.openEmbedder(config, options, log);
  if (embedder) closing.push(() => embedder.close());
  const bundles = parts.openBundles(options, log);
  closing.push(() => bundles.close());
  const usage = parts.openUsage({ database, clock, changes, log });
  const turns = new Turns();
  const registry: Registry = { database, blobs, bundles, clock, changes, usage, embedder, log, turns };

  const access = openAccess(registry, config.tenantHosts);
  const jobs = [access.lastUsed, ...parts.jobs(registry, config, options)];
  closing.push(() => Promise.all(jobs.map((job) => job.stop())));
  closing.push(() => usage.close());
  for (const job of jobs) job.start();

  const metrics = createMetrics({ process: true });
  watchRegistry(metrics, registry, pool, usage);
  // The pages about a person's machine are served by that machine alone.
  const web = await readWebFiles(options.webFolder, (address) => address !== '/machine.html');
  const { handlers, mcp } = parts.openAnswers(registry, { ...options, config });
  const app = createApp({
    registry,
    config,
    metrics,
    mcp,
    authenticate: (credentials) => authenticate(access, credentials),
    handlers: { ...handlers, ...operationHandlers(metrics, stopping) },
    onlyLoopbackHosts: options.isLocal === true,
    stopping,
    rates: config.rateStore === 'postgres' ? databaseRates(database) : memoryRates(),
    ...(web && { web }),
  });
  // Nobody but its person uses a local server, so there is nobody to wait for.
  const graceMs = options.isLocal ? 0 : config.stopGraceSeconds * 1_000;
  const listening = await listen(app, { ...options, timeouts: { graceMs, ...options.timeouts } });
  closing.push(() => listening.stop());
  return { listening, kind, registry };
}

/** Closes in the reverse order of opening. A failure is logged, and the rest is closed anyway. */
async function closeAll(closing: Close[], log: ClosingLog): Promise<void> {
  for (let close = closing.pop(); close; close = closing.pop()) {
    try {
      await close();
    } catch (error) {
      log.error(
        { reason: error instanceof Error ? error.message : String(error) },
        'a part of the server could not be closed',
      );
    }
  }
}
