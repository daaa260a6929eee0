/*
 * The database as the rest of the registry sees it, and the one way to change it: a transaction that announces its
 * change, so that no replica keeps a stale answer. Every query on a table with tenants names its tenant (tests refuse
 * one that does not); the few queries for all tenants say why, in the query itself.
 */

import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { Changed, Changes } from './changes.js';
import type { Tables } from './tables.js';

export type Database = Kysely<Tables>;

/** A transaction, or the database itself where one statement is enough. */
export type Queries = Kysely<Tables> | Transaction<Tables>;

/**
 * Runs in one transaction. The change is announced with the commit, and known in this process before this returns: a
 * caller always reads what it wrote.
 */
export async function change<T>(
  { database, changes }: { readonly database: Database; readonly changes: Changes },
  changed: Changed,
  run: (transaction: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  const result = await database.transaction().execute(async (transaction) => {
    const value = await run(transaction);
    await changes.announce(transaction, changed);
    return value;
  });
  changes.advance(changed);
  return result;
}

/** For `.modifyEnd(everyTenant('a digest is shared by all'))`, or inside an `sql` template. */
export function everyTenant(why: string): RawBuilder<unknown> {
  if (why === '' || why.includes('*/')) throw new Error(`everyTenant needs a reason without "*/": ${why}`);
  return sql.raw(`/* every tenant: ${why} */`);
}

/**
 * Runs in one process at a time, among all replicas and admin commands on one database; returns undefined without
 * running where another process has the lock. The lock belongs to a connection, so it ends with its process, however
 * that ends. `run` uses the same connection: a small pool cannot run dry because of callers that wait for a second one.
 */
export async function exclusively<T>(
  database: Database,
  what: string,
  run: (session: Database) => Promise<T>,
): Promise<T | undefined> {
  return database.connection().execute(async (session) => {
    const key = sql`hashtextextended(${`coppice ${what}`}, 0)`;
    const { rows } = await sql<{ taken: boolean }>`select pg_try_advisory_lock(${key}) as taken`.execute(
      session,
    );
    if (!rows[0]?.taken) return undefined;
    try {
      return await run(session);
    } finally {
      await sql`select pg_advisory_unlock(${key})`.execute(session);
    }
  });
}
