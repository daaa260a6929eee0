/*
 * How common words are in the items of a tenant, which decides how much each word of a search counts. Counted in a sample
 * of the items, and again when about one item in a hundred has changed: the order of a search hardly depends on it.
 */

import { sql } from 'kysely';
import type { Library } from '../../../search/search-index.js';
import { termsFromBytes } from '../../../search/term-bytes.js';
import type { Kind } from '../../api/names.js';
import { type Catalog, revisionOf } from './catalog.js';

export interface CommonTerms {
  readonly items: number;
  readonly sampled: number;
  /** How many of the sampled items have the term; terms of a single item are left out. */
  readonly counts: ReadonlyMap<string, number>;
}

/** Enough to tell common words from rare ones, and few enough to be counted between two requests. */
const sampleSize = 500;

export async function libraryOf(catalog: Catalog, tenantId: number, kind: Kind): Promise<Library> {
  const key = `${tenantId}/${kind}`;
  const revision = revisionOf(catalog, tenantId);
  const last = catalog.commonTerms.last(key);
  const step = Math.max(1, Math.floor((last?.items ?? 0) / 100));
  const coarse = revision && Math.ceil(revision / step) * step;
  const { items, sampled, counts } = await catalog.commonTerms.get(key, coarse, () =>
    countTerms(catalog, tenantId, kind),
  );
  const scale = sampled === 0 ? 1 : items / sampled;
  return { documents: items, frequencyOf: (term) => Math.round((counts.get(term) ?? 0) * scale) };
}

async function countTerms({ registry }: Catalog, tenantId: number, kind: Kind): Promise<CommonTerms> {
  const listed = registry.database
    .selectFrom('items')
    .where('tenant_id', '=', tenantId)
    .where('kind', '=', kind)
    .where('state', '=', 'published')
    .where('latest_id', 'is not', null);
  const [{ items }, rows] = await Promise.all([
    listed.select(sql<number>`count(*)`.as('items')).executeTakeFirstOrThrow(),
    listed
      .select('search_terms')
      .where('search_terms', 'is not', null)
      .orderBy('updated_at', 'desc')
      .limit(sampleSize)
      .execute(),
  ]);
  const counts = new Map<string, number>();
  for (const { search_terms } of rows)
    for (const [term] of (search_terms && termsFromBytes(search_terms)) ?? [])
      counts.set(term, (counts.get(term) ?? 0) + 1);
  for (const [term, count] of counts) if (count === 1) counts.delete(term);
  return { items, sampled: rows.length, counts };
}
