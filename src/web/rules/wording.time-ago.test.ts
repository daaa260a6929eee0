import { expect, test } from 'vitest';
import { exactTime, timeAgo } from './wording.js';

const day = 86_400_000;
const now = 1_800_000_000_000;

test.each([
  [0, 'just now'],
  [59_000, 'just now'],
  [60_000, '1 minute ago'],
  [7_199_000, '1 hour ago'],
  [day, '1 day ago'],
  [29 * day, '29 days ago'],
  [61 * day, '2 months ago'],
  [800 * day, '2 years ago'],
  [-30_000, 'in a moment'],
  [-3 * day, 'in 3 days'],
  [-90 * day + 5_000, 'in 3 months'],
])('%i milliseconds ago is reported as %s', (passed, expected) => {
  expect(timeAgo(now - passed, now)).toBe(expected);
});

test('an exact time shows day and minute, the same everywhere', () => {
  expect(exactTime(Date.UTC(2026, 2, 2, 9, 5, 59))).toBe('2 Mar 2026, 09:05 UTC');
});
