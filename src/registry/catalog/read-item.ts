/*
 * One item as it is answered: its state, its latest version, and who uses it.
 */

import { sql } from 'kysely';
import type { ItemName } from '../access/principal.js';
import type { ItemAnswer } from '../api/item.js';
import type { Queries } from '../db/database.js';
import { itemColumns, itemRowOf, shownVersionId } from './item-row.js';
import { readLiveDemands } from './live-demands.js';
import { requiresOf } from './requires-of.js';

export async function readItem(
  queries: Queries,
  tenantId: number,
  { kind, slug }: ItemName,
): Promise<ItemAnswer | undefined> {
  const row = await queries
    .selectFrom('items as item')
    .leftJoin('versions as version', (join) =>
      join.onRef('version.tenant_id', '=', 'item.tenant_id').on('version.id', '=', shownVersionId),
    )
    .select([...itemColumns, 'item.owners'])
    .select([
      requiresOf('version').as('requires'),
      sql<Record<string, string>>`coalesce((
        select jsonb_object_agg(channel.channel, named.version)
        from channels as channel
        join versions as named on named.tenant_id = channel.tenant_id and named.id = channel.version_id
        where channel.tenant_id = item.tenant_id and channel.item_id = item.id
      ), '{}')`.as('channels'),
    ])
    .where('item.tenant_id', '=', tenantId)
    .where('item.kind', '=', kind)
    .where('item.slug', '=', slug)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const demands = await readLiveDemands(queries, tenantId, [{ kind, slug }]);
  return {
    ...itemRowOf(row),
    requires: row.requires,
    used_by: [...new Set(demands.map(({ by }) => by.slug))].sort(),
    owners: [...row.owners],
    channels: row.channels,
  };
}
