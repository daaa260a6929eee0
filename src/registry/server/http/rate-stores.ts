/*
 * The two stores of the counts of the rate limit. Windows are the same for all keys, so a new window discards all earlier
 * counts.
 */

import { hasCode } from '../../../text/errors.js';
import type { Database } from '../../data/db/database.js';
import type { RateStore } from '../../rules/http/rate-limit.js';

/** Beyond this number of callers, the least recently seen are forgotten. */
const maxKeys = 100_000;

export function memoryRates(limit = maxKeys): RateStore {
  let current = 0;
  const counts = new Map<string, number>();
  return {
    count(key, windowStart) {
      if (windowStart !== current) {
        counts.clear();
        current = windowStart;
      }
      const count = (counts.get(key) ?? 0) + 1;
      // Deleting first moves the key to the end.
      counts.delete(key);
      if (counts.size >= limit) {
        const [oldest] = counts.keys();
        if (oldest !== undefined) counts.delete(oldest);
      }
      counts.set(key, count);
      return count;
    },
  };
}

/** Shared by all replicas. While the database does not answer, each counts in its own memory. */
export function databaseRates(database: Database): RateStore {
  const fallback = memoryRates();
  let current = 0;
  return {
    async count(key, windowStart) {
      const start = new Date(windowStart);
      try {
        if (windowStart !== current) {
          current = windowStart;
          await database.deleteFrom('rate_windows').where('window_start', '<', start).execute();
        }
        const { count } = await database
          .insertInto('rate_windows')
          .values({ key, window_start: start, count: 1 })
          .onConflict((row) =>
            row.columns(['key', 'window_start']).doUpdateSet((given) => ({
              count: given('rate_windows.count', '+', 1),
            })),
          )
          .returning('count')
          .executeTakeFirstOrThrow();
        return count;
      } catch (error) {
        if (hasCode(error, 'unavailable')) return fallback.count(key, windowStart);
        throw error;
      }
    },
  };
}
