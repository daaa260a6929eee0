import { expect, test } from 'vitest';
import { type CuratorState, type Intervals, scheduleOf } from './schedule.js';

const hour = 3_600_000;
const now = Date.UTC(2026, 0, 31);
const intervals: Intervals = { intervalHours: 168, minIdleHours: 2 };

function check(expected: string, state: Partial<CuratorState>, lastActivityAt = 0): void {
  const { due, nextRunAt } = scheduleOf(
    { lastRun: null, paused: false, ...state },
    lastActivityAt,
    intervals,
    now,
  );
  const hours = (nextRunAt - now) / hour;
  expect(`${due ? 'due' : 'not due'}, ${nextRunAt === 0 ? 'always' : hours}`).toBe(expected);
}

function ranHoursAgo(hours: number): Partial<CuratorState> {
  return { lastRun: { id: 'run', at: now - hours * hour } };
}

test('a run is due when the interval has passed and no session was active lately', () => {
  check('due, always', {});
  check('not due, 1', ranHoursAgo(167));
  check('due, 0', ranHoursAgo(168));
  check('due, -32', ranHoursAgo(200));
  check('not due, 1', {}, now - hour);
  check('due, 0', {}, now - 2 * hour);
  check('not due, 0.5', ranHoursAgo(168), now - 1.5 * hour);
});

test('a paused curator is never due', () => {
  check('not due, -32', { ...ranHoursAgo(200), paused: true });
});
