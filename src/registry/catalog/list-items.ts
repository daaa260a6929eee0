/*
 * The catalog as a list, searched, filtered and sorted, page by page. Deprecated items come after all others. What is
 * published meanwhile neither repeats nor loses an item on later pages; only one that is itself published anew may move
 * in the order of relevance, and one that is used meanwhile in the order of use.
 */

import type { ItemRow } from '../api/item.js';
import type { ListQuery } from '../api/routes/catalog.js';
import { decodeCursor, encodeCursor, isCursorTime, notACursor } from '../rules/cursor.js';
import { readSearchWords } from '../rules/search-words.js';
import type { Catalog } from './catalog.js';
import { findByMeaning } from './find-by-meaning.js';
import { itemRowOf } from './item-row.js';
import { type ItemFilter, type PageEdge, readPage } from './read-page.js';
import { searchItems } from './search-items.js';
import { knownWay } from './search-score.js';

export interface ItemPage {
  readonly items: readonly ItemRow[];
  readonly next_cursor: string | null;
}

export async function listItems(catalog: Catalog, tenantId: number, query: ListQuery): Promise<ItemPage> {
  const { kind, state, tags = [], semantic = false, limit, cursor, min_similarity: leastSimilarity } = query;
  const { database, clock } = catalog.registry;
  const search = readSearchWords(query.query);
  const sort = query.sort ?? (search === undefined ? 'name' : 'relevance');
  const filter: ItemFilter = { tenantId, kind, state, tags };
  const about = { ...filter, sort, semantic, leastSimilarity, text: search?.text };
  const after = cursor === undefined ? undefined : readEdge(decodeCursor(cursor, about));
  const order = { sort, asOf: after?.asOf ?? clock.now(), after, limit: limit + 1 };

  const hits = semantic ? await findByMeaning(catalog, filter, search, leastSimilarity) : undefined;
  const { rows, isLoose } =
    search && !hits
      ? await searchItems(database, search, after?.isLoose, (queries, ways) =>
          readPage(queries, filter, { ...order, ways }),
        )
      : {
          rows: await readPage(database, filter, { ...order, ways: hits && [knownWay(hits)] }),
          isLoose: false,
        };

  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    items: shown.map((row) => ({ ...itemRowOf(row), ...similarityOf(hits?.get(row.id)?.similarity) })),
    next_cursor: last
      ? encodeCursor([last.is_deprecated, last.key, last.slug, order.asOf, isLoose], about)
      : null,
  };
}

function similarityOf(similarity: number | undefined): { readonly similarity?: number } {
  return similarity === undefined ? {} : { similarity };
}

function readEdge([isDeprecated, key, slug, asOf, isLoose]: ReturnType<typeof decodeCursor>): PageEdge {
  const areFlags = typeof isDeprecated === 'boolean' && typeof isLoose === 'boolean';
  if (!areFlags || !isCursorTime(asOf) || typeof key !== 'number' || typeof slug !== 'string')
    throw notACursor();
  return { isDeprecated, key, slug, asOf, isLoose };
}
