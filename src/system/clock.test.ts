import { expect, test } from 'vitest';
import { CoppiceError } from '../text/errors.js';
import { latestTime } from '../text/time.js';
import { clockFrom } from './clock.js';

function check(given: string, expected: number | 'refused'): void {
  const now = () => clockFrom({ COPPICE_NOW: given }).now();
  if (expected === 'refused') expect(now, given).toThrow(CoppiceError);
  else expect(now(), given).toBe(expected);
}

test('a fixed time is an ISO time or milliseconds', () => {
  check('2026-01-31T12:00:00Z', Date.UTC(2026, 0, 31, 12));
  check('2026-01-31', Date.UTC(2026, 0, 31));
  check('2026-01-31T12:00:00+02:00', Date.UTC(2026, 0, 31, 10));
  check('1970-01-01T00:00:00Z', 0);
  check('0', 0);
  check('1767225600000', 1_767_225_600_000);
  check(String(latestTime), latestTime);
});

test('a time that no record could keep is refused before anything is written with it', () => {
  check(String(latestTime + 1), 'refused');
  check('9000000000000000', 'refused');
  check('1969-12-31T23:59:59Z', 'refused');
  check('+275760-09-13T00:00:00Z', 'refused');
});

test('what is neither is refused, also where a lenient parser would make a day of it', () => {
  for (const given of ['soon', '-5', '1.5', ' 5 ', '1e30', '0x10', 'May 5', '2026-13-01']) {
    check(given, 'refused');
  }
});
