import { expect, test } from 'vitest';
import { unitVectors } from './unit-vectors.js';

async function check(rows: unknown, expected: readonly number[][] | string): Promise<void> {
  const vectors = unitVectors(['a', 'b'], 2, async () => rows);
  if (typeof expected === 'string') return await expect(vectors).rejects.toThrow(expected);
  expect((await vectors).map((vector) => [...vector])).toEqual(expected);
}

const notOnePerText = 'the model did not return one vector per text';
const notNumbers = 'the model returned a vector with numbers that are not finite';

test.each<[unknown, readonly number[][] | string]>([
  [
    [
      [1, 0],
      [0, -2],
    ],
    [
      [1, 0],
      [0, -1],
    ],
  ],
  [
    [
      [0, 0],
      [0, 4],
    ],
    [
      [0, 0],
      [0, 1],
    ],
  ],
  [[[1, 0]], notOnePerText],
  [[[1], [1], [1]], notOnePerText],
  [undefined, notOnePerText],
  ['ab', notOnePerText],
  [[[1], []], 'the model returned an empty vector'],
  [[[1], 'x'], 'the model returned an empty vector'],
  [[[1], [1, 2]], 'the model returned vectors of different sizes'],
  [[[1], [Number.NaN]], notNumbers],
  [[[1], [Number.POSITIVE_INFINITY]], notNumbers],
  [[[1], ['1']], notNumbers],
  [
    [
      [1, 1],
      [1, null],
    ],
    notNumbers,
  ],
  [
    [
      [1, 1],
      [Number.MAX_VALUE, Number.MAX_VALUE],
    ],
    notNumbers,
  ],
])('%j: %j', check);

test('texts are embedded in batches, and an empty text is replaced', async () => {
  const asked: (readonly string[])[] = [];
  await unitVectors(['a', ' \n', 'c', 'd', ''], 2, async (batch) => {
    asked.push(batch);
    return batch.map(() => [1]);
  });
  expect(asked).toEqual([['a', '.'], ['c', 'd'], ['.']]);
});

test('vector sizes must not differ between batches', async () => {
  let size = 0;
  const growing = unitVectors(['a', 'b'], 1, async () => {
    size += 1;
    return [Array.from({ length: size }, () => 1)];
  });
  await expect(growing).rejects.toThrow('the model returned vectors of different sizes');
});

test('no texts give no vectors, and the model does not run', async () => {
  const ask = () => Promise.reject(new Error('asked'));
  expect(await unitVectors([], 2, ask)).toEqual([]);
});
