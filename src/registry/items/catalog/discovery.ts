/*
 * The skills of a tenant for programs that look for them at well-known addresses, in both versions of that document.
 * Names are slugs there; the few slugs that its rules for names do not allow are left out, since one bad entry makes
 * some readers refuse the whole.
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

/** Those that are published, by slug. */
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
        select file ->> 'path' from jsonb_array_elements(version.files) with ordinality as listed (file, place)
        order by place
      )`.as('files'),
    ])
    .where('item.tenant_id', '=', tenantId)
    .where('item.kind', '=', 'skill')
    .where('item.state', '=', 'published')
    .where('item.slug', '!~', '--|-$')
    .orderBy('item.slug', (order) => order.collate('C'))
    .execute();
}
