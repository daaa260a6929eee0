/*
 * The versions of an item, page by page: the one published last first, yanked ones among them.
 */

import type { ItemName } from '../access/principal.js';
import type { VersionSummary } from '../api/item.js';
import { decodeRowCursor, encodeCursor } from '../rules/cursor.js';
import { cutText } from '../rules/cut-text.js';
import type { Catalog } from './catalog.js';
import { findItem } from './find-item.js';

export interface VersionPage {
  readonly items: readonly VersionSummary[];
  readonly next_cursor: string | null;
}

export async function listVersions(
  { registry: { database } }: Catalog,
  tenantId: number,
  name: ItemName,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
): Promise<VersionPage> {
  const item = await findItem(database, tenantId, name);
  const about = { list: 'versions', item: item.id };
  const rows = await database
    .selectFrom('versions')
    .select([
      'id',
      'version',
      'digest',
      'content_digest',
      'size_bytes',
      'description',
      'published_by',
      'published_at',
      'yanked_at',
      'yanked_reason',
      'yanked_by',
    ])
    .where('tenant_id', '=', tenantId)
    .where('item_id', '=', item.id)
    .$if(cursor !== undefined, (query) => query.where('id', '<', decodeRowCursor(cursor ?? '', about)))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    items: shown.map(({ id, description, published_at, yanked_at, yanked_reason, yanked_by, ...facts }) => ({
      ...facts,
      published_at: published_at.toISOString(),
      yanked:
        yanked_at === null
          ? null
          : { reason: yanked_reason ?? '', at: yanked_at.toISOString(), by: yanked_by ?? '' },
      change_summary: cutText(description, 200),
      is_latest: id === item.latest_id,
    })),
    next_cursor: last ? encodeCursor([last.id], about) : null,
  };
}
