import { expect, test } from 'vitest';
import { dayMs } from '../../../text/time.js';
import { newSessionLife, renewed } from './session-life.js';

const now = Date.UTC(2026, 0, 15);
const days = (count: number) => new Date(now + count * dayMs);

test('a session that is not used ends after two weeks, one that is used after 90 days', () => {
  const { expiresAt, endsAt } = newSessionLife(now);
  expect([expiresAt, endsAt]).toEqual([days(14), days(90)]);
  expect(renewed(now + 10 * dayMs, endsAt)).toEqual(days(24));
  expect(renewed(now + 80 * dayMs, endsAt)).toEqual(days(90));
});

test('a provider can end sessions sooner, and never later', () => {
  expect(newSessionLife(now, dayMs)).toEqual({ expiresAt: days(1), endsAt: days(1) });
  expect(newSessionLife(now, 400 * dayMs).endsAt).toEqual(days(90));
});
