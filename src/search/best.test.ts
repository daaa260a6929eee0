import { expect, test } from 'vitest';
import { best } from './best.js';

test('acceptance is asked only for what could be among the best', () => {
  const asked: number[] = [];
  const accept = (place: number) => asked.push(place) > 0;
  expect(best([5, 9, 1, 2, 7], 2, accept)).toEqual([1, 4]);
  expect(asked).toEqual([0, 1, 4]);
});
