/*
 * The registry as an admin command has it: its database, started for as long as the command takes where no server runs.
 * Running servers are notified of the changes.
 */

import { tenantIdBySlug } from '../../registry/access/tenants.js';
import { announceOnly } from '../../registry/data/db/changes.js';
import { migrate } from '../../registry/data/db/migrate.js';
import { openDatabase } from '../../registry/data/open-database.js';
import { openStorage } from '../../registry/data/storage/open-storage.js';
import type { Registry, RegistryRows } from '../../registry/registry.js';
import { type RegistryConfig, registryConfig } from '../../registry/server/config.js';
import { silentLog } from '../../system/log.js';
import { showProgress } from '../../system/terminal/progress.js';
import { type Context, libraryOptions } from '../context.js';

export async function withRegistry<T>(
  context: Context,
  run: (registry: RegistryRows) => Promise<T>,
): Promise<T> {
  const { environment, clock } = context;
  const { home } = libraryOptions(context);
  const { pool, close } = await openDatabase({ environment, home, log: silentLog, maxConnections: 2 });
  try {
    await migrate(pool, silentLog);
    return await run({ database: pool.database, changes: announceOnly, clock });
  } finally {
    await close();
  }
}

/** The same for one tenant. */
export function withTenant<T>(
  context: Context,
  slug: string,
  run: (registry: RegistryRows, tenantId: number) => Promise<T>,
): Promise<T> {
  return withRegistry(context, async (registry) =>
    run(registry, await tenantIdBySlug(registry.database, slug)),
  );
}

/*
 * The registry as an admin command has it that works on bundles too: with the storage of the server's environment.
 */

type StoredRegistry = RegistryRows & Pick<Registry, 'blobs' | 'log'>;

type OnProgress = (label: string, done: number, total: number) => void;

export function withStoredRegistry<T>(
  context: Context,
  run: (registry: StoredRegistry, onProgress: OnProgress) => Promise<T>,
): Promise<T> {
  const blobs = storageOf(context);
  return withProgress(context, (onProgress) =>
    withRegistry(context, (registry) => run({ ...registry, blobs, log: silentLog }, onProgress)),
  );
}

export function storageOf(context: Context): Registry['blobs'] {
  return openStorage(configOf(context).storage, context.environment);
}

export function configOf(context: Context): RegistryConfig {
  return registryConfig(context.environment, libraryOptions(context).home);
}

/** Shown on a terminal, for as long as it takes. */
export async function withProgress<T>(
  { terminal }: Context,
  run: (onProgress: OnProgress) => Promise<T>,
): Promise<T> {
  const progress = showProgress(terminal);
  try {
    return await run((label, done, total) => progress.update({ label, done, total }));
  } finally {
    progress.end();
  }
}
