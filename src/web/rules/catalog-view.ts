/*
 * The view of the catalog in its address: the search, the filters, the order and the page. Unknown values are read as the
 * default.
 */

import type { ItemState, Kind } from '../../registry/api/names.js';
import type { ListQuery } from '../../registry/api/routes/catalog.js';
import { kindIn, withQuery } from './address.js';
import { countText, groupedCount } from './wording.js';

export type Sort = NonNullable<ListQuery['sort']>;

export interface CatalogView {
  readonly query: string;
  readonly kind: Kind;
  /** All must match. */
  readonly tags: readonly string[];
  readonly sort: Sort;
  readonly state: ItemState;
  /** The cursors of the pages from the second to this one: a cursor leads forward only, and this is the way back. */
  readonly trail: readonly string[];
}

export const states = ['published', 'flagged', 'archived'] as const satisfies readonly ItemState[];
const sorts = ['relevance', 'name', 'updated', 'used'] as const satisfies readonly Sort[];

export function readView(given: URLSearchParams): CatalogView {
  const query = given.get('query') ?? '';
  return {
    query,
    kind: kindIn(given),
    tags: listed(given.get('tags'), ','),
    sort: oneOf(sortsFor(query), given.get('sort')) ?? defaultSort(query),
    state: oneOf(states, given.get('state')) ?? 'published',
    trail: listed(given.get('cursor'), '.'),
  };
}

export function viewAddress({ query, kind, tags, sort, state, trail }: CatalogView): string {
  return withQuery('/', {
    query,
    kind: kind === 'skill' ? undefined : kind,
    tags: tags.join(','),
    sort: sort === defaultSort(query) ? undefined : sort,
    state: state === 'published' ? undefined : state,
    cursor: trail.join('.'),
  });
}

type Change = Partial<Omit<CatalogView, 'trail'>>;

/** Another list begins at its first page; an order that was not chosen by hand follows the search. */
export function changedView(view: CatalogView, change: Change): CatalogView {
  const changed = { ...view, ...change, trail: [] };
  const wasUsual = change.sort === undefined && view.sort === defaultSort(view.query);
  const isOffered = sortsFor(changed.query).includes(changed.sort);
  return wasUsual || !isOffered ? { ...changed, sort: defaultSort(changed.query) } : changed;
}

/** The same of everything that can be narrowed down, but for the kind. */
export function clearedView(view: CatalogView): CatalogView {
  return changedView(view, { query: '', tags: [], state: 'published' });
}

export function isNarrowed({ query, tags, state }: CatalogView): boolean {
  return query.trim() !== '' || tags.length > 0 || state !== 'published';
}

export function withTag(view: CatalogView, tag: string): CatalogView {
  return changedView(view, { tags: [...new Set([...view.tags, tag])] });
}

export function withoutTag(view: CatalogView, tag: string): CatalogView {
  return changedView(view, { tags: view.tags.filter((chosen) => chosen !== tag) });
}

/** There is no relevance without a search. */
export function sortsFor(query: string): readonly Sort[] {
  return query.trim() === '' ? sorts.filter((sort) => sort !== 'relevance') : sorts;
}

function defaultSort(query: string): Sort {
  return query.trim() === '' ? 'name' : 'relevance';
}

function oneOf<T extends string>(known: readonly T[], given: string | null): T | undefined {
  return known.find((word) => word === given);
}

function listed(text: string | null, separator: string): readonly string[] {
  return [...new Set((text ?? '').split(separator).flatMap((part) => part.trim() || []))];
}

/**
 * How much a list has found, in words. The registry does not count what is on later pages, so that no list gets slower by
 * being long.
 */
export const pageSize = 50;

interface Shown {
  /** How many pages come before this one. */
  readonly pagesBefore: number;
  readonly count: number;
  readonly hasMore: boolean;
}

export function resultText({ pagesBefore, count, hasMore }: Shown): string {
  const before = pagesBefore * pageSize;
  const last = before + count;
  if (before > 0 && count > 0) {
    return `Results ${countText(before + 1)} to ${countText(last)}${hasMore ? ', and more' : ` of ${countText(last)}`}`;
  }
  if (hasMore) return `More than ${countText(count)} results`;
  return count === 0 ? 'No results' : groupedCount(count, 'result');
}
