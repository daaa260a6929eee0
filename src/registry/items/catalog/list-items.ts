/*
 * The catalog as a list: searched, filtered and sorted, page by page. Deprecated items come last. Publishes between two
 * pages neither repeat nor lose other items on later pages; only an item that is published again may move in the order
 * of relevance, and one that is used in the order of use. The tags of the catalog are listed here too.
 */

import { sql } from 'kysely';
import type { SearchQuery } from '../../../search/query.js';
import type { ItemRow } from '../../api/item.js';
import type { Kind } from '../../api/names.js';
import type { ListQuery, TagCount } from '../../api/routes/catalog.js';
import type { Queries } from '../../data/db/database.js';
import {
  type CursorValue,
  decodeCursor,
  encodeCursor,
  isCursorTime,
  notACursor,
} from '../../rules/cursor.js';
import { readSearchWords, type SearchWords } from '../../rules/search-words.js';
import type { Catalog } from './catalog.js';
import { maxCandidates } from './find-candidates.js';
import { itemRowOf } from './item-columns.js';
import { type RankedItem, rankItems } from './ranked-items.js';
import { type ItemFilter, type PageEdge, type PageOrder, type PageRow, readPage } from './read-page.js';
import { findByMeaning } from './search-by-meaning.js';
import { knownMatch, searchItems } from './search-by-words.js';

interface ItemPage {
  readonly items: readonly ItemRow[];
  readonly next_cursor: string | null;
}

export async function listItems(catalog: Catalog, tenantId: number, query: ListQuery): Promise<ItemPage> {
  const { kind, state, tags = [], semantic = false, cursor, min_similarity: minSimilarity } = query;
  const search = readSearchWords(query.question ?? query.query, query.keywords);
  const sort = query.sort ?? (search === undefined ? 'name' : 'relevance');
  const filter: ItemFilter = { tenantId, kind, state, tags };
  const about = { ...filter, sort, semantic, minSimilarity, text: search?.text, keywords: search?.keywords };
  const after = cursor === undefined ? undefined : decodeCursor(cursor, about);
  const asked = semantic || sort !== 'relevance' ? undefined : search?.asked;
  const { rows, next, similarities, scores } =
    search !== undefined && asked !== undefined
      ? await rankedPage(catalog, filter, { query, search, asked, after })
      : await sortedPage(catalog, filter, { query, search, sort, after });
  const uses = await readUses(catalog.registry.database, tenantId, rows);
  return {
    items: rows.map((row) => ({
      ...itemRowOf(row),
      uses: uses.get(row.id) ?? 0,
      ...optional('similarity', similarities?.get(row.id)),
      ...optional('score', scores?.get(row.id)),
    })),
    next_cursor: next === undefined ? null : encodeCursor(next, about),
  };
}

interface FoundPage {
  readonly rows: readonly PageRow[];
  /** What the cursor of the next page holds; undefined on the last one. */
  readonly next: readonly CursorValue[] | undefined;
  readonly similarities?: ReadonlyMap<number, number | undefined> | undefined;
  readonly scores?: ReadonlyMap<number, number> | undefined;
}

interface RankedQuery {
  readonly query: ListQuery;
  readonly search: SearchWords;
  readonly asked: SearchQuery;
  readonly after: readonly CursorValue[] | undefined;
}

/** The cursor holds the rest of the ranking: ids and scores in turn. */
async function rankedPage(
  catalog: Catalog,
  filter: ItemFilter,
  { query: { limit }, search, asked, after }: RankedQuery,
): Promise<FoundPage> {
  const { database, clock } = catalog.registry;
  const ranked = after === undefined ? await rankItems(catalog, filter, search, asked) : readRanking(after);
  const shown = ranked.slice(0, limit);
  const rest = ranked.slice(limit);
  const places = new Map(shown.map(({ id }, at) => [id, { score: shown.length - at }]));
  const rows = await readPage(database, filter, {
    sort: 'relevance',
    matches: [knownMatch(places)],
    asOf: clock.now(),
    after: undefined,
    limit,
  });
  return {
    rows,
    next: rest.length === 0 ? undefined : rest.flatMap(({ id, confidence }) => [id, rounded(confidence)]),
    scores: new Map(shown.map(({ id, confidence }) => [id, rounded(confidence)])),
  };
}

