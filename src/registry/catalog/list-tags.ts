/*
 * The tags of the catalog, for whoever wants to choose one: those of the latest versions of published items.
 */

import { sql } from 'kysely';
import type { Kind } from '../api/names.js';
import type { TagCount } from '../api/routes/catalog.js';
import type { Queries } from '../db/database.js';

const most = 200;

/** The most used first. */
export async function listTags(queries: Queries, tenantId: number, kind: Kind): Promise<readonly TagCount[]> {
  const { rows } = await sql<TagCount>`
    select tag, count(*) as count
    from items as item
    join versions as version on version.tenant_id = item.tenant_id and version.id = item.latest_id
    cross join unnest(version.tags) as tag
    where item.tenant_id = ${tenantId} and item.kind = ${kind} and item.state = 'published'
    group by tag
    order by count(*) desc, tag collate "C"
    limit ${most}
  `.execute(queries);
  return rows;
}
