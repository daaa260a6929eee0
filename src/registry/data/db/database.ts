/*
 * The database as the rest of the registry sees it, and the one way to change it: a transaction that announces what it
 * changes, so that no replica keeps an answer that is no longer true.
 */

import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { Changed, Changes } from './changes.js';
import type { Tables } from './tables.js';

export type Database = Kysely<Tables>;

/** A transaction, or the database itself where one statement is enough. */
export type Queries = Kysely<Tables> | Transaction<Tables>;

/**
 * Runs in one transaction. What `changed` names is announced with the commit, and known here before this returns: a
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

/*
 * Every query on a table of tenants names its tenant; tests refuse one that does not. The few that are meant for all of
 * them say so, and why, in the query itself.
 */

/** For `.modifyEnd(everyTenant('a digest is shared by all'))`, or inside an `sql` template. */
export function everyTenant(why: string): RawBuilder<unknown> {
  if (why === '' || why.includes('*/')) throw new Error(`not a reason: ${why}`);
  return sql.raw(`/* every tenant: ${why} */`);
}

/*
 * Lets one process at a time do something, among all replicas and admin commands on one database. The lock belongs to a
 * connection, so it ends with whoever holds it, however that ends. Everything is done on that one connection: a small
 * pool cannot run dry because of those that wait for a second one.
 */

/** Undefined, and nothing done, where another process is at it. */
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
