/*
 * SQLite, loaded when it is first needed: it is a native module, and most commands never touch a database. The shape
 * is that of `node:sqlite`, and the same for every Node that is supported.
 */

import type { DatabaseSyncInstance, DatabaseSyncOptions } from '@photostructure/sqlite';

export type Database = DatabaseSyncInstance;

export async function openDatabase(path: string, options: DatabaseSyncOptions = {}): Promise<Database> {
  const { DatabaseSync } = await import('@photostructure/sqlite');
  return new DatabaseSync(path, options);
}
