/*
 * A registry's database to measure on: the embedded one, with its usual settings, in a folder that goes away.
 */

import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Database } from '../src/registry/data/db/database.js';
import { migrate } from '../src/registry/data/db/migrate.js';
import { openDatabase } from '../src/registry/data/open-database.js';
import { silentLog } from '../src/system/log.js';

export async function withRegistryDatabase<T>(run: (database: Database) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'coppice-bench-'));
  // PostgreSQL runs under an account of its own where this is run by root.
  chmodSync(folder, 0o711);
  const environment = { COPPICE_REGISTRY_DATA: join(folder, 'pg') };
  try {
    const { pool, close } = await openDatabase({ environment, home: folder, log: silentLog });
    try {
      await migrate(pool, silentLog);
      return await run(pool.database);
    } finally {
      await close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The id of a new tenant with items `item-1` and so on, all published at the same time, each with words to search. */
export async function addTenant(
  database: Database,
  { slug, items, at }: { readonly slug: string; readonly items: number; readonly at: Date },
): Promise<number> {
  const { id } = await database
    .insertInto('tenants')
    .values({ slug, created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  await unhurried(database, (session) =>
    sql`
    insert into items (tenant_id, kind, slug, owners, state_at, created_at, updated_at, search_vector, search_text)
    select ${id}, 'skill', 'item-' || n, array['service:bench'], ${at}, ${at}, ${at}, to_tsvector('english', words), words
    from generate_series(1, ${items}::int) as n,
      lateral (select 'item-' || n || ' explains how to ' || md5(n::text) || ' a ' || md5(n::text || 'x')) as text (words)
  `.execute(session),
  );
  return id;
}

/** For statements that make a great deal of data: they may take as long as they need. */
export async function unhurried(
  database: Database,
  run: (session: Database) => Promise<unknown>,
): Promise<void> {
  await database.connection().execute(async (session) => {
    await sql`set statement_timeout = 0`.execute(session);
    await run(session);
    await sql`reset statement_timeout`.execute(session);
  });
}

/** The shortest of several interleaved rounds, in ms. */
export async function shortestOf(
  rounds: number,
  ours: () => Promise<unknown>,
  peer: () => Promise<unknown>,
): Promise<{ readonly ours: number; readonly peer: number }> {
  const best = { ours: Number.POSITIVE_INFINITY, peer: Number.POSITIVE_INFINITY };
  for (let round = 0; round < rounds; round += 1) {
    best.peer = Math.min(best.peer, await elapsed(peer));
    best.ours = Math.min(best.ours, await elapsed(ours));
  }
  return best;
}

export async function elapsed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
