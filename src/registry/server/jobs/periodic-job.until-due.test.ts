import { expect, test } from 'vitest';
import { untilDue } from './periodic-job.js';

test.for<[string, number | undefined, number]>([
  ['what was never done is due', undefined, 0],
  ['what was just done waits for the whole interval', 5_000, 100],
  ['part of it has passed', 4_960, 60],
  ['one interval after the last time it is due', 4_900, 0],
  ['it stays due until it is done', 1, 0],
  ['a clock that is a little ahead makes it wait a little longer', 5_050, 150],
  ['a clock that was far ahead is not believed', 5_101, 0],
])('%s', ([, lastRunAt, expected]) => {
  expect(untilDue(lastRunAt, 100, 5_000)).toBe(expected);
});
