import { expect, test } from 'vitest';
import { CoppiceError } from '../../../text/errors.js';
import type { PreparedAnswer } from './prepared-answer.js';
import { ResponseCache } from './response-cache.js';

const roomy = { maxBytes: 1_000_000 };

function answer(body: string, isCacheable = true): PreparedAnswer {
  const nothing = { etag: undefined, headers: undefined, cookies: undefined, immutable: false };
  return { ...nothing, status: 200, body, mediaType: 'text/plain', isCacheable };
}

function unavailable(): Promise<PreparedAnswer> {
  return Promise.reject(new CoppiceError('unavailable', 'the database is gone'));
}

test('an answer is reused while its revision stays the same', async () => {
  const cache = new ResponseCache(roomy);
  await cache.make('a', 1, async () => answer('one'));
  expect(cache.find('a', 1)?.body).toBe('one');
  expect(cache.find('a', 2)).toBeUndefined();
  expect(cache.find('b', 1)).toBeUndefined();
  expect(cache.counts).toMatchObject({ hits: 1, misses: 1 });
});

test('an answer that is not cacheable is not cached', async () => {
  const cache = new ResponseCache(roomy);
  await cache.make('a', 1, async () => answer('one', false));
  expect(cache.find('a', 1)).toBeUndefined();
});

test('concurrent requests share one answer', async () => {
  const cache = new ResponseCache(roomy);
  let made = 0;
  const make = async () => {
    made += 1;
    return answer(`number ${made}`);
  };
  const answers = await Promise.all([
    cache.make('a', 1, make),
    cache.make('a', 1, make),
    cache.make('b', 1, make),
  ]);
  expect(answers.map(({ body }) => body)).toEqual(['number 1', 'number 1', 'number 2']);
});

test('a request after a change does not get an answer that was begun before it', async () => {
  const cache = new ResponseCache(roomy);
  const old = cache.make('a', 1, async () => answer('old'));
  const fresh = cache.make('a', 2, async () => answer('fresh'));
  expect([(await old).body, (await fresh).body]).toEqual(['old', 'fresh']);
});

test('a failure is not cached', async () => {
  const cache = new ResponseCache(roomy);
  await expect(cache.make('a', 1, unavailable)).rejects.toThrow('gone');
  expect((await cache.make('a', 1, async () => answer('one'))).body).toBe('one');
});

test('while changes cannot be received nothing is cached', async () => {
  const cache = new ResponseCache(roomy);
  await cache.make('a', undefined, async () => answer('one'));
  expect(cache.find('a', undefined)).toBeUndefined();
});

test('when neither changes nor the database are available, the last known answer is used', async () => {
  const cache = new ResponseCache(roomy);
  await cache.make('a', 1, async () => answer('one'));
  expect((await cache.make('a', undefined, unavailable)).body).toBe('one');
  await expect(cache.make('b', undefined, unavailable)).rejects.toThrow('gone');
  const refused = async () => Promise.reject(new CoppiceError('not-found', 'no such item'));
  await expect(cache.make('a', undefined, refused)).rejects.toThrow('no such item');
});

test('an answer that is known to be stale is not used, even without the database', async () => {
  const cache = new ResponseCache(roomy);
  await cache.make('a', 1, async () => answer('one'));
  await expect(cache.make('a', 2, unavailable)).rejects.toThrow('gone');
});

test('the least recently used answers are dropped, and the size stays within the limit', async () => {
  const cache = new ResponseCache({ maxBytes: 40_000 });
  const make = async () => answer('x'.repeat(3_000));
  for (const key of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i']) await cache.make(key, 1, make);
  cache.find('a', 1);
  await cache.make('j', 1, make);
  expect(cache.find('a', 1)).toBeDefined();
  expect(cache.find('b', 1)).toBeUndefined();
  expect(cache.counts.sizeBytes).toBeLessThanOrEqual(40_000);
});

test('an answer that would displace many others is not cached', async () => {
  const cache = new ResponseCache({ maxBytes: 40_000 });
  await cache.make('a', 1, async () => answer('x'.repeat(10_000)));
  expect(cache.find('a', 1)).toBeUndefined();
});
