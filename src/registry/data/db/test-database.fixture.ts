/*
 * A new, migrated database for one test file, on the PostgreSQL that was started for all of them. Queries through
 * `database` must name their tenant (tenant-guard); `unguarded` is for tests that read or prepare rows.
 */

import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import type { Log } from '../../../system/log.js';
import { silentLog } from '../../../system/log.js';
import type { Changes } from './changes.js';
import { countRevisions } from './changes.js';
import type { Database } from './database.js';
import { openPool } from './pool.js';
import { tenantGuard } from './tenant-guard.fixture.js';

export interface TestDatabase {
  readonly url: string;
  readonly database: Database;
  readonly unguarded: Database;
  /** For one process alone; nothing is sent. */
  readonly changes: Changes;
  close(): Promise<void>;
}

export async function testDatabase(log: Log = silentLog): Promise<TestDatabase> {
  const { url, drop } = await createDatabase('coppice_template');
  const unguardedPool = openPool(url, { log, maxConnections: 2 });
  const tables = await unguardedPool.database
    .withTables<{ 'information_schema.columns': { table_name: string; column_name: string } }>()
    .selectFrom('information_schema.columns')
    .select('table_name')
    .where('column_name', '=', 'tenant_id')
    .execute();
  const pool = openPool(url, { log, onQuery: tenantGuard(tables.map(({ table_name }) => table_name)) });
  return {
    url,
    database: pool.database,
    unguarded: unguardedPool.database,
    changes: changesOfOneProcess(),
    close: async () => {
      await Promise.all([pool.close(), unguardedPool.close()]);
      await drop();
    },
  };
}

/** Creates an empty database, or a copy of another. */
export async function createDatabase(
  template = 'template1',
): Promise<{ readonly url: string; drop(): Promise<void> }> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await administer(`create database ${name} template ${template}`);
  const url = new URL(inject('databaseUrl'));
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => administer(`drop database ${name} with (force)`) };
}

function changesOfOneProcess(): Changes {
  const revisions = countRevisions();
  return {
    revision: revisions.of,
    advance: revisions.advance,
    announce: async () => undefined,
  };
}

/** Runs a statement outside the databases of the tests. */
export async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('databaseUrl') });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
