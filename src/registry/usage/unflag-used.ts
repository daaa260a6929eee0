/*
 * A flagged item that is used again is a candidate for the archive no more.
 */

import { sql } from 'kysely';
import type { ItemName } from '../access/principal.js';
import type { ItemState } from '../api/names.js';
import { systemActor, writeAudits } from '../db/audit.js';
import type { Queries } from '../db/database.js';
import type { ItemUse } from '../rules/usage-tally.js';
import { dayMs } from '../rules/utc-day.js';

export interface CountedItem extends ItemName {
  readonly id: number;
  readonly state: ItemState;
  readonly state_at: Date;
}

/** Of items whose rows are locked. Gives those that it changed. */
export async function unflagUsed(
  transaction: Queries,
  tenantId: number,
  items: ReadonlyMap<number, CountedItem>,
  uses: readonly ItemUse[],
  now: number,
): Promise<readonly ItemName[]> {
  const lifted = uses.flatMap(({ itemId, lastAt }) => {
    const item = items.get(itemId);
    return item?.state === 'flagged' && isNews(lastAt, item.state_at.getTime()) ? [item] : [];
  });
  if (lifted.length === 0) return [];
  await transaction
    .updateTable('items')
    .set({ state: 'published', state_reason: '', state_at: new Date(now) })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', sql<number>`any(${lifted.map(({ id }) => id)}::bigint[])`)
    .execute();
  const entries = lifted.map(({ kind, slug }) => ({
    action: 'item.unflag',
    target: `${kind}/${slug}`,
    details: { reason: 'it was used' },
  }));
  await writeAudits(transaction, systemActor(tenantId), now, entries);
  return lifted;
}

/**
 * Whoever flagged an item did not know of its use: it came after, or on an earlier day and is told only now. What came
 * before on the same day was on its way while the item was flagged.
 */
function isNews(usedAt: number, flaggedAt: number): boolean {
  return usedAt >= flaggedAt || usedAt < flaggedAt - (flaggedAt % dayMs);
}
