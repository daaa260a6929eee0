/*
 * One version as it is answered.
 */

import { sql } from 'kysely';
import type { ItemName } from '../access/principal.js';
import type { VersionAnswer } from '../api/item.js';
import type { Queries } from '../db/database.js';
import { requiresOf } from './requires-of.js';

/** Build metadata is no part of a version's number: `1.0.0` finds `1.0.0+build.7`. */
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
