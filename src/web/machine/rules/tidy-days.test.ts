import { expect, test } from 'vitest';
import { daySteps, daysIn, daysInAddress } from './tidy-days.js';

test.each([
  ['', 30],
  ['days=90', 90],
  ['days=0', 30],
  ['days=1.5', 30],
  ['days=99999', 30],
  ['days=a%20month', 30],
])('the address ?%s means %i days', (query, days) => {
  expect(daysIn(new URLSearchParams(query))).toBe(days);
});

test('a number that is no step of the slider becomes one', () => {
  expect(daySteps(30)).not.toContain(33);
  expect(daySteps(33)).toEqual(
    daySteps(30)
      .concat(33)
      .toSorted((a, b) => a - b),
  );
});

test('only what differs from the usual is in an address', () => {
  expect([30, 31].map(daysInAddress)).toEqual([undefined, 31]);
});
