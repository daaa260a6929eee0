/*
 * The item of a name, or the refusal that there is none.
 */

import { CoppiceError } from '../../system/errors.js';
import type { ItemName } from '../access/principal.js';
import type { Queries } from '../db/database.js';

export interface FoundItem {
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
