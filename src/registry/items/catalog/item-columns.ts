/*
 * An item as it appears in the catalog, from the columns of the item and of the version that describes it: the latest,
 * or, where every version is yanked, the one published last.
 */

import { type RawBuilder, sql } from 'kysely';
import type { ItemRow } from '../../api/item.js';
import type { ItemState, Kind } from '../../api/names.js';

/** Columns of `items as item` and `versions as version`. */
export const itemColumns = [
  'item.kind',
  'item.slug',
  'item.state',
  'item.state_reason',
  'item.state_at',
  'item.latest_id',
  'item.deprecated_message',
  'item.deprecated_replacement',
  'item.absorbed_into',
  'item.use_count',
  'item.last_used_at',
  'item.created_at',
  'version.version',
  'version.digest',
  'version.content_digest',
  'version.size_bytes',
  'version.name',
  'version.description',
  'version.when_to_use',
  'version.tags',
  'version.scan_verdict',
  'version.published_at',
] as const;

/** The id of the version that describes the item. */
export const shownVersionId = sql<number>`coalesce(item.latest_id, (
  select max(id) from versions where tenant_id = item.tenant_id and item_id = item.id
))`;

export interface ItemColumns {
  readonly kind: Kind;
  readonly slug: string;
  readonly state: ItemState;
  readonly state_reason: string;
  readonly state_at: Date;
  readonly latest_id: number | null;
  readonly deprecated_message: string | null;
  readonly deprecated_replacement: string | null;
  readonly absorbed_into: string | null;
  readonly use_count: number;
  readonly last_used_at: Date | null;
  readonly created_at: Date;
  readonly version: string | null;
  readonly digest: string | null;
  readonly content_digest: string | null;
  readonly size_bytes: number | null;
  readonly name: string | null;
  readonly description: string | null;
  readonly when_to_use: string | null;
  readonly tags: readonly string[] | null;
  readonly scan_verdict: ItemRow['scan_verdict'] | null;
  readonly published_at: Date | null;
}

export function itemRowOf(row: ItemColumns): ItemRow {
  const hasLatest = row.latest_id !== null;
  return {
    kind: row.kind,
    slug: row.slug,
    state: row.state,
    state_reason: row.state_reason === '' ? null : row.state_reason,
    state_at: row.state_at.toISOString(),
    version: hasLatest ? row.version : null,
    digest: hasLatest ? row.digest : null,
    content_digest: hasLatest ? row.content_digest : null,
    size_bytes: hasLatest ? row.size_bytes : null,
    name: row.name ?? row.slug,
    description: row.description ?? '',
    when_to_use: row.when_to_use,
    tags: [...(row.tags ?? [])],
    scan_verdict: row.scan_verdict ?? 'pass',
    published_at: hasLatest ? (row.published_at?.toISOString() ?? null) : null,
    deprecated:
      row.deprecated_message === null
        ? null
        : { message: row.deprecated_message, replacement: row.deprecated_replacement },
    absorbed_into: row.absorbed_into,
    use_count: row.use_count,
    last_used_at: row.last_used_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  };
}

/** The requirements of the version `alias` as `slug` or `slug@range`, sorted by slug. */
export function requiresOf(alias: string): RawBuilder<string[]> {
  return sql<string[]>`array(
    select dependency.slug || case dependency.range when '*' then '' else '@' || dependency.range end
    from dependencies as dependency
    where dependency.tenant_id = ${sql.ref(alias)}.tenant_id and dependency.version_id = ${sql.ref(alias)}.id
    order by dependency.slug collate "C"
  )`;
}
