import { expect, test } from 'vitest';
import { differenceOf, type Verdict, verdictOf } from './effect.js';

type Counts = readonly [failed: number, loads: number];

const counts = ([failed, loads]: Counts) => ({ failed, loads });

test.for<[before: Counts, after: Counts, Verdict]>([
  [[36, 60], [12, 60], 'helped'],
  [[12, 60], [36, 60], 'harmed'],
  [[36, 60], [30, 60], 'no-change'],
  [[10, 10], [0, 10], 'helped'],
  [[0, 10], [10, 10], 'harmed'],
  [[10, 10], [0, 9], 'too-early'],
  [[9, 9], [0, 1000], 'too-early'],
  [[0, 0], [0, 0], 'too-early'],
  // Newcombe's interval of the difference is below 0 here, from -0.39 to -0.02.
  [[30, 50], [19, 50], 'no-change'],
])('failed of loads: %j, then %j: %s', ([before, after, verdict]) => {
  expect(verdictOf(counts(before), counts(after))).toBe(verdict);
});

test('the difference is what both intervals allow', () => {
  const { low, high } = differenceOf({ failed: 5, loads: 10 }, { failed: 0, loads: 10 });
  expect(low).toBeCloseTo(0 - 0.7634, 4);
  expect(high).toBeCloseTo(0.2775 - 0.2366, 4);
});
