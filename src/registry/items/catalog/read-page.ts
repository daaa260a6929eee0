/*
 * One page of items in a given order. Every order has the same form in the database: deprecated items last, then an
 * ascending number, then the slug; a page begins after the last row of the previous one.
 */

import { type AliasedExpression, type RawBuilder, sql } from 'kysely';
import type { ItemState, Kind } from '../../api/names.js';
import type { sorts } from '../../api/routes/catalog.js';
import type { Queries } from '../../data/db/database.js';
import { type ItemColumns, itemColumns, shownVersionId } from './item-columns.js';
import type { SearchMatch } from './search-by-words.js';

/** Which items to list. */
export interface ItemFilter {
  readonly tenantId: number;
  readonly kind: Kind;
  readonly state: ItemState;
  /** All tags must match. */
  readonly tags: readonly string[];
}

export interface PageOrder {
  readonly sort: (typeof sorts)[number];
  /** Undefined without a search. */
  readonly matches?: readonly SearchMatch[] | undefined;
  /** When the first page was requested. */
  readonly asOf: number;
  readonly after: PageEdge | undefined;
  readonly limit: number;
}

/** The last row of a page, and how and when the first page was requested. */
export interface PageEdge {
  readonly isDeprecated: boolean;
  readonly key: number;
  readonly slug: string;
  readonly asOf: number;
  readonly isLoose: boolean;
}

export interface PageRow extends ItemColumns {
  readonly id: number;
  readonly is_deprecated: boolean;
  readonly key: number | null;
}

export async function readPage(
  queries: Queries,
  filter: ItemFilter,
  { after, limit, ...order }: PageOrder,
): Promise<readonly PageRow[]> {
  const page = queries
    .selectFrom(orderedItems(queries, filter, order))
    .selectAll()
    .where('key', 'is not', null)
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(is_deprecated, key, slug collate "C") > (${after?.isDeprecated}, ${after?.key}::float8, ${after?.slug})`,
      ),
    )
    .orderBy('is_deprecated')
    .orderBy('key')
    .orderBy('slug', (order) => order.collate('C'))
    .limit(limit);
  return queries
    .selectFrom(page.as('page'))
    .innerJoin('items as item', (join) =>
      join.on('item.tenant_id', '=', filter.tenantId).onRef('item.id', '=', 'page.id'),
    )
    .leftJoin('versions as version', (join) =>
      join.onRef('version.tenant_id', '=', 'item.tenant_id').on('version.id', '=', shownVersionId),
    )
    .select(['page.id', 'page.is_deprecated', 'page.key', ...itemColumns])
    .orderBy('page.is_deprecated')
    .orderBy('page.key')
    .orderBy('page.slug', (order) => order.collate('C'))
    .execute();
}

interface OrderedItem {
  readonly id: number;
  readonly slug: string;
  readonly is_deprecated: boolean;
  /** Lower keys come first. */
  readonly key: number | null;
}

/** Each item once, with its best key. */
export function orderedItems(
  queries: Queries,
  filter: ItemFilter,
  {
    sort,
    matches = [withoutSearch],
    asOf,
    maxFound,
  }: Pick<PageOrder, 'sort' | 'matches' | 'asOf'> & {
    /** How many items of each match are looked at. */
    readonly maxFound?: number;
  },
): AliasedExpression<OrderedItem, 'ordered'> {
  const [first, ...others] = matches.map(({ isFound, score }) => {
    const found = itemsOf(queries, filter)
      .where(isFound)
      .select(['item.id', 'item.slug', sql<boolean>`item.deprecated_message is not null`.as('is_deprecated')])
      .select(sortKey(sort, score, asOf).as('key'));
    const some = found.$if(maxFound !== undefined, (query) => query.limit(maxFound ?? 0));
    return queries.selectFrom(some.as('found')).selectAll('found');
  });
  if (first === undefined) throw new Error('a search needs at least one match');
  if (others.length === 0) return first.as('ordered');
  return queries
    .selectFrom(others.reduce((query, other) => query.unionAll(other), first).as('hit'))
    .select(['hit.id', 'hit.slug', 'hit.is_deprecated', ({ fn }) => fn.min('hit.key').as('key')])
    .groupBy(['hit.id', 'hit.slug', 'hit.is_deprecated'])
    .as('ordered');
}

const withoutSearch: SearchMatch = { isFound: sql`true`, score: sql`0::float8` };

/** The items of a filter. An item whose versions are all yanked is not listed as published. */
function itemsOf(queries: Queries, { tenantId, kind, state, tags }: ItemFilter) {
  return queries
    .selectFrom('items as item')
    .where('item.tenant_id', '=', tenantId)
    .where('item.kind', '=', kind)
    .where('item.state', '=', state)
    .$if(state === 'published', (query) => query.where('item.latest_id', 'is not', null))
    .$if(tags.length > 0, (query) =>
      query.where(
        sql<boolean>`exists (
          select from versions where tenant_id = item.tenant_id and id = item.latest_id and tags @> ${tags}::text[]
        )`,
      ),
    );
}

/** Null for an item that did not exist when the first page was requested. */
function sortKey(
  sort: PageOrder['sort'],
  score: RawBuilder<number>,
  asOf: number,
): RawBuilder<number | null> {
  switch (sort) {
    case 'name':
      return sql`0::float8`;
    case 'relevance':
      return sql`-(${score})`;
    case 'used':
      return sql`-item.use_count::float8`;
    case 'updated': {
      const at = new Date(asOf);
      // An item that was published again since then keeps its earlier position, or it would move to a page already read.
      return sql`-extract(epoch from case when item.updated_at <= ${at} then item.updated_at else (
        select max(published_at) from versions
        where tenant_id = item.tenant_id and item_id = item.id and published_at <= ${at}
      ) end)::float8`;
    }
  }
}
