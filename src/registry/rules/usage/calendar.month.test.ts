import { expect, test } from 'vitest';
import { endOfMonth, lastDays, monthAfter, monthOf } from './calendar.js';

test.for([
  ['2026-01-31T23:59:59.999Z', '2026-01', '2026-02', '2026-02-01T00:00:00.000Z'],
  ['2026-12-01T00:00:00.000Z', '2026-12', '2027-01', '2027-01-01T00:00:00.000Z'],
  ['2028-02-29T12:00:00.000Z', '2028-02', '2028-03', '2028-03-01T00:00:00.000Z'],
] as const)('%s is in %s, before %s', ([time, month, after, end]) => {
  expect(monthOf(Date.parse(time))).toBe(month);
  expect(monthAfter(month)).toBe(after);
  expect(new Date(endOfMonth(month)).toISOString()).toBe(end);
});

test('the last days end with today and leave none out', () => {
  const now = Date.parse('2026-03-01T00:00:00Z');
  expect(lastDays(3, now)).toEqual(['2026-02-27', '2026-02-28', '2026-03-01']);
  expect(lastDays(1, now)).toEqual(['2026-03-01']);
});
