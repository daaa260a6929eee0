/*
 * Which items answer a query by their words or by their meaning, and how well. What an item scores depends on nothing
 * but itself, as in a search by words, so that pages fit together.
 */

import { backgroundTexts } from '../../search/embedded-text.js';
import type { Embedder } from '../../search/embedding.js';
import { cosines, type VectorMatrix, vectorMatrix } from '../../search/embedding.js';
import { aboveChance, fuse } from '../../search/hybrid.js';
import { CoppiceError } from '../../system/errors.js';
import type { SearchWords } from '../rules/search-words.js';
import type { Catalog } from './catalog.js';
import { readItemVectors } from './item-vectors.js';
import { forGood } from './kept-values.js';
import { type ItemFilter, orderedItems } from './read-page.js';
import { searchItems } from './search-items.js';

export interface MeaningHit {
  /** From 0 to 1. */
  readonly score: number;
  /** The cosine; undefined where the item has no vector yet. */
  readonly similarity: number | undefined;
}

/** By id. Undefined where nothing is searched for. Refused where the server has no model. */
export async function findByMeaning(
  catalog: Catalog,
  filter: ItemFilter,
  search: SearchWords | undefined,
  leastSimilarity: number | undefined,
): Promise<ReadonlyMap<number, MeaningHit> | undefined> {
  const { embedder } = catalog.registry;
  if (embedder === undefined)
    throw new CoppiceError('bad-value', 'this server has no model to search by meaning', {
      hint: 'search without semantic, or ask the admin to set COPPICE_EMBEDDINGS',
    });
  if (search === undefined) return undefined;
  const [byWords, { items, matrix }, background, [vector]] = await Promise.all([
    scoresByWords(catalog, filter, search),
    readItemVectors(catalog, filter.tenantId, filter.kind, embedder.name),
    backgroundVectors(catalog, embedder),
    embedder.embed([search.text], 'query'),
  ]);
  const nothing = new Float32Array();
  const similarities = cosines(matrix, vector ?? nothing);
  const above = aboveChance(similarities, cosines(background, vector ?? nothing));
  const scores = fuse(
    Float64Array.from(items, ({ id }) => byWords.get(id) ?? 0),
    above,
  );
  const hits = new Map<number, MeaningHit>();
  for (const [row, item] of items.entries()) {
    const hit = { score: scores[row] ?? 0, similarity: similarities[row] ?? 0 };
    byWords.delete(item.id);
    if (hit.score > 0 && hit.similarity >= (leastSimilarity ?? -1) && isIn(filter, item))
      hits.set(item.id, hit);
  }
  // What has no vector yet is found by its words, unless how near it is was asked for.
  if (leastSimilarity === undefined)
    for (const [id, score] of byWords) hits.set(id, { score, similarity: undefined });
  return hits;
}

function isIn(
  { state, tags }: ItemFilter,
  item: { readonly state: string; readonly tags: readonly string[] },
) {
  return item.state === state && tags.every((tag) => item.tags.includes(tag));
}

/** From 0 to 1, by id. */
async function scoresByWords(
  { registry }: Catalog,
  filter: ItemFilter,
  search: SearchWords,
): Promise<Map<number, number>> {
  // Strictly: what is only nearly there, the meaning finds.
  const { rows } = await searchItems(registry.database, search, false, (queries, ways) =>
    queries
      .selectFrom(orderedItems(queries, filter, { sort: 'relevance', ways, asOf: 0 }))
      .select(['id', 'key'])
      .execute(),
  );
  return new Map(rows.map(({ id, key }) => [id, Math.min(1, -(key ?? 0) / 2)]));
}

function backgroundVectors({ background }: Catalog, embedder: Embedder): Promise<VectorMatrix> {
  return background.get(embedder.name, forGood, async () =>
    vectorMatrix(await embedder.embed(backgroundTexts, 'text')),
  );
}
