import { expect, test } from 'vitest';
import { resultText } from './catalog-view.js';

test.each([
  [0, 0, false, 'No results'],
  [0, 1, false, '1 result'],
  [0, 12, false, '12 results'],
  [0, 50, false, '50 results'],
  [0, 50, true, 'More than 50 results'],
  [1, 50, true, 'Results 51 to 100, and more'],
  [1, 23, false, 'Results 51 to 73 of 73'],
  [24, 50, false, 'Results 1,201 to 1,250 of 1,250'],
  [1, 0, false, 'No results'],
])(
  'after %i pages, %i shown, more to come: %s, is reported as %s',
  (pagesBefore, count, hasMore, expected) => {
    expect(resultText({ pagesBefore, count, hasMore })).toBe(expected);
  },
);
