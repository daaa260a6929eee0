/*
 * Whether the number of a version is already used: by a version, yanked or not, or by one that an admin purged. A used
 * number cannot be used again. Build metadata does not count.
 */

import { sql } from 'kysely';
import type { Queries } from '../../data/db/database.js';
import type { ItemName } from '../../rules/access/principal.js';

type UsedVersion =
  | { readonly by: 'version'; readonly id: number; readonly version: string; readonly contentDigest: string }
  | { readonly by: 'purge' };

export async function findUsedVersion(
  queries: Queries,
  tenantId: number,
  { kind, slug, version }: ItemName & { readonly version: string },
): Promise<UsedVersion | undefined> {
  const number = version.replace(/\+.*/, '');
  const { rows } = await sql<{ id: number | null; version: string; content_digest: string | null }>`
    select version.id, version.version, version.content_digest
    from items as item
    join versions as version on version.tenant_id = item.tenant_id and version.item_id = item.id
    where item.tenant_id = ${tenantId} and item.kind = ${kind} and item.slug = ${slug}
      and split_part(version.version, '+', 1) = ${number}
    union all
    select null, version, null
    from tombstones
    where tenant_id = ${tenantId} and kind = ${kind} and slug = ${slug}
      and split_part(version, '+', 1) = ${number}
  `.execute(queries);
  const [row] = rows;
  if (row === undefined) return undefined;
  if (row.id === null || row.content_digest === null) return { by: 'purge' };
  return { by: 'version', id: row.id, version: row.version, contentDigest: row.content_digest };
}
