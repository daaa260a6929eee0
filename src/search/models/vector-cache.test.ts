import { expect, test } from 'vitest';
import { vectorCache } from './vector-cache.js';
import { type MemoryStore, memoryStore, vectorOf } from './vector-store.fixture.js';

function fill(store: MemoryStore, texts: readonly string[], maxRecords = 100): void {
  const cache = vectorCache('model', store, { maxRecords });
  for (const text of texts) {
    cache.get(text);
    cache.add([text], [vectorOf(text)]);
  }
}

/** The texts that a later run finds in the cache. */
function kept(store: MemoryStore, texts: readonly string[], model = 'model'): readonly string[] {
  const cache = vectorCache(model, store);
  return texts.filter((text) => {
    const vector = cache.get(text);
    if (vector !== undefined) expect(vector).toEqual(vectorOf(text));
    return vector !== undefined;
  });
}

function constantly<T>(value: T): () => T {
  return () => value;
}

const texts = ['a', 'b', 'c', 'd', 'e', 'f'];

test('added vectors are appended, and found in a later run', () => {
  const store = memoryStore();
  fill(store, ['a', 'b']);
  fill(store, ['c']);
  expect(store.writes).toEqual(['create', 'append', 'append']);
  expect(kept(store, texts)).toEqual(['a', 'b', 'c']);
});

test('another model does not find them', () => {
  const store = memoryStore();
  fill(store, ['a']);
  expect(kept(store, texts, 'another')).toEqual([]);
});

test('two processes that start at once share one file', () => {
  const store = memoryStore();
  const [first, second] = [vectorCache('model', store), vectorCache('model', store)];
  for (const cache of [first, second]) expect(cache.get('a')).toBe(undefined);
  first.add(['a', 'b'], [vectorOf('a'), vectorOf('b')]);
  second.add(['a', 'c'], [vectorOf('a'), vectorOf('c')]);
  first.add(['d'], [vectorOf('d')]);
  expect(store.writes).toEqual(['create', 'append', 'append']);
  expect(kept(store, texts)).toEqual(['a', 'b', 'c', 'd']);
});

test('a torn record is lost, and the next run that adds repairs the file', () => {
  const store = memoryStore();
  fill(store, ['a', 'b']);
  store.bytes = store.bytes?.subarray(0, -5);
  expect(kept(store, texts)).toEqual(['a']);
  fill(store, ['c', 'd']);
  expect(store.writes).toEqual(['create', 'append', 'replace', 'append']);
  expect(kept(store, texts)).toEqual(['a', 'c', 'd']);
});

test('only what another process adds after a torn record is lost', () => {
  const store = memoryStore();
  const before = vectorCache('model', store);
  before.add(['a'], [vectorOf('a')]);
  store.bytes = Buffer.concat([store.bytes ?? Buffer.alloc(0), Buffer.alloc(17, 1)]);
  before.add(['b'], [vectorOf('b')]);
  fill(store, ['c']);
  fill(store, ['d']);
  expect(kept(store, texts)).toEqual(['a', 'c', 'd']);
});

test.each(['', 'x', 'coppice-vectors 2 3 "model"\n', 'coppice-vectors 1 3 "other"\n'])(
  'a file that starts with %j is rewritten',
  (content) => {
    const store = memoryStore(Buffer.from(content));
    fill(store, ['a', 'b']);
    expect(store.writes).toEqual(['replace', 'append']);
    expect(kept(store, texts)).toEqual(['a', 'b']);
  },
);

test('a file with too many records is moved aside, and only records in use are copied', () => {
  const store = memoryStore();
  fill(store, ['a', 'b', 'c', 'd'], 3);
  expect(store.retired).toBe(undefined);
  const cache = vectorCache('model', store, { maxRecords: 3 });
  expect(cache.get('b')).toEqual(vectorOf('b'));
  cache.add(['e'], [vectorOf('e')]);
  expect(cache.get('x')).toBe(undefined);
  expect(store.writes.slice(4)).toEqual(['retire', 'create', 'append']);

  const later = vectorCache('model', store, { maxRecords: 3 });
  expect(later.get('e')).toEqual(vectorOf('e'));
  expect(later.get('c')).toEqual(vectorOf('c'));
  store.retired = undefined;
  expect(kept(store, texts)).toEqual(['b', 'c', 'e']);
});

test('a library that is larger than the limit loses nothing', () => {
  const store = memoryStore();
  fill(store, texts, 3);
  for (let run = 0; run < 3; run += 1) {
    const cache = vectorCache('model', store, { maxRecords: 3 });
    for (const text of texts) expect(cache.get(text), text).toEqual(vectorOf(text));
  }
});

test('only one of two processes moves a full file aside', () => {
  const store = memoryStore();
  fill(store, ['a', 'b', 'c'], 2);
  const late = vectorCache('model', { ...store, read: constantly(store.bytes) }, { maxRecords: 2 });
  vectorCache('model', store, { maxRecords: 2 }).get('a');
  expect(late.get('b')).toEqual(vectorOf('b'));
  expect(kept(store, texts)).toEqual(['a', 'b', 'c']);
});

test('records of another size are not copied from the old file', () => {
  const store = memoryStore();
  fill(store, ['a', 'b', 'c'], 2);
  const cache = vectorCache('model', store, { maxRecords: 2 });
  cache.keepOnly(4);
  expect(cache.get('a')).toBe(undefined);
});

test('vectors of another size are not mixed with existing ones', () => {
  const store = memoryStore();
  fill(store, ['a', 'b']);
  const cache = vectorCache('model', store);
  cache.keepOnly(3);
  expect(cache.get('a')).toEqual(vectorOf('a'));
  cache.keepOnly(4);
  expect(cache.get('a')).toBe(undefined);
  cache.add(['c'], [vectorOf('c', 4)]);
  const later = vectorCache('model', store);
  expect([later.get('a'), later.get('c')]).toEqual([undefined, vectorOf('c', 4)]);
});

test('adding nothing writes nothing', () => {
  const store = memoryStore();
  vectorCache('model', store).add([], []);
  expect(store.writes).toEqual([]);
});