function rounded(confidence: number): number {
  return Math.round(confidence * 1_000) / 1_000;
}

/** Anybody can make up a cursor; the ids that it names are read under the same filter as all others. */
function readRanking(values: readonly CursorValue[]): readonly Pick<RankedItem, 'id' | 'confidence'>[] {
  const numbers = values.filter(
    (value, at): value is number =>
      typeof value === 'number' && (at % 2 === 0 ? Number.isSafeInteger(value) : value >= 0 && value <= 1),
  );
  if (numbers.length !== values.length || numbers.length % 2 !== 0 || numbers.length > 2 * maxCandidates)
    throw notACursor();
  return numbers.flatMap((id, at) => (at % 2 === 0 ? [{ id, confidence: numbers[at + 1] ?? 0 }] : []));
}

interface SortedQuery {
  readonly query: ListQuery;
  readonly search: SearchWords | undefined;
  readonly sort: PageOrder['sort'];
  readonly after: readonly CursorValue[] | undefined;
}

/** The cursor holds the sort key of the last row. */
async function sortedPage(
  catalog: Catalog,
  filter: ItemFilter,
  { query, search, sort, after: values }: SortedQuery,
): Promise<FoundPage> {
  const { limit, semantic = false, min_similarity: minSimilarity } = query;
  const { database, clock } = catalog.registry;
  const after = values && readEdge(values);
  const order = { sort, asOf: after?.asOf ?? clock.now(), after, limit: limit + 1 };
  const hits = semantic ? await findByMeaning(catalog, filter, search, minSimilarity) : undefined;
  const { rows, isLoose } =
    search && !hits
      ? await searchItems(database, search, after?.isLoose, (queries, matches) =>
          readPage(queries, filter, { ...order, matches }),
        )
      : {
          rows: await readPage(database, filter, { ...order, matches: hits && [knownMatch(hits)] }),
          isLoose: false,
        };
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    rows: shown,
    next: last && [last.is_deprecated, last.key, last.slug, order.asOf, isLoose],
    similarities: hits && new Map(Array.from(hits, ([id, { similarity }]) => [id, similarity])),
  };
}

/** One query for the page: most items have few days with use. */
async function readUses(
  queries: Queries,
  tenantId: number,
  items: readonly { readonly id: number }[],
): Promise<ReadonlyMap<number, number>> {
  if (items.length === 0) return new Map();
  const { rows } = await sql<{ item_id: number; uses: number }>`
    select item_id, sum(uses)::int8 as uses
    from usage_by_item
    where tenant_id = ${tenantId} and item_id = any(${items.map(({ id }) => id)}::bigint[])
    group by item_id
  `.execute(queries);
  return new Map(rows.map(({ item_id, uses }) => [item_id, uses]));
}

/** The tags of the latest versions of published items, the most frequent first. */
export async function listTags(queries: Queries, tenantId: number, kind: Kind): Promise<readonly TagCount[]> {
  const { rows } = await sql<TagCount>`
    select tag, count(*) as count
    from items as item
    join versions as version on version.tenant_id = item.tenant_id and version.id = item.latest_id
    cross join unnest(version.tags) as tag
    where item.tenant_id = ${tenantId} and item.kind = ${kind} and item.state = 'published'
    group by tag
    order by count(*) desc, tag collate "C"
    limit ${maxTags}
  `.execute(queries);
  return rows;
}

const maxTags = 200;

function optional(key: 'similarity' | 'score', value: number | undefined): object {
  return value === undefined ? {} : { [key]: value };
}

function readEdge([isDeprecated, key, slug, asOf, isLoose]: readonly CursorValue[]): PageEdge {
  const areFlags = typeof isDeprecated === 'boolean' && typeof isLoose === 'boolean';
  if (!areFlags || !isCursorTime(asOf) || typeof key !== 'number' || typeof slug !== 'string')
    throw notACursor();
  return { isDeprecated, key, slug, asOf, isLoose };
}
