/*
 * SQLite, loaded when it is first needed: it is a native module, and most commands never use a database. Its API is that
 * of `node:sqlite`, for every supported version of Node.
 */

import type { DatabaseSyncInstance, DatabaseSyncOptions } from '@photostructure/sqlite';

export type Database = DatabaseSyncInstance;

export async function openDatabase(path: string, options: DatabaseSyncOptions = {}): Promise<Database> {
  const { DatabaseSync } = await import('@photostructure/sqlite');
  return new DatabaseSync(path, options);
}
