/*
 * A lock that somebody else may hold for minutes, as while they download: whoever waits for it is told so.
 */

import { hasCode } from '../../text/errors.js';
import type { Files } from '../files.js';
import { acquireLock, type Lock } from './lock.js';

interface LockWait {
  readonly timeoutMs: number;
  /** Told once, where it is not free within a second. */
  onWait(): void;
}

export async function waitForLock(
  files: Files,
  path: string,
  { timeoutMs, onWait }: LockWait,
): Promise<Lock> {
  const quietMs = Math.min(timeoutMs, 1_000);
  try {
    return await acquireLock(files, path, { timeoutMs: quietMs });
  } catch (error) {
    if (!hasCode(error, 'lock-busy')) throw error;
    onWait();
    return await acquireLock(files, path, { timeoutMs: timeoutMs - quietMs });
  }
}
