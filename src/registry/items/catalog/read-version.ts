/*
 * Versions as the API returns them: one with all its facts, or those of an item page by page, including yanked ones.
 */

import { sql } from 'kysely';
import { firstCharacters } from '../../../text/utf8.js';
import type { VersionAnswer, VersionSummary } from '../../api/item.js';
import type { Queries } from '../../data/db/database.js';
import type { ItemName } from '../../rules/access/principal.js';
import { decodeRowCursor, encodeCursor } from '../../rules/cursor.js';
import type { Catalog } from './catalog.js';
import { readEvaluations } from './evaluations.js';
import { findItem } from './find-item.js';
import { requiresOf } from './item-columns.js';

/** Build metadata does not count: `1.0.0` finds `1.0.0+build.7`. */
export async function readVersion(
  queries: Queries,
  tenantId: number,
  { kind, slug }: ItemName,
  version: string,
): Promise<VersionAnswer | undefined> {
  const row = await queries
    .selectFrom('items as item')
    .innerJoin('versions as version', (join) =>
      join.onRef('version.tenant_id', '=', 'item.tenant_id').onRef('version.item_id', '=', 'item.id'),
    )
    .select([
      'item.kind',
      'item.slug',
      'version.version',
      'version.digest',
      'version.content_digest',
      'version.size_bytes',
      'version.unpacked_bytes',
      'version.name',
      'version.description',
      'version.when_to_use',
      'version.tags',
      'version.files',
      'version.scan_verdict',
      'version.scan_findings',
      'version.source_repo',
      'version.source_commit',
      'version.ci_run',
      'version.published_by',
      'version.published_at',
      'version.yanked_at',
      'version.yanked_reason',
      'version.yanked_by',
      requiresOf('version').as('requires'),
    ])
    .where('item.tenant_id', '=', tenantId)
    .where('item.kind', '=', kind)
    .where('item.slug', '=', slug)
    .where(sql`split_part(version.version, '+', 1)`, '=', sql`split_part(${version}, '+', 1)`)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const {
    source_repo,
    source_commit,
    yanked_at,
    yanked_reason,
    yanked_by,
    scan_verdict,
    scan_findings,
    ...facts
  } = row;
  return {
    ...facts,
    evaluations: await readEvaluations(queries, tenantId, facts.content_digest),
    tags: [...facts.tags],
    files: [...facts.files],
    published_at: facts.published_at.toISOString(),
    source:
      source_repo === null || source_commit === null ? null : { repo: source_repo, commit: source_commit },
    scan: { verdict: scan_verdict, findings: [...scan_findings] },
    yanked:
      yanked_at === null
        ? null
        : { reason: yanked_reason ?? '', at: yanked_at.toISOString(), by: yanked_by ?? '' },
  };
}

interface VersionPage {
  readonly items: readonly VersionSummary[];
  readonly next_cursor: string | null;
}

/** The newest publication first. */
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
      change_summary: summaryOf(description),
      is_latest: id === item.latest_id,
    })),
    next_cursor: last ? encodeCursor([last.id], about) : null,
  };
}

function summaryOf(description: string): string {
  const shown = firstCharacters(description, maxSummaryCharacters);
  return shown === description ? description : `${shown}…`;
}

const maxSummaryCharacters = 200;
