/*
 * Reads which items drafts would absorb, and who has agreed to it.
 */

import type { DraftAnswer } from '../api/routes/drafts.js';
import type { Queries } from '../data/db/database.js';

export type AbsorbedItem = NonNullable<DraftAnswer['absorbs']>[number];

/** By draft, each by slug. */
export async function readAbsorbed(
  queries: Queries,
  tenantId: number,
  draftIds: readonly string[],
): Promise<ReadonlyMap<string, AbsorbedItem[]>> {
  if (draftIds.length === 0) return new Map();
  const rows = await queries
    .selectFrom('draft_absorbs as absorbed')
    .innerJoin('items as item', (join) =>
      join.onRef('item.tenant_id', '=', 'absorbed.tenant_id').onRef('item.id', '=', 'absorbed.item_id'),
    )
    .select([
      'absorbed.draft_id',
      'absorbed.agreed_by',
      'absorbed.agreed_at',
      'item.slug',
      'item.owners',
      'item.state',
    ])
    .where('absorbed.tenant_id', '=', tenantId)
    .where('absorbed.draft_id', 'in', draftIds)
    .orderBy('item.slug', (order) => order.collate('C'))
    .execute();
  const found = new Map<string, AbsorbedItem[]>();
  for (const { draft_id, slug, state, owners, agreed_by, agreed_at } of rows) {
    const one = { slug, state, owners: [...owners], agreed_by, agreed_at: agreed_at?.toISOString() ?? null };
    found.set(draft_id, [...(found.get(draft_id) ?? []), one]);
  }
  return found;
}
