import { expect, test } from 'vitest';
import { CoppiceError } from '../../../text/errors.js';
import { RevisionCache } from './revision-cache.js';

/** Makes `name` and counts how often. */
function maker(name: string) {
  const made = {
    count: 0,
    make: async (): Promise<string> => {
      made.count += 1;
      return name;
    },
  };
  return made;
}

const ofLetters = (maxWeight: number) =>
  new RevisionCache<string>({ maxWeight, weigh: (value) => value.length });

test('a value is made once while its revision stays the same', async () => {
  const values = ofLetters(100);
  const made = maker('a');
  expect([await values.get('k', 1, made.make), await values.get('k', 1, made.make), made.count]).toEqual([
    'a',
    'a',
    1,
  ]);
  await values.get('k', 2, made.make);
  expect(made.count).toBe(2);
});

test('concurrent reads wait for the same value', async () => {
  const values = ofLetters(100);
  const made = maker('a');
  await Promise.all([values.get('k', 1, made.make), values.get('k', 1, made.make)]);
  expect(made.count).toBe(1);
});

test('a value that was begun before a change is not used after it', async () => {
  const values = ofLetters(100);
  const [before, after] = await Promise.all([
    values.get('k', 1, async () => 'before'),
    values.get('k', 2, async () => 'after'),
  ]);
  expect([before, after, values.find('k', 2)]).toEqual(['before', 'after', 'after']);
});

test('a failure is not cached', async () => {
  const values = ofLetters(100);
  await expect(values.get('k', 1, async () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await values.get('k', 1, async () => 'a')).toBe('a');
});

test('the least recently used values are dropped', () => {
  const values = ofLetters(3);
  for (const key of ['a', 'b', 'c']) values.set(key, 1, 'x');
  values.find('a', 1);
  values.set('d', 1, 'x');
  expect(['a', 'b', 'c', 'd'].filter((key) => values.find(key, 1))).toEqual(['a', 'c', 'd']);
});

test('a value above the maximal weight is not cached, and drops nothing', () => {
  const values = ofLetters(3);
  values.set('a', 1, 'x');
  values.set('b', 1, 'xxxx');
  expect([values.find('a', 1), values.find('b', 1)]).toEqual(['x', undefined]);
});

test('while changes cannot be received, a cached value is used only when the database is unavailable', async () => {
  const values = ofLetters(100);
  const gone = () => Promise.reject(new CoppiceError('unavailable', 'gone'));
  await values.get('k', 1, async () => 'old');
  expect(await values.get('k', undefined, async () => 'new')).toBe('new');
  expect(await values.get('k', undefined, gone)).toBe('old');
  await expect(values.get('other', undefined, gone)).rejects.toThrow('gone');
  await expect(values.get('k', undefined, () => Promise.reject(new Error('a fault')))).rejects.toThrow(
    'a fault',
  );
});
