import { expect, test } from 'vitest';
import { type LocalUse, mergeUsage } from './merge-usage.js';

const now = Date.parse('2026-03-10T12:00:00Z');
const at = (text: string) => Date.parse(`2026-${text}Z`);

function added(use: Partial<LocalUse>, known: Readonly<Record<string, number>> = {}): readonly string[] {
  const whole = { count: 0, lastAt: 0, events: {}, ...use };
  return mergeUsage(whole, new Map(Object.entries(known)), now).map(
    (one) => `${one.count} at ${new Date(one.at).toISOString().slice(5, 19)}`,
  );
}

test('a skill that was never used adds nothing', () => {
  expect(added({})).toEqual([]);
});

test('a use is added at its time', () => {
  expect(added({ count: 1, lastAt: at('03-09T08:30:00') })).toEqual(['1 at 03-09T08:30:00']);
});

test('uses are added on the days with events, the last first', () => {
  const events = { '2026-03-07': 2, '2026-03-09': 3 };
  expect(added({ count: 5, lastAt: at('03-09T08:30:00'), events })).toEqual([
    '3 at 03-09T08:30:00',
    '2 at 03-07T23:59:59',
  ]);
});

test('views after the last use are not uses', () => {
  const events = { '2026-03-07': 2, '2026-03-09': 3 };
  expect(added({ count: 2, lastAt: at('03-07T10:00:00'), events })).toEqual(['2 at 03-07T10:00:00']);
});

test('uses without a known day were before all known days', () => {
  expect(added({ count: 100, lastAt: at('03-09T08:30:00'), events: { '2026-03-09': 3 } })).toEqual([
    '3 at 03-09T08:30:00',
    '97 at 02-02T12:00:00',
  ]);
  expect(added({ count: 1 })).toEqual(['1 at 02-02T12:00:00']);
  expect(added({ count: 7, lastAt: at('01-05T01:00:00') })).toEqual([
    '1 at 01-05T01:00:00',
    '6 at 01-05T01:00:00',
  ]);
});

test('uses that are already known are not added again', () => {
  const use = { count: 5, lastAt: at('03-09T08:30:00'), events: { '2026-03-07': 2, '2026-03-09': 3 } };
  expect(added(use, { '2026-03-07': 2, '2026-03-09': 3 })).toEqual([]);
  expect(added(use, { '2026-03-07': 2, '2026-03-09': 1 })).toEqual(['2 at 03-09T08:30:00']);
  expect(added(use, { '2026-03-08': 9 })).toEqual([]);
});

test('a clock that was ahead or a huge count gives uses that can be stored', () => {
  expect(added({ count: 1, lastAt: now + 1e9 })).toEqual(['1 at 03-10T12:00:00']);
  expect(added({ count: Number.MAX_SAFE_INTEGER, lastAt: at('01-05T01:00:00') })).toEqual([
    '1 at 01-05T01:00:00',
    '999999999 at 01-05T01:00:00',
  ]);
});
