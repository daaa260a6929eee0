/*
 * The job that stores the terms for the search of items that were published before they were stored. Until then such an
 * item is found by its name, its description and its tags.
 */

import type { Schedule } from '../../../system/schedule.js';
import { hourMs } from '../../../text/time.js';
import { type Database, everyTenant } from '../../data/db/database.js';
import { searchedVersions } from '../../items/publish/search-columns.js';
import type { Registry } from '../../registry.js';
import { searchTerms } from '../../rules/search-terms.js';
import { type Job, periodicJob } from './periodic-job.js';

export function searchTermsJob(
  registry: Pick<Registry, 'database' | 'clock' | 'log'>,
  schedule?: Schedule,
): Job {
  return periodicJob(
    registry,
    {
      name: 'search-terms',
      everyMs: hourMs,
      run: async (database, signal) => ({ filled: await fillSearchTerms(database, signal) }),
    },
    schedule,
  );
}

/** Few enough that requests are answered between two batches. */
const batchSize = 20;

/** Returns how many. */
export async function fillSearchTerms(database: Database, signal?: AbortSignal): Promise<number> {
  let filled = 0;
  while (signal?.aborted !== true) {
    const items = await searchedVersions(database)
      .select(['item.id', 'item.tenant_id as tenantId', 'item.latest_id as latestId'])
      .whereRef('version.id', '=', 'item.latest_id')
      .where('item.search_terms', 'is', null)
      .where('item.latest_id', 'is not', null)
      .orderBy('item.id')
      .limit(batchSize)
      .modifyEnd(everyTenant('an older release stored no terms of any'))
      .execute();
    for (const { id, tenantId, latestId, ...text } of items) {
      const { numUpdatedRows } = await database
        .updateTable('items')
        .set({ search_terms: searchTerms(text) })
        .where('tenant_id', '=', tenantId)
        .where('id', '=', id)
        .where('latest_id', '=', latestId)
        .executeTakeFirst();
      filled += Number(numUpdatedRows);
    }
    if (items.length < batchSize) break;
  }
  return filled;
}
