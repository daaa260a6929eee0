/*
 * The columns of an item that come from its latest version: the reference to it, and the text for the search. Everything
 * that may change the latest version (publish, yank, purge) calls this in its transaction.
 */

import { type RawBuilder, sql } from 'kysely';
import { parseSkill } from '../../../skill/parse.js';
import type { Queries } from '../../data/db/database.js';
import { addWork } from '../../data/outbox.js';
import { searchTerms } from '../../rules/search-terms.js';
import { latestOf } from '../../rules/versions/latest.js';

/** The row of the item must be locked. */
export async function refreshLatest(
  transaction: Queries,
  tenantId: number,
  itemId: number,
  at: number,
): Promise<void> {
  const versions = await transaction
    .selectFrom('versions')
    .select(['id', 'version', 'yanked_at'])
    .where('tenant_id', '=', tenantId)
    .where('item_id', '=', itemId)
    .execute();
  const latest = latestOf(versions.map((row) => ({ ...row, isYanked: row.yanked_at !== null })));
  const { numUpdatedRows } = await transaction
    .updateTable('items')
    .set({
      latest_id: latest?.id ?? null,
      ...(latest === undefined ? emptySearchColumns : await searchColumns(transaction, tenantId, latest.id)),
    })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', itemId)
    .where('latest_id', 'is distinct from', latest?.id ?? null)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) await addWork(transaction, tenantId, at, [{ topic: 'embedding', itemId }]);
}

const emptySearchColumns = { search_vector: '', search_text: '', search_terms: null };

interface SearchColumns {
  readonly search_vector: RawBuilder<string>;
  readonly search_text: RawBuilder<string>;
  readonly search_terms: Buffer;
}

async function searchColumns(
  transaction: Queries,
  tenantId: number,
  versionId: number,
): Promise<SearchColumns> {
  const text = await searchedVersions(transaction)
    .where('version.tenant_id', '=', tenantId)
    .where('version.id', '=', versionId)
    .executeTakeFirstOrThrow();
  const { slug, name, description, tags, when_to_use, skill_md } = text;
  const names = `${name} ${slug} ${slug.replaceAll('-', ' ')}`;
  const about = [description, ...tags, when_to_use ?? ''].join(' ');
  return {
    search_vector: sql`${words(names, 'A')} || ${words(about, 'B')} || ${words(bodyOf(skill_md), 'D')}`,
    search_text: sql`plain_text(${comparedText({ slug, name, description, tags })})`,
    search_terms: searchTerms(text),
  };
}

/** The searched text of versions, of which the caller chooses some. */
export function searchedVersions(queries: Queries) {
  return queries
    .selectFrom('versions as version')
    .innerJoin('items as item', (join) =>
      join.onRef('item.tenant_id', '=', 'version.tenant_id').onRef('item.id', '=', 'version.item_id'),
    )
    .select([
      'item.slug',
      'version.name',
      'version.description',
      'version.tags',
      'version.when_to_use',
      'version.skill_md',
    ]);
}

export interface ComparedText {
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
}

/** The text that is compared by letters, for typos and for similar items. */
export function comparedText({ slug, name, description, tags }: ComparedText): string {
  return [slug, name, description, ...tags].join(' ').slice(0, maxLetters);
}

const maxLetters = 2_000;
const maxBody = 20_000;

/**
 * Indexes English words by their stem and without accents, and every word as it is written: exact words of other
 * languages are also found, with or without their accents.
 */
function words(text: string, weight: 'A' | 'B' | 'D'): RawBuilder<string> {
  return sql`setweight(
    to_tsvector('english', plain_text(${text}::text)) || to_tsvector('simple', ${text}::text), ${sql.lit(weight)}
  )`;
}

function bodyOf(skillMd: string): string {
  const { source, layout } = parseSkill(skillMd);
  return new TextDecoder().decode(source.subarray(layout.bodyStart)).slice(0, maxBody);
}
