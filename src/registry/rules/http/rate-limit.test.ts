import { expect, test } from 'vitest';
import { memoryRates } from '../../server/http/rate-stores.js';
import { allowance, windowMs, windowStart } from './rate-limit.js';

const start = Date.UTC(2026, 0, 15, 12);

test.each([
  ['the first of three', 1, 0, { allowed: true, remaining: 2, resetSeconds: 60 }],
  ['the last of three', 3, 59_001, { allowed: true, remaining: 0, resetSeconds: 1 }],
  ['one too many', 4, 30_000, { allowed: false, remaining: 0, resetSeconds: 30 }],
])('%s', (_, count, after, expected) => {
  expect(allowance(count, 3, start + after)).toMatchObject({
    ...expected,
    limit: 3,
    resetAt: start / 1_000 + 60,
  });
});

test('a window is a minute of the clock', () => {
  expect([0, 1, windowMs - 1].map((after) => windowStart(start + after))).toEqual([start, start, start]);
  expect(windowStart(start + windowMs)).toBe(start + windowMs);
});

test('callers are counted separately, and from zero in the next window', () => {
  const rates = memoryRates();
  expect([rates.count('a', start), rates.count('a', start), rates.count('b', start)]).toEqual([1, 2, 1]);
  expect(rates.count('a', start + windowMs)).toBe(1);
});

test('beyond the limit of callers, the least recently seen are forgotten', () => {
  const rates = memoryRates(2);
  for (const key of ['a', 'b', 'a', 'c']) rates.count(key, start);
  expect(rates.count('a', start)).toBe(3);
  expect(rates.count('b', start)).toBe(1);
});
