/*
 * The skills of a tenant for programs that discover them at well-known addresses, for both versions of the document.
 * Names are slugs there; slugs that its naming rules do not allow are left out, since one bad entry makes some readers
 * refuse the whole document.
 */

import { sql } from 'kysely';
import type { Queries } from '../../data/db/database.js';

export interface DiscoveredSkill {
  readonly slug: string;
  readonly version: string;
  readonly description: string;
  readonly digest: string;
  readonly files: readonly string[];
}

/** The published skills, sorted by slug. */
export function readDiscovered(queries: Queries, tenantId: number): Promise<readonly DiscoveredSkill[]> {
  return queries
    .selectFrom('items as item')
    .innerJoin('versions as version', (join) =>
      join.onRef('version.tenant_id', '=', 'item.tenant_id').onRef('version.id', '=', 'item.latest_id'),
    )
    .select([
      'item.slug',
      'version.version',
      'version.description',
      'version.digest',
      sql<readonly string[]>`array(
        select file ->> 'path' from jsonb_array_elements(version.files) with ordinality as listed (file, position)
        order by position
      )`.as('files'),
    ])
    .where('item.tenant_id', '=', tenantId)
    .where('item.kind', '=', 'skill')
    .where('item.state', '=', 'published')
    .where('item.slug', '!~', '^@|--|-$')
    .orderBy('item.slug', (order) => order.collate('C'))
    .execute();
}
