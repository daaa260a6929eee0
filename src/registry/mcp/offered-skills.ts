/*
 * The skills that are offered as resources: the latest versions. All that their entries need, and little of the text,
 * since a page has many of them.
 */

import { sql } from 'kysely';
import type { ItemState } from '../api/names.js';
import type { Queries } from '../db/database.js';
import type { StoredFile } from '../db/tables.js';

export interface OfferedSkill {
  readonly itemId: number;
  readonly versionId: number;
  readonly slug: string;
  readonly state: ItemState;
  readonly name: string;
  readonly digest: string;
  readonly unpackedBytes: number;
  readonly files: readonly StoredFile[];
  /** The beginning of the SKILL.md, with its frontmatter. */
  readonly head: string;
}

/** Those in the catalog after the given slug, by slug. */
export function readOfferedSkills(
  queries: Queries,
  tenantId: number,
  after: string,
  limit: number,
): Promise<readonly OfferedSkill[]> {
  return select(queries, tenantId)
    .where('item.state', '=', 'published')
    .where(sql`item.slug collate "C"`, '>', after)
    .orderBy(sql`item.slug collate "C"`)
    .limit(limit)
    .execute();
}

/** Flagged ones too, which are only not listed. */
export function findOfferedSkill(
  queries: Queries,
  tenantId: number,
  slug: string,
): Promise<OfferedSkill | undefined> {
  return select(queries, tenantId)
    .where('item.slug', '=', slug)
    .where('item.state', '<>', 'archived')
    .executeTakeFirst();
}

const headLength = 20_000;

function select(queries: Queries, tenantId: number) {
  return queries
    .selectFrom('items as item')
    .innerJoin('versions as version', (join) =>
      join.onRef('version.tenant_id', '=', 'item.tenant_id').onRef('version.id', '=', 'item.latest_id'),
    )
    .select([
      'item.id as itemId',
      'version.id as versionId',
      'item.slug',
      'item.state',
      'version.name',
      'version.digest',
      'version.unpacked_bytes as unpackedBytes',
      'version.files',
      sql<string>`left(version.skill_md, ${headLength})`.as('head'),
    ])
    .where('item.tenant_id', '=', tenantId)
    .where('item.kind', '=', 'skill');
}
