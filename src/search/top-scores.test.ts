import { expect, test } from 'vitest';
import { topScores } from './top-scores.js';

test('acceptance is checked only for candidates', () => {
  const asked: number[] = [];
  const accept = (place: number) => asked.push(place) > 0;
  expect(topScores([5, 9, 1, 2, 7], 2, accept)).toEqual([1, 4]);
  expect(asked).toEqual([0, 1, 4]);
});
