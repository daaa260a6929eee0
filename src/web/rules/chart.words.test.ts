import { expect, test } from 'vitest';
import { dayText, figuresText, tickText } from './chart.js';

test.each([
  [{ uses: 0, views: 0, downloads: 0 }, '0 uses, 0 views, 0 downloads'],
  [{ uses: 1, views: 1, downloads: 1 }, '1 use, 1 view, 1 download'],
  [{ uses: 1_234_567, views: 2, downloads: 3 }, '1,234,567 uses, 2 views, 3 downloads'],
])('the figures %o are reported as %s', (figures, expected) => {
  expect(figuresText(figures)).toBe(expected);
});

test.each([
  [0, '0'],
  [500, '500'],
  [1_500, '1.5K'],
  [20_000_000, '20M'],
  [1e16, '10,000T'],
])('the tick %i is labelled %s', (count, expected) => {
  expect(tickText(count)).toBe(expected);
});

test('a day is the same day in every time zone', () => {
  expect(dayText('2026-03-01', 'short')).toBe('1 Mar');
  expect(dayText('2026-03-01', 'whole')).toBe('1 Mar 2026');
});
