/*
 * An embedder that asks the model only for the texts it has not seen. Queries go straight to the model: they hardly
 * come twice, and would only fill the cache.
 */

import type { Embedder } from '../models.js';
import type { VectorCache } from './vector-cache.js';

export function cachedEmbedder(embedder: Embedder, cache: VectorCache): Embedder {
  return {
    name: embedder.name,
    embed: async (texts, purpose) => {
      if (purpose === 'query') {
        const vectors = await embedder.embed(texts, purpose);
        for (const { length } of vectors) cache.keepOnly(length);
        return vectors;
      }
      // Once more when the model turns out to give vectors of another size, and all that was known is forgotten.
      for (let attempt = 0; attempt < 3; attempt += 1) {
        const known = texts.map((text) => cache.get(text));
        const missing = texts.filter((_, index) => known[index] === undefined);
        if (missing.length === 0) return known.filter((vector) => vector !== undefined);
        await fill(cache, embedder, [...new Set(missing)]);
      }
      return await embedder.embed(texts);
    },
  };
}

/** So many texts are kept at a time, so that little is lost when a long run is stopped. */
const chunkSize = 64;

async function fill(cache: VectorCache, embedder: Embedder, missing: readonly string[]): Promise<void> {
  for (let start = 0; start < missing.length; start += chunkSize) {
    const chunk = missing.slice(start, start + chunkSize);
    cache.add(chunk, await embedder.embed(chunk));
  }
}
