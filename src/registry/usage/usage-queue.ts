/*
 * The port through which requests tell of use. Telling never waits and never fails: events are kept in a bounded queue
 * and written together at least every second; what does not fit is counted and said in the log.
 */

import type { UsageEvent } from '../api/names.js';

export interface UsageRecord {
  readonly tenantId: number;
  readonly itemId: number;
  readonly versionId: number | null;
  readonly event: UsageEvent;
  readonly count: number;
  readonly userId: number | null;
  readonly tokenId: string | null;
  readonly projectHash: string | null;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

export interface UsageQueue {
  record(event: UsageRecord): void;
  /** Everything recorded before the call is in the database when it resolves; while that cannot be reached, it waits on. */
  flush(): Promise<void>;
  /** Flushes and takes nothing more. What cannot be written now is given up and counted. */
  close(): Promise<void>;
}
