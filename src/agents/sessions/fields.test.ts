import { expect, test } from 'vitest';

import { timeIn } from './fields.js';

test.each<[value: unknown, expected: number | undefined]>([
  ['2026-07-12T11:00:00.250Z', Date.UTC(2026, 6, 12, 11, 0, 0, 250)],
  ['2026-07-12T13:00:00+02:00', Date.UTC(2026, 6, 12, 11)],
  [1_785_571_204_000, 1_785_571_204_000],
  ['5', undefined],
  ['July 12, 2026', undefined],
  ['2026-13-45T99:99:99Z', undefined],
  [-1, undefined],
  [1.5, undefined],
  [1e300, undefined],
  [null, undefined],
  [['2026-07-12T11:00:00Z'], undefined],
])('the time in %j', (value, expected) => {
  expect(timeIn(value)).toBe(expected);
});
