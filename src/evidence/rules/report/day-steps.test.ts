import { expect, test } from 'vitest';
import { daySteps } from './day-steps.js';

const days = [1, 2, 3, 4, 5].map((n) => ({ day: `2026-01-0${n}`, loads: n, tools: 10 * n, errors: 0 }));

function check(maxSteps: number, daysPerStep: number, loads: readonly number[]): void {
  const found = daySteps(days, maxSteps);
  expect([found.daysPerStep, found.steps.map((step) => step.loads)]).toEqual([daysPerStep, loads]);
}

test('days are put together only where there is no room, and the newest step is whole', () => {
  check(5, 1, [1, 2, 3, 4, 5]);
  check(4, 2, [1, 5, 9]);
  check(2, 3, [3, 12]);
  check(1, 5, [15]);
});

test('a step is named by its first day, and sums up all counts', () => {
  expect(daySteps(days, 3).steps[1]).toEqual({ day: '2026-01-02', loads: 5, tools: 50, errors: 0 });
  expect(daySteps([], 3)).toEqual({ daysPerStep: 1, steps: [] });
});
