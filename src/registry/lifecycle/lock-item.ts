/*
 * The row of an item, locked until the transaction ends: whatever changes an item or its versions does it one at a time.
 */

import type { Selectable } from 'kysely';
import type { ItemName } from '../access/principal.js';
import type { Queries } from '../db/database.js';
import type { Tables } from '../db/tables.js';

export const lockedColumns = [
  'id',
  'state',
  'owners',
  'deprecated_message',
  'deprecated_replacement',
] as const;
export type LockedItem = Pick<Selectable<Tables['items']>, (typeof lockedColumns)[number]>;

export function lockItem(
  transaction: Queries,
  tenantId: number,
  { kind, slug }: ItemName,
): Promise<LockedItem | undefined> {
  return transaction
    .selectFrom('items')
    .select(lockedColumns)
    .where('tenant_id', '=', tenantId)
    .where('kind', '=', kind)
    .where('slug', '=', slug)
    .forUpdate()
    .executeTakeFirst();
}
