/*
 * Work that follows a change is written down in the change's own transaction, so that it is neither lost nor done for
 * a change that was not made. jobs/ does it afterwards, in the order it was written down.
 */

import type { Work } from '../rules/outbox-work.js';
import type { Queries } from './database.js';

export async function addWork(
  queries: Queries,
  tenantId: number,
  at: number,
  work: readonly Work[],
): Promise<void> {
  if (work.length === 0) return;
  const time = new Date(at);
  await queries
    .insertInto('outbox')
    .values(
      work.map(({ topic, ...payload }) => ({
        tenant_id: tenantId,
        topic,
        payload: JSON.stringify(payload),
        created_at: time,
        next_at: time,
      })),
    )
    .execute();
}
