import { expect, test } from 'vitest';
import { dayAt, dayTicks, valueTicks } from './chart.js';

test.for<[most: number, ticks: readonly number[]]>([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [4, [0, 1, 2, 3, 4]],
  [6, [0, 2, 4, 6]],
  [37, [0, 10, 20, 30, 40]],
  [91, [0, 20, 40, 60, 80, 100]],
  [1_000, [0, 200, 400, 600, 800, 1_000]],
  [9_007_199_254_740_991, [0, 2e15, 4e15, 6e15, 8e15, 1e16]],
])('counts up to %i have round ticks', ([most, ticks]) => {
  expect(valueTicks(most)).toEqual(ticks);
});

test.for<[dayCount: number, room: number, places: readonly number[]]>([
  [0, 5, []],
  [1, 5, [0]],
  [7, 7, [0, 1, 2, 3, 4, 5, 6]],
  [7, 5, [0, 2, 4, 6]],
  [30, 5, [1, 8, 15, 22, 29]],
  [365, 4, [0, 182, 364]],
  [365, 5, [0, 91, 182, 273, 364]],
  [365, 14, [0, 28, 56, 84, 112, 140, 168, 196, 224, 252, 280, 308, 336, 364]],
  [365, 1, [364]],
  [365, 0, [364]],
])(
  'of %i days with room for %i labels, today and others at even steps have one',
  ([dayCount, room, places]) => {
    expect(dayTicks(dayCount, room)).toEqual(places);
  },
);

test.for<[part: number, dayCount: number, place: number]>([
  [0, 30, 0],
  [0.5, 1, 0],
  [0.999, 30, 29],
  [1, 30, 29],
  [-0.1, 30, 0],
  [0.5, 365, 182],
])('the point at %d of %i days is on day %i', ([part, dayCount, place]) => {
  expect(dayAt(part, dayCount)).toBe(place);
});
