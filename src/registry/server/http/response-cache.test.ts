import { expect, test } from 'vitest';
import { CoppiceError } from '../../../text/errors.js';
import type { PreparedAnswer } from './prepared-answer.js';
import { ResponseCache } from './response-cache.js';

const roomy = { mostBytes: 1_000_000 };

function answer(body: string, keep = true): PreparedAnswer {
  const nothing = { etag: undefined, headers: undefined, immutable: false };
  return { ...nothing, status: 200, body, mediaType: 'text/plain', keep };
}

function unavailable(): Promise<PreparedAnswer> {
  return Promise.reject(new CoppiceError('unavailable', 'the database is gone'));
}

test('an answer is given out while its revision stands', async () => {
  const kept = new ResponseCache(roomy);
  await kept.make('a', 1, async () => answer('one'));
  expect(kept.find('a', 1)?.body).toBe('one');
  expect(kept.find('a', 2)).toBeUndefined();
  expect(kept.find('b', 1)).toBeUndefined();
  expect(kept.counts).toMatchObject({ hits: 1, misses: 1 });
});

test('an answer that says so is not kept', async () => {
  const kept = new ResponseCache(roomy);
  await kept.make('a', 1, async () => answer('one', false));
  expect(kept.find('a', 1)).toBeUndefined();
});

test('all who ask meanwhile get the answer that is made once', async () => {
  const kept = new ResponseCache(roomy);
  let made = 0;
  const make = async () => {
    made += 1;
    return answer(`number ${made}`);
  };
  const answers = await Promise.all([
    kept.make('a', 1, make),
    kept.make('a', 1, make),
    kept.make('b', 1, make),
  ]);
  expect(answers.map(({ body }) => body)).toEqual(['number 1', 'number 1', 'number 2']);
});

test('one who asks after a change does not get what was begun before it', async () => {
  const kept = new ResponseCache(roomy);
  const old = kept.make('a', 1, async () => answer('old'));
  const fresh = kept.make('a', 2, async () => answer('fresh'));
  expect([(await old).body, (await fresh).body]).toEqual(['old', 'fresh']);
});

test('a failure is not kept', async () => {
  const kept = new ResponseCache(roomy);
  await expect(kept.make('a', 1, unavailable)).rejects.toThrow('gone');
  expect((await kept.make('a', 1, async () => answer('one'))).body).toBe('one');
});

test('while changes are not heard nothing is kept', async () => {
  const kept = new ResponseCache(roomy);
  await kept.make('a', undefined, async () => answer('one'));
  expect(kept.find('a', undefined)).toBeUndefined();
});

test('when neither changes nor the database answer, the last known is given', async () => {
  const kept = new ResponseCache(roomy);
  await kept.make('a', 1, async () => answer('one'));
  expect((await kept.make('a', undefined, unavailable)).body).toBe('one');
  await expect(kept.make('b', undefined, unavailable)).rejects.toThrow('gone');
  const refused = async () => Promise.reject(new CoppiceError('not-found', 'no such item'));
  await expect(kept.make('a', undefined, refused)).rejects.toThrow('no such item');
});

test('what is known to have changed is not given, whatever the database does', async () => {
  const kept = new ResponseCache(roomy);
  await kept.make('a', 1, async () => answer('one'));
  await expect(kept.make('a', 2, unavailable)).rejects.toThrow('gone');
});

test('what was not asked for the longest goes first, and the budget holds', async () => {
  const kept = new ResponseCache({ mostBytes: 40_000 });
  const make = async () => answer('x'.repeat(3_000));
  for (const key of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i']) await kept.make(key, 1, make);
  kept.find('a', 1);
  await kept.make('j', 1, make);
  expect(kept.find('a', 1)).toBeDefined();
  expect(kept.find('b', 1)).toBeUndefined();
  expect(kept.counts.sizeBytes).toBeLessThanOrEqual(40_000);
});

test('an answer that would push out many is not kept', async () => {
  const kept = new ResponseCache({ mostBytes: 40_000 });
  await kept.make('a', 1, async () => answer('x'.repeat(10_000)));
  expect(kept.find('a', 1)).toBeUndefined();
});
