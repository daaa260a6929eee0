/*
 * Finds items by their words or their meaning, with scores. The score of an item depends only on the item itself, as in a
 * search by words, so that pages are consistent. The vectors of a tenant's items are cached in memory.
 */

import { backgroundTexts } from '../../../search/embedded-text.js';
import { cosines, type Embedder, type VectorMatrix, vectorMatrix } from '../../../search/embedding.js';
import { aboveChance, fuse } from '../../../search/hybrid.js';
import { CoppiceError } from '../../../text/errors.js';
import type { ItemState, Kind } from '../../api/names.js';
import type { SearchWords } from '../../rules/search-words.js';
import { storedVector } from '../../rules/vector-bytes.js';
import { type Catalog, revisionOf } from './catalog.js';
import { rankItems } from './ranked-items.js';
import { type ItemFilter, orderedItems } from './read-page.js';
import { immutableRevision } from './revision-cache.js';
import { searchItems } from './search-by-words.js';

interface MeaningHit {
  /** From 0 to 1. */
  readonly score: number;
  /** The cosine; undefined where the item has no vector yet. */
  readonly similarity: number | undefined;
}

/** By id; undefined without a search. Throws where the server has no model. */
export async function findByMeaning(
  catalog: Catalog,
  filter: ItemFilter,
  search: SearchWords | undefined,
  minSimilarity: number | undefined,
): Promise<ReadonlyMap<number, MeaningHit> | undefined> {
  const { embedder } = catalog.registry;
  if (embedder === undefined)
    throw new CoppiceError('bad-value', 'this server has no model for a search by meaning', {
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
    if (hit.score > 0 && hit.similarity >= (minSimilarity ?? -1) && isIn(filter, item))
      hits.set(item.id, hit);
  }
  // Items without a vector are found by their words, unless a minimal similarity was requested.
  if (minSimilarity === undefined)
    for (const [id, score] of byWords) hits.set(id, { score, similarity: undefined });
  return hits;
}

function isIn(
  { state, tags }: ItemFilter,
  item: { readonly state: string; readonly tags: readonly string[] },
) {
  return item.state === state && tags.every((tag) => item.tags.includes(tag));
}

/** From 0 to 1, by id: as in a search by words alone, or for one with operators all that match them. */
async function scoresByWords(
  catalog: Catalog,
  filter: ItemFilter,
  search: SearchWords,
): Promise<Map<number, number>> {
  if (search.asked !== undefined) {
    const ranked = await rankItems(catalog, filter, search, search.asked);
    return new Map(ranked.map(({ id, score }) => [id, score]));
  }
  const { rows } = await searchItems(catalog.registry.database, search, false, (queries, matches) =>
    queries
      .selectFrom(orderedItems(queries, filter, { sort: 'relevance', matches, asOf: 0 }))
      .select(['id', 'key'])
      .execute(),
  );
  return new Map(rows.map(({ id, key }) => [id, Math.min(1, -(key ?? 0) / 2)]));
}

function backgroundVectors({ background }: Catalog, embedder: Embedder): Promise<VectorMatrix> {
  return background.get(embedder.name, immutableRevision, async () =>
    vectorMatrix(await embedder.embed(backgroundTexts, 'text')),
  );
}

export interface ItemVectors {
  /** Row n of the matrix belongs to item n. */
  readonly items: readonly VectorItem[];
  readonly matrix: VectorMatrix;
}

interface VectorItem {
  readonly id: number;
  readonly state: ItemState;
  readonly tags: readonly string[];
}

/** The vectors of items that have a latest version and a vector of this model. */
function readItemVectors(
  catalog: Catalog,
  tenantId: number,
  kind: Kind,
  model: string,
): Promise<ItemVectors> {
  const key = `${tenantId}/${kind}/${model}`;
  return catalog.vectors.get(key, revisionOf(catalog, tenantId), async () => {
    const rows = await catalog.registry.database
      .selectFrom('items as item')
      .innerJoin('versions as version', (join) =>
        join.onRef('version.tenant_id', '=', 'item.tenant_id').onRef('version.id', '=', 'item.latest_id'),
      )
      .select(['item.id', 'item.state', 'version.tags', 'item.embedding'])
      .where('item.tenant_id', '=', tenantId)
      .where('item.kind', '=', kind)
      .where('item.embedding_model', '=', model)
      .where('item.embedding', 'is not', null)
      .execute();
    return {
      items: rows.map(({ id, state, tags }) => ({ id, state, tags })),
      matrix: vectorMatrix(rows.map(({ embedding }) => storedVector(embedding))),
    };
  });
}
