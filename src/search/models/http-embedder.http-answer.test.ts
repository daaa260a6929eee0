import { expect, test } from 'vitest';
import { rowsIn, waitMs } from './http-embedder.js';

function check(answer: unknown, expected: unknown): void {
  const read = () => rowsIn(typeof answer === 'string' ? answer : JSON.stringify(answer), 2);
  if (typeof expected === 'string') expect(read).toThrow(expected);
  else expect(read()).toEqual(expected);
}

const noModel = 'the answer is not that of an embedding model';
const notOnePerText = 'the model did not return one vector per text';
const item = (embedding: unknown, index?: unknown) => ({ object: 'embedding', index, embedding });

test.each<[unknown, unknown]>([
  [{ data: [item([1], 0), item([2], 1)] }, [[1], [2]]],
  [{ data: [item([2], 1), item([1], 0)] }, [[1], [2]]],
  [{ data: [item([1]), item([2])] }, [[1], [2]]],
  [{ data: [item([1], 0), item([2], 0)] }, notOnePerText],
  [{ data: [item([1], 1), item([2], 2)] }, notOnePerText],
  [{ data: [item([1], '0'), item([2], '1')] }, notOnePerText],
  [{ data: [item([1], 0)] }, notOnePerText],
  [{ data: [item([1], 0), item([2], 1), item([3], 2)] }, notOnePerText],
  [{ data: [item([1], 0), {}] }, notOnePerText],
  [{ data: [null, 'x'] }, notOnePerText],
  [{ data: {} }, noModel],
  [{ error: 'bad key' }, noModel],
  [null, noModel],
  ['<html>', noModel],
  ['', noModel],
])('%j: %j', check);

test.each<[string | null, number, number]>([
  [null, 1, 500],
  [null, 2, 1_000],
  [null, 9, 20_000],
  ['3', 1, 3_000],
  [' 0 ', 1, 0],
  ['3600', 1, 20_000],
  ['-1', 1, 500],
  ['Wed, 21 Oct 2026 07:28:00 GMT', 1, 500],
])('a server that says %j the time %i is left alone for %i ms', (retryAfter, attempt, expected) => {
  expect(waitMs(retryAfter, attempt)).toBe(expected);
});
