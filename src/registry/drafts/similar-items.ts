/*
 * Finds published items that are similar to a draft, so that a reviewer can merge instead of publishing a duplicate.
 * Where the server has a model, items are compared by meaning; items without an embedding, and all items where there is
 * no model, are compared by letters.
 */

import { sql } from 'kysely';
import { embeddedText } from '../../search/embedded-text.js';
import { cosines, vectorMatrix } from '../../search/embedding.js';
import { CoppiceError } from '../../text/errors.js';
import type { Queries } from '../data/db/database.js';
import type { SimilarItem } from '../data/db/tables.js';
import type { CheckedBundle } from '../items/bundle/check-bundle.js';
import { comparedText } from '../items/publish/search-columns.js';
import type { Registry } from '../registry.js';
import type { ItemName } from '../rules/access/principal.js';
import { storedVector } from '../rules/vector-bytes.js';

export interface Proposed extends ItemName {
  readonly checked: CheckedBundle;
  readonly tags: readonly string[];
}

const maxStored = 5;
/** Items below this are not reported. */
const minSimilarity = 0.6;

/** Items of the same tenant and kind, the closest first. */
export async function findSimilarItems(
  registry: Registry,
  tenantId: number,
  proposed: Proposed,
): Promise<readonly SimilarItem[]> {
  const byMeaning = await similarByMeaning(registry, tenantId, proposed);
  const model = byMeaning && registry.embedder?.name;
  const byLetters = await similarByLetters(registry.database, tenantId, proposed, model);
  return [...(byMeaning ?? []), ...byLetters]
    .filter(({ similarity }) => similarity >= minSimilarity)
    .sort((a, b) => b.similarity - a.similarity || (a.slug < b.slug ? -1 : 1))
    .slice(0, maxStored);
}

/** Undefined where there is no model, or where it fails. */
async function similarByMeaning(
  { embedder, database, log }: Registry,
  tenantId: number,
  { kind, checked: { facts } }: Proposed,
): Promise<readonly SimilarItem[] | undefined> {
  if (embedder === undefined) return undefined;
  const rows = await database
    .selectFrom('items')
    .select(['slug', 'embedding'])
    .where('tenant_id', '=', tenantId)
    .where('kind', '=', kind)
    .where('state', '<>', 'archived')
    .where('latest_id', 'is not', null)
    .where('embedding_model', '=', embedder.name)
    .orderBy('slug')
    .execute();
  if (rows.length === 0) return [];
  try {
    const [wanted = new Float32Array()] = await embedder.embed([embeddedText(facts)]);
    const found = cosines(vectorMatrix(rows.map(({ embedding }) => storedVector(embedding))), wanted);
    return rows.map(({ slug }, row) => similarItem(kind, slug, found[row] ?? 0, 'meaning'));
  } catch (error) {
    // A draft is useful without the comparison.
    if (!(error instanceof CoppiceError)) throw error;
    log.warn({ reason: error.message }, 'could not compare a draft by meaning');
    return undefined;
  }
}

/** The share of common trigrams: 2 s / (1 + s), where s is the similarity of PostgreSQL. */
async function similarByLetters(
  queries: Queries,
  tenantId: number,
  { kind, slug, checked: { facts }, tags }: Proposed,
  /** Items with an embedding of this model are already compared by meaning. */
  model: string | undefined,
): Promise<readonly SimilarItem[]> {
  const letters = sql<string>`plain_text(${comparedText({ ...facts, slug, tags })}::text)`;
  const rows = await queries
    .selectFrom('items')
    .select(['slug', sql<number>`similarity(search_text, ${letters})`.as('similarity')])
    .where('tenant_id', '=', tenantId)
    .where('kind', '=', kind)
    .where('state', '<>', 'archived')
    .$if(model !== undefined, (query) => query.where('embedding_model', 'is distinct from', model ?? ''))
    // This condition uses the index.
    .where(sql<boolean>`search_text % ${letters}`)
    .orderBy('similarity', 'desc')
    .orderBy('slug')
    .limit(maxStored)
    .execute();
  return rows.map((row) =>
    similarItem(kind, row.slug, (2 * row.similarity) / (1 + row.similarity), 'letters'),
  );
}

function similarItem(
  kind: SimilarItem['kind'],
  slug: string,
  similarity: number,
  measure: SimilarItem['measure'],
): SimilarItem {
  return { slug, kind, similarity: Math.round(similarity * 1_000) / 1_000, measure };
}
