/*
 * The registry as an admin command has it: its database, started for as long as the command takes where no server runs.
 * Servers that run hear of what it changes.
 */

import { tenantIdBySlug } from '../registry/access/tenants.js';
import { announceOnly } from '../registry/data/db/changes.js';
import { migrate } from '../registry/data/db/migrate.js';
import { openDatabase } from '../registry/data/open-database.js';
import type { RegistryRows } from '../registry/registry.js';
import { silentLog } from '../system/log.js';
import { type Context, libraryPlace } from './context.js';
import type { Input } from './input.js';
import { needed } from './whole-number.js';

export async function withRegistry<T>(
  context: Context,
  input: Input,
  run: (registry: RegistryRows) => Promise<T>,
): Promise<T> {
  const { environment, clock } = context;
  const { home } = libraryPlace(context, input);
  const { pool, close } = await openDatabase({ environment, home, log: silentLog, maxConnections: 2 });
  try {
    await migrate(pool, silentLog);
    return await run({ database: pool.database, changes: announceOnly, clock });
  } finally {
    await close();
  }
}

/** The same for one tenant, which the flag `--tenant` names. */
export function withTenant<T>(
  context: Context,
  input: Input,
  verb: string,
  run: (registry: RegistryRows, tenantId: number) => Promise<T>,
): Promise<T> {
  const slug = needed(input, verb, 'tenant');
  return withRegistry(context, input, async (registry) =>
    run(registry, await tenantIdBySlug(registry.database, slug)),
  );
}
