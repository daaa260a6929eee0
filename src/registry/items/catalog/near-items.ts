/*
 * The published items of a tenant that say the same as one of them. PostgreSQL finds candidates by the rarest words of its
 * description, and the rule of `coppice overlap` compares those few; an answer is cached while the catalog does not change.
 */

import { sql } from 'kysely';
import { distinctiveWords } from '../../../search/overlap/distinctive-words.js';
import {
  type OverlapPair,
  type OverlapSkill,
  overlapsAmong,
  strengthOf,
} from '../../../search/overlap/overlap.js';
import { bodyOf } from '../../../skill/layout.js';
import { parseSkill } from '../../../skill/parse.js';
import type { NearItem } from '../../api/item.js';
import type { Queries } from '../../data/db/database.js';
import type { Registry } from '../../registry.js';
import type { ItemName } from '../../rules/access/principal.js';
import { type Catalog, revisionOf } from './catalog.js';
import { findItem } from './find-item.js';

/** Nearest first. Nothing for an item of which every version is yanked. */
export async function readNearItems(
  catalog: Catalog,
  tenantId: number,
  name: ItemName,
): Promise<readonly NearItem[]> {
  const { database } = catalog.registry;
  const { id, latest_id } = await findItem(database, tenantId, name);
  if (latest_id === null) return [];
  const key = `${tenantId}/${id}`;
  return await catalog.near.get(key, revisionOf(catalog, tenantId), async () => {
    const [own] = await readTexts(database, tenantId, [id]);
    if (own === undefined) return [];
    const others = await readTexts(
      database,
      tenantId,
      await findCandidates(catalog.registry, tenantId, name, own),
    );
    const { sure, maybe } = overlapsAmong([own, ...others]);
    const found = (pairs: readonly OverlapPair[], isSure: boolean) =>
      pairs.filter(({ a }) => a === own.id).map((pair) => ({ pair, isSure }));
    const bySlug = new Map(others.map((other) => [other.id, other]));
    return [...found(sure, true), ...found(maybe, false)].slice(0, maxNear).flatMap(({ pair, isSure }) => {
      const other = bySlug.get(pair.b);
      if (other === undefined) return [];
      const { name: title, description } = other;
      return [
        { kind: name.kind, slug: other.id, name: title, description, score: strengthOf(pair), sure: isSure },
      ];
    });
  });
}

const maxNear = 10;

/**
 * The ids of published items that have the most of its words, a word in the headline counting more, and the rarest most.
 * Each word finds a bounded number of items by the index, so a common one costs no more than a rare one.
 */
async function findCandidates(
  { database }: Pick<Registry, 'database'>,
  tenantId: number,
  { kind, slug }: ItemName,
  { name, description }: OverlapSkill,
): Promise<readonly number[]> {
  const words = distinctiveWords(`${name} ${description}`, maxWords);
  if (words.length === 0) return [];
  return await database.transaction().execute(async (transaction) => {
    // A planner that believes a word to be common would read the words of every item, which are stored out of line.
    await sql`select set_config('enable_seqscan', 'off', true), set_config('enable_indexscan', 'off', true)`.execute(
      transaction,
    );
    const { rows } = await sql<{ readonly id: number }>`
      select found.id
      from unnest(${words}::text[]) with ordinality as wanted (word, place)
      cross join lateral (
        select id, strpos(search_text, (ts_lexize('english_stem', plain_text(wanted.word)))[1]) > 0 as is_prominent
        from items
        where tenant_id = ${tenantId} and kind = ${kind} and slug <> ${slug} and state = 'published'
          and latest_id is not null and search_vector @@ plainto_tsquery('english', plain_text(wanted.word))
        limit ${maxPerWord}
      ) as found
      group by found.id
      order by sum(${2 * maxWords} - wanted.place + case when found.is_prominent then ${2 * maxWords} else 0 end) desc,
        found.id
      limit ${maxCandidates}
    `.execute(transaction);
    return rows.map(({ id }) => id);
  });
}

const maxWords = 8;
const maxPerWord = 300;
const maxCandidates = 20;

/** By slug. Of a long body only the beginning is compared. */
async function readTexts(
  queries: Queries,
  tenantId: number,
  ids: readonly number[],
): Promise<readonly OverlapSkill[]> {
  if (ids.length === 0) return [];
  const rows = await queries
    .selectFrom('items as item')
    .innerJoin('versions as version', (join) =>
      join.onRef('version.tenant_id', '=', 'item.tenant_id').onRef('version.id', '=', 'item.latest_id'),
    )
    .select([
      'item.slug',
      'version.name',
      'version.description',
      'version.when_to_use',
      sql<string>`left(version.skill_md, ${sql.lit(maxCharacters)})`.as('text'),
    ])
    .where('item.tenant_id', '=', tenantId)
    .where('item.id', 'in', ids)
    .orderBy('item.slug')
    .execute();
  return rows.map(({ slug, name, description, when_to_use, text }) => ({
    id: slug,
    name,
    description: when_to_use === null ? description : `${description}\nUse when ${when_to_use}`,
    body: bodyOf(parseSkill(text)),
  }));
}

const maxCharacters = 5_000;
