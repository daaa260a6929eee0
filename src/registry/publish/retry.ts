/*
 * A transaction that PostgreSQL gave up for the sake of another did nothing, and may be run again as it is.
 */

import { sqlState } from '../db/database-fault.js';

const maxAttempts = 4;

export async function retryingConflicts<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
    } catch (fault) {
      if (attempt === maxAttempts || !isGivenUp(fault)) throw fault;
    }
  }
}

/** Serialization failure, deadlock. */
function isGivenUp(fault: unknown): boolean {
  const state = sqlState(fault);
  return state === '40001' || state === '40P01';
}
