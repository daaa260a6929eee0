/*
 * The database as the rest of the registry sees it, and the one way to change it: a transaction that announces what it
 * changes, so that no replica keeps an answer that is no longer true.
 */

import type { Kysely, Transaction } from 'kysely';
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
  changes.heard(changed);
  return result;
}
