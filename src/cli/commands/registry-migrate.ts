/*
 * `coppice registry migrate`: brings the database of the registry up to date, and starts it for that where none runs.
 */

import { migrate } from '../../registry/data/db/migrate.js';
import { openDatabase } from '../../registry/data/open-database.js';
import { silentLog } from '../../system/log.js';
import { type Context, libraryPlace } from '../context.js';
import type { Input } from '../input.js';
import type { Report } from '../verb.js';

export async function runRegistryMigrate(context: Context, input: Input): Promise<Report> {
  const { home } = libraryPlace(context, input);
  const { environment } = context;
  const { pool, close } = await openDatabase({ environment, home, log: silentLog, maxConnections: 2 });
  try {
    const migrated = await migrate(pool, silentLog);
    return {
      document: { migrated },
      text: migrated.map((name) => `${name}\n`).join(''),
      ...(migrated.length === 0 && { talk: 'the database is up to date\n' }),
    };
  } finally {
    await close();
  }
}
