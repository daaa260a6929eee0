import { expect, test } from 'vitest';
import type { TimelineDay } from '../../registry/api/routes/usage.js';
import { changeText, daysToRequest, windowOf, windowUse } from './usage-window.js';

test.each([
  ['7', 7],
  ['365', 365],
  [null, 30],
  ['31', 30],
  ['-7', 30],
  ['7 days', 30],
] as const)('the address says %s: the window is %i days', (given, expected) => {
  expect(windowOf(given)).toBe(expected);
});

test('the window before is asked for too, unless that is more than a year', () => {
  expect([daysToRequest(7), daysToRequest(90), daysToRequest(365)]).toEqual([14, 180, 365]);
});

function timeline(uses: readonly number[]): readonly TimelineDay[] {
  const day = { day: '2026-01-01', views: 0, downloads: 1, unique_skills: 1 };
  return uses.map((count) => ({ ...day, uses: count }));
}

test('the older half of a timeline is what the newer is compared with', () => {
  const { days, sums } = windowUse(timeline([1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2]), 7);
  expect(days.map(({ uses }) => uses)).toEqual([2, 2, 2, 2, 2, 2, 2]);
  expect(sums).toEqual([
    { name: 'uses', count: 14, before: 7 },
    { name: 'views', count: 0, before: 0 },
    { name: 'downloads', count: 7, before: 7 },
  ]);
});

test('a timeline without an older half is compared with nothing', () => {
  const { days, sums } = windowUse(timeline(Array.from({ length: 365 }, () => 1)), 365);
  expect(days).toHaveLength(365);
  expect(sums.map(({ before }) => before)).toEqual([undefined, undefined, undefined]);
});

test.each([
  [150, 100, 'up 50% from the 30 days before'],
  [50, 100, 'down 50% from the 30 days before'],
  [0, 100, 'down 100% from the 30 days before'],
  [10_001, 10_000, 'up less than 1% from the 30 days before'],
  [7, 7, 'same as in the 30 days before'],
  [0, 0, 'same as in the 30 days before'],
  [7, 0, 'none in the 30 days before'],
  [7, undefined, undefined],
])('%i after %s is reported as %s', (count, before, expected) => {
  expect(changeText({ name: 'uses', count, before }, 30)).toBe(expected);
});
