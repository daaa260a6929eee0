/*
 * Finds an item by name, or locks its row until the transaction ends: changes of an item and of its versions happen one
 * at a time.
 */

import type { Selectable } from 'kysely';
import { CoppiceError } from '../../../text/errors.js';
import type { Queries } from '../../data/db/database.js';
import type { Tables } from '../../data/db/tables.js';
import type { ItemName } from '../../rules/access/principal.js';

interface FoundItem {
  readonly id: number;
  readonly latest_id: number | null;
}

export async function findItem(
  queries: Queries,
  tenantId: number,
  { kind, slug }: ItemName,
): Promise<FoundItem> {
  const item = await queries
    .selectFrom('items')
    .select(['id', 'latest_id'])
    .where('tenant_id', '=', tenantId)
    .where('kind', '=', kind)
    .where('slug', '=', slug)
    .executeTakeFirst();
  if (item === undefined) throw noSuchItem({ kind, slug });
  return item;
}

export function noSuchItem({ kind, slug }: ItemName): CoppiceError {
  return new CoppiceError('not-found', `there is no ${kind} \`${slug}\``);
}

export const lockedColumns = [
  'id',
  'state',
  'owners',
  'deprecated_message',
  'deprecated_replacement',
  'absorbed_into',
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
