import fc from 'fast-check';
import { expect, test } from 'vitest';

import { nameIn, pathIn, timeIn, tokensIn } from './fields.js';

test.each<[value: unknown, expected: number | undefined]>([
  ['2026-07-12T11:00:00.250Z', Date.UTC(2026, 6, 12, 11, 0, 0, 250)],
  ['2026-07-12T13:00:00+02:00', Date.UTC(2026, 6, 12, 11)],
  [1_785_571_204_000, 1_785_571_204_000],
  ['2026-07-12T24:00:00.000Z', Date.UTC(2026, 6, 13)],
  ['2026-07-12T11:60:00.000Z', undefined],
  ['2026-07-12T1a:00:00.000Z', undefined],
  ['2026-07-12 11:00:00.000Z', undefined],
  ['2026-17-12T11:00:00.000Z', undefined],
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

test('the usual form of a time is read as by Date.parse', () => {
  const aTime = fc.date({ min: new Date(0), max: new Date('9999-12-31'), noInvalidDate: true });
  fc.assert(
    fc.property(aTime, (date) => {
      expect(timeIn(date.toISOString())).toBe(date.getTime());
    }),
  );
});

test('a name and a path are short texts', () => {
  expect([
    nameIn('m'),
    nameIn('m'.repeat(200))?.length,
    nameIn('m'.repeat(201)),
    nameIn(''),
    nameIn(5),
  ]).toEqual(['m', 200, undefined, undefined, undefined]);
  expect([pathIn('/r'), pathIn('/'.repeat(1_001)), pathIn(['/r'])]).toEqual(['/r', undefined, undefined]);
});

test.each<[counts: readonly [unknown, unknown?], expected: number | undefined]>([
  [[5], 5],
  [[5, 7], 12],
  [[5, undefined], 5],
  [[0], 0],
  [[undefined, 7], 7],
  [[-1, '5'], undefined],
  [[1.5, null], undefined],
  [[1e12], undefined],
])('the tokens in %j', (counts, expected) => {
  expect(tokensIn(...counts)).toBe(expected);
});
