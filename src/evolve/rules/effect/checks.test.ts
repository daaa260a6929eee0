import { expect, test } from 'vitest';
import { sharedChange, trendChange } from './checks.js';
import type { Days } from './days.js';
import { daysFrom } from './effect.fixture.js';
import { normalQuantile } from './spread.js';

const before = daysFrom(0, '2'.repeat(14));
const after = daysFrom(28, '2'.repeat(14));

test.for<[string, Days, widening: number, expected: number]>([
  ['a clear trend leads on', daysFrom(0, '4443332221110'), 1, -2.19],
  ['less so when its days differ much', daysFrom(0, '4443332221110'), 4, -1.85],
  ['chance does not', daysFrom(0, '2323223322322'), 1, 0],
  ['no days have none', [], 1, 0],
  ['equal days have none', daysFrom(0, '1111111'), 1, 0],
])('%s', ([, baseline, widening, expected]) => {
  expect(trendChange(baseline, { before, after }, widening)).toBeCloseTo(expected, 2);
});

const bad = '0040004000400040004000400040';
const ranges = { before: { first: 0, last: 13 }, after: { first: 14, last: 27 } };
const sides = { before: daysFrom(0, bad.slice(0, 14)), after: daysFrom(14, bad.slice(14)) };
/** Half of the bad days in common, half elsewhere. */
const alike = daysFrom(0, '0040400000400400004040000040');
const quiet = daysFrom(0, '1'.repeat(28));

test('a skill that is alike counts among few others, and as chance among hundreds', () => {
  const worse = alike.map((day) => (day.day < 14 ? day : { ...day, bad: Math.min(4, day.bad + 2) }));
  expect(sharedChange(sides, ranges, [worse])).toBeGreaterThan(0.1);
  expect(sharedChange(sides, ranges, [worse, ...Array.from({ length: 900 }, () => quiet)])).toBe(0);
});

test('the normal quantile is that of the tables', () => {
  expect([0.025, 0.005, 0.0005].map((tail) => normalQuantile(tail).toFixed(2))).toEqual([
    '1.96',
    '2.58',
    '3.29',
  ]);
});
