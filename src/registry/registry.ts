/*
 * The dependencies of every operation of the registry. The server (or an admin command) creates it once.
 */

import type { Embedder } from '../search/embedding.js';
import type { Clock } from '../system/clock.js';
import type { Log } from '../system/log.js';
import type { Turns } from '../system/turns.js';
import type { Changes } from './data/db/changes.js';
import type { Database } from './data/db/database.js';
import type { BlobStore } from './data/storage/blob-store.js';
import type { Bundles } from './items/bundle/bundles.js';
import type { UsageQueue } from './rules/usage/usage-records.js';

export interface Registry {
  readonly database: Database;
  readonly blobs: BlobStore;
  readonly bundles: Bundles;
  readonly clock: Clock;
  readonly changes: Changes;
  readonly usage: UsageQueue;
  /** Undefined where the server has no model. */
  readonly embedder: Embedder | undefined;
  readonly log: Log;
  /** For work that would keep the thread of the server busy. */
  readonly turns: Turns;
}

/** Enough for operations that only change rows: an admin command opens no storage and no queue. */
export type RegistryRows = Pick<Registry, 'database' | 'changes' | 'clock'>;
