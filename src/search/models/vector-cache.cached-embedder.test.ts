import { expect, test } from 'vitest';
import type { Embedder } from '../embedding.js';
import { cachedEmbedder, vectorCache } from './vector-cache.js';
import { memoryStore, vectorOf } from './vector-store.fixture.js';

interface Asked {
  readonly texts: readonly string[];
  readonly purpose: string | undefined;
}

function counting(asked: Asked[], dimensions: () => number = () => 3): Embedder {
  return {
    name: 'counting',
    embed: async (texts, purpose) => {
      asked.push({ texts, purpose });
      return texts.map((text) => vectorOf(text, dimensions()));
    },
  };
}

test('a text is asked once, in this run and in later ones', async () => {
  const asked: Asked[] = [];
  const store = memoryStore();
  const run = () => cachedEmbedder(counting(asked), vectorCache('model', store));
  const first = run();
  expect(first.name).toBe('counting');
  expect(await first.embed(['a', 'b', 'a'])).toEqual(['a', 'b', 'a'].map((text) => vectorOf(text)));
  expect(await first.embed(['b', 'c'])).toEqual(['b', 'c'].map((text) => vectorOf(text)));
  expect(await run().embed(['c', 'a'], 'text')).toEqual(['c', 'a'].map((text) => vectorOf(text)));
  expect(asked.map(({ texts }) => texts)).toEqual([['a', 'b'], ['c']]);
});

test('a query is asked as one, each time, and not kept', async () => {
  const asked: Asked[] = [];
  const store = memoryStore();
  const embedder = cachedEmbedder(counting(asked), vectorCache('model', store));
  for (let time = 0; time < 2; time += 1) {
    expect(await embedder.embed(['a'], 'query')).toEqual([vectorOf('a')]);
  }
  expect(asked).toEqual([
    { texts: ['a'], purpose: 'query' },
    { texts: ['a'], purpose: 'query' },
  ]);
  expect(store.writes).toEqual([]);
});

test('many texts are kept as they come, so that a run that is stopped has not worked in vain', async () => {
  const store = memoryStore();
  const texts = Array.from({ length: 100 }, (_, index) => `text ${index}`);
  const asked: Asked[] = [];
  const stopping: Embedder = {
    name: 'stopping',
    embed: async (given) => {
      if (asked.length > 0) throw new Error('stopped');
      return await counting(asked).embed(given);
    },
  };
  await expect(cachedEmbedder(stopping, vectorCache('model', store)).embed(texts)).rejects.toThrow('stopped');
  await cachedEmbedder(counting(asked), vectorCache('model', store)).embed(texts);
  expect(asked.map((given) => given.texts.length)).toEqual([64, 36]);
});

test('where the model now gives vectors of another size, all are asked anew', async () => {
  const asked: Asked[] = [];
  const store = memoryStore();
  let dimensions = 3;
  const model = counting(asked, () => dimensions);
  await cachedEmbedder(model, vectorCache('model', store)).embed(['a', 'b']);
  dimensions = 5;
  const changed = cachedEmbedder(model, vectorCache('model', store));
  expect(await changed.embed(['a', 'b', 'c'])).toEqual(['a', 'b', 'c'].map((text) => vectorOf(text, 5)));
  dimensions = 4;
  const again = cachedEmbedder(model, vectorCache('model', store));
  await again.embed(['q'], 'query');
  expect(await again.embed(['a'])).toEqual([vectorOf('a', 4)]);
});

test('a model whose vectors change in size all the time is asked without the cache', async () => {
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
