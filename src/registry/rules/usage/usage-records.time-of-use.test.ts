import { expect, test } from 'vitest';
import { timeOfUse } from './usage-records.js';

const now = Date.UTC(2026, 2, 10, 8);

test.for([
  ['now unless a day is given', undefined, '2026-03-10T08:00:00.000Z'],
  ['now if it is today', '2026-03-10', '2026-03-10T08:00:00.000Z'],
  ['the end of a day before', '2026-03-09', '2026-03-09T23:59:59.999Z'],
  ['31 days back at most', '2026-02-07', '2026-02-07T23:59:59.999Z'],
] as const)('the time of a use is %s', ([, day, expected]) => {
  expect(new Date(timeOfUse(day, now)).toISOString()).toBe(expected);
});

test.for([
  ['2026-03-11', 'the day 2026-03-11 is in the future'],
  ['2026-02-06', 'the day 2026-02-06 is more than 31 days ago'],
] as const)('%s is refused', ([day, message]) => {
  expect(() => timeOfUse(day, now)).toThrow(message);
});
