import { expect, test } from 'vitest';
import { dayMs, hourMs, timeText, utcDay } from './time.js';

const noon = Date.UTC(2026, 5, 15, 12);

test('a day is one of UTC', () => {
  expect([noon, noon + 12 * hourMs - 1, noon + 12 * hourMs, noon - dayMs].map(utcDay)).toEqual([
    '2026-06-15',
    '2026-06-15',
    '2026-06-16',
    '2026-06-14',
  ]);
});

test('a time is shown to the minute, and 0 is not known', () => {
  expect(timeText(noon + 59_999)).toBe('2026-06-15 12:00');
  expect(timeText(0)).toBe('');
});
