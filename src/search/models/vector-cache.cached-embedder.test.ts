import { expect, test } from 'vitest';
import type { Embedder } from '../embedding.js';
import { cachedEmbedder, vectorCache } from './vector-cache.js';
import { memoryStore, vectorOf } from './vector-store.fixture.js';

interface ModelRequest {
  readonly texts: readonly string[];
  readonly purpose: string | undefined;
}

function counting(requests: ModelRequest[], dimensions: () => number = () => 3): Embedder {
  return {
    name: 'counting',
    embed: async (texts, purpose) => {
      requests.push({ texts, purpose });
      return texts.map((text) => vectorOf(text, dimensions()));
    },
  };
}

test('a text is embedded once, in this run and in later ones', async () => {
  const requests: ModelRequest[] = [];
  const store = memoryStore();
  const run = () => cachedEmbedder(counting(requests), vectorCache('model', store));
  const first = run();
  expect(first.name).toBe('counting');
  expect(await first.embed(['a', 'b', 'a'])).toEqual(['a', 'b', 'a'].map((text) => vectorOf(text)));
  expect(await first.embed(['b', 'c'])).toEqual(['b', 'c'].map((text) => vectorOf(text)));
  expect(await run().embed(['c', 'a'], 'text')).toEqual(['c', 'a'].map((text) => vectorOf(text)));
  expect(requests.map(({ texts }) => texts)).toEqual([['a', 'b'], ['c']]);
});

test('a query is embedded as a query each time, and not cached', async () => {
  const requests: ModelRequest[] = [];
  const store = memoryStore();
  const embedder = cachedEmbedder(counting(requests), vectorCache('model', store));
  for (let time = 0; time < 2; time += 1) {
    expect(await embedder.embed(['a'], 'query')).toEqual([vectorOf('a')]);
  }
  expect(requests).toEqual([
    { texts: ['a'], purpose: 'query' },
    { texts: ['a'], purpose: 'query' },
  ]);
  expect(store.writes).toEqual([]);
});

test('many texts are cached in chunks, so that a stopped run keeps its progress', async () => {
  const store = memoryStore();
  const texts = Array.from({ length: 100 }, (_, index) => `text ${index}`);
  const requests: ModelRequest[] = [];
  const stopping: Embedder = {
    name: 'stopping',
    embed: async (given) => {
      if (requests.length > 0) throw new Error('stopped');
      return await counting(requests).embed(given);
    },
  };
  await expect(cachedEmbedder(stopping, vectorCache('model', store)).embed(texts)).rejects.toThrow('stopped');
  await cachedEmbedder(counting(requests), vectorCache('model', store)).embed(texts);
  expect(requests.map((given) => given.texts.length)).toEqual([64, 36]);
});

test('if the model now returns vectors of another size, all texts are embedded again', async () => {
  const requests: ModelRequest[] = [];
  const store = memoryStore();
  let dimensions = 3;
  const model = counting(requests, () => dimensions);
  await cachedEmbedder(model, vectorCache('model', store)).embed(['a', 'b']);
  dimensions = 5;
  const changed = cachedEmbedder(model, vectorCache('model', store));
  expect(await changed.embed(['a', 'b', 'c'])).toEqual(['a', 'b', 'c'].map((text) => vectorOf(text, 5)));
  dimensions = 4;
  const again = cachedEmbedder(model, vectorCache('model', store));
  await again.embed(['q'], 'query');
  expect(await again.embed(['a'])).toEqual([vectorOf('a', 4)]);
});

test('a model whose vector size keeps changing bypasses the cache', async () => {
  let calls = 3;
  const model = counting([], () => calls);
  const restless: Embedder = {
    name: 'restless',
    embed: (texts) => {
      calls += 1;
      return model.embed(texts);
    },
  };
  const texts = Array.from({ length: 70 }, (_, index) => `text ${index}`);
  const vectors = await cachedEmbedder(restless, vectorCache('model', memoryStore())).embed(texts);
  expect(new Set(vectors.map(({ length }) => length)).size).toBe(1);
});
