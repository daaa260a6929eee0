import { expect, test } from 'vitest';
import { untilDue } from './periodic-job.js';

test.for<[string, number | undefined, number]>([
  ['a job that never ran is due', undefined, 0],
  ['a job that just ran waits for the whole interval', 5_000, 100],
  ['part of it has passed', 4_960, 60],
  ['one interval after the last time it is due', 4_900, 0],
  ['it stays due until it runs', 1, 0],
  ['a clock that is a little ahead makes it wait a little longer', 5_050, 150],
  ['a last run far in the future is ignored', 5_101, 0],
])('%s', ([, lastRunAt, expected]) => {
  expect(untilDue(lastRunAt, 100, 5_000)).toBe(expected);
});
