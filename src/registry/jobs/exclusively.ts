/*
 * Lets one process at a time do something, among all replicas and admin commands on one database. The lock belongs to a
 * connection, so it ends with whoever holds it, however that ends. Everything is done on that one connection: a small
 * pool cannot run dry because of those that wait for a second one.
 */

import { sql } from 'kysely';
import type { Database } from '../db/database.js';

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
