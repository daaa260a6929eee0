/*
 * The catalog as a list: searched, filtered and sorted, page by page. Deprecated items come last. Publishes between two
 * pages neither repeat nor lose other items on later pages; only an item that is published again may move in the order
 * of relevance, and one that is used in the order of use. The tags of the catalog are listed here too.
 */

import { sql } from 'kysely';
import type { ItemRow } from '../../api/item.js';
import type { Kind } from '../../api/names.js';
import type { ListQuery, TagCount } from '../../api/routes/catalog.js';
import type { Queries } from '../../data/db/database.js';
import { decodeCursor, encodeCursor, isCursorTime, notACursor } from '../../rules/cursor.js';
import { readSearchWords } from '../../rules/search-words.js';
import type { Catalog } from './catalog.js';
import { itemRowOf } from './item-columns.js';
import { type ItemFilter, type PageEdge, readPage } from './read-page.js';
import { findByMeaning } from './search-by-meaning.js';
import { knownMatch, searchItems } from './search-by-words.js';

interface ItemPage {
  readonly items: readonly ItemRow[];
  readonly next_cursor: string | null;
}

export async function listItems(catalog: Catalog, tenantId: number, query: ListQuery): Promise<ItemPage> {
  const { kind, state, tags = [], semantic = false, limit, cursor, min_similarity: minSimilarity } = query;
  const { database, clock } = catalog.registry;
  const search = readSearchWords(query.question ?? query.query, query.keywords);
  const sort = query.sort ?? (search === undefined ? 'name' : 'relevance');
  const filter: ItemFilter = { tenantId, kind, state, tags };
  const about = { ...filter, sort, semantic, minSimilarity, text: search?.text, keywords: search?.keywords };
  const after = cursor === undefined ? undefined : readEdge(decodeCursor(cursor, about));
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
  const uses = await readUses(database, tenantId, shown);
  return {
    items: shown.map((row) => ({
      ...itemRowOf(row),
      uses: uses.get(row.id) ?? 0,
      ...similarityOf(hits?.get(row.id)?.similarity),
    })),
    next_cursor: last
      ? encodeCursor([last.is_deprecated, last.key, last.slug, order.asOf, isLoose], about)
      : null,
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

function similarityOf(similarity: number | undefined): { readonly similarity?: number } {
  return similarity === undefined ? {} : { similarity };
}

function readEdge([isDeprecated, key, slug, asOf, isLoose]: ReturnType<typeof decodeCursor>): PageEdge {
  const areFlags = typeof isDeprecated === 'boolean' && typeof isLoose === 'boolean';
  if (!areFlags || !isCursorTime(asOf) || typeof key !== 'number' || typeof slug !== 'string')
    throw notACursor();
  return { isDeprecated, key, slug, asOf, isLoose };
}
