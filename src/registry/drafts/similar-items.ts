/*
 * Published items that say nearly the same as a draft, so that a reviewer merges instead of publishing it twice. Where
 * the server has a model, meanings are compared; items that it has not read yet, and all of them where there is none,
 * are compared by their letters.
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
/** Less than this is not nearly the same. */
const minSimilarity = 0.6;

/** The closest first. Only the tenant's own, and of the same kind. */
export async function findSimilarItems(
  registry: Registry,
  tenantId: number,
  proposed: Proposed,
): Promise<readonly SimilarItem[]> {
  const inMeaning = await similarByMeaning(registry, tenantId, proposed);
  const compared = inMeaning && registry.embedder?.name;
  const inLetters = await similarByLetters(registry.database, tenantId, proposed, compared);
  return [...(inMeaning ?? []), ...inLetters]
    .filter(({ similarity }) => similarity >= minSimilarity)
    .sort((a, b) => b.similarity - a.similarity || (a.slug < b.slug ? -1 : 1))
    .slice(0, maxStored);
}

/** Undefined where there is no model, or it fails. */
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
    // A draft is worth having without it.
    if (!(error instanceof CoppiceError)) throw error;
    log.warn({ reason: error.message }, 'a draft was not compared by its meaning');
    return undefined;
  }
}

/** The share of letter triples that both have: 2 s / (1 + s), where s is the similarity that PostgreSQL gives. */
async function similarByLetters(
  queries: Queries,
  tenantId: number,
  { kind, slug, checked: { facts }, tags }: Proposed,
  /** Items that this model has read are compared by their meaning already. */
  compared: string | undefined,
): Promise<readonly SimilarItem[]> {
  const letters = sql<string>`plain_text(${comparedText({ ...facts, slug, tags })}::text)`;
  const rows = await queries
    .selectFrom('items')
    .select(['slug', sql<number>`similarity(search_text, ${letters})`.as('similarity')])
    .where('tenant_id', '=', tenantId)
    .where('kind', '=', kind)
    .where('state', '<>', 'archived')
    .$if(compared !== undefined, (query) =>
      query.where('embedding_model', 'is distinct from', compared ?? ''),
    )
    // With the index, and only what is at all alike.
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
