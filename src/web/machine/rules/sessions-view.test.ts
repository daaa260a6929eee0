import { expect, test } from 'vitest';
import type { ResultCounts } from '../../../machine/api/sessions.js';
import {
  failingText,
  groupCounts,
  isFiltered,
  lengthText,
  queryOf,
  readSessionsView,
  sessionsAddress,
} from './sessions-view.js';

const at = (address: string) => readSessionsView(new URL(address, 'http://localhost').searchParams);

test.each([
  '/machine/sessions',
  '/machine/sessions?find=pdf&result=failed&days=7',
  '/machine/sessions?skill=claude%3Aa%2Fb%26c&agent=codex&model=-&day=2026-02-28&cursor=1-ff',
])('%s survives being read', (address) => {
  expect(sessionsAddress(at(address))).toBe(address);
});

test('what nobody can choose is left out', () => {
  const view = at('/machine/sessions?result=lost&days=8&day=yesterday');
  expect([sessionsAddress(view), isFiltered(view), queryOf(view)]).toEqual(['/machine/sessions', false, {}]);
});

test.each([
  [29_999, 'under a minute'],
  [30_000, '1 min'],
  [59 * 60_000, '59 min'],
  [125 * 60_000, '2 h 5 min'],
])('%i milliseconds are %s', (milliseconds, text) => {
  expect(lengthText(milliseconds)).toBe(text);
});

const counts: ResultCounts = { clean: 5, recovered: 1, failed: 2, corrected: 1, abandoned: 1, unknown: 9 };

test('of what is not known nothing is said', () => {
  expect(groupCounts(counts)).toEqual([6, 3, 10]);
  expect(failingText(counts)).toBe('30 %');
  expect(failingText({ ...counts, clean: 0, recovered: 0, failed: 0, corrected: 0, abandoned: 0 })).toBe('–');
});
