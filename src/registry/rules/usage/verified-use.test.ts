import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayMs } from '../../../text/time.js';
import type { UsageRecord } from './usage-records.js';
import { callerDays, judgeUse, maxPerCallerAndDay, maxPerReport } from './verified-use.js';

const at = Date.UTC(2026, 0, 15, 12);

function use(given: Partial<UsageRecord>): UsageRecord {
  return {
    tenantId: 1,
    itemId: 1,
    versionId: null,
    event: 'use',
    count: 1,
    userId: null,
    tokenId: 'a',
    projectHash: null,
    at,
    ...given,
  };
}

function counts(records: readonly UsageRecord[], before = 0) {
  const { verified, unverified } = judgeUse(
    records,
    callerDays(records).map((day) => ({ ...day, count: before })),
  );
  return { verified: verified.map(({ count }) => count), unverified: unverified.map(({ count }) => count) };
}

test('one report counts up to a limit, and the rest is kept apart', () => {
  expect(counts([use({ count: 50 })])).toEqual({ verified: [50], unverified: [] });
  expect(counts([use({ count: 100_000 })])).toEqual({ verified: [50], unverified: [99_950] });
});

test('the reports of a caller about an item on a day count up to a limit together', () => {
  const five = Array.from({ length: 5 }, () => use({ count: 50 }));
  expect(counts(five)).toEqual({ verified: [50, 50, 50, 50], unverified: [50] });
  expect(counts([use({ count: 30 })], 190)).toEqual({ verified: [10], unverified: [20] });
  expect(counts([use({})], 200)).toEqual({ verified: [], unverified: [1] });
});

test.each([
  ['another token', { tokenId: 'b' }],
  ['a person', { tokenId: null, userId: 3 }],
  ['another item', { itemId: 2 }],
  ['another day', { at: at - dayMs }],
])('%s has a limit of its own', (_what, other) => {
  const full = Array.from({ length: 4 }, () => use({ count: 50 }));
  expect(counts([...full, use({ count: 50, ...other })]).unverified).toEqual([]);
});

test('what the server has seen of anybody has no limit', () => {
  const views = Array.from({ length: 300 }, () => use({ tokenId: null, event: 'view' }));
  expect(callerDays(views)).toEqual([]);
  expect(counts(views).unverified).toEqual([]);
});

test('nothing is lost, and what is stored of a caller is what counted', () => {
  const anyRecord = fc
    .record({
      itemId: fc.integer({ min: 1, max: 2 }),
      count: fc.integer({ min: 1, max: 120 }),
      tokenId: fc.constantFrom('a', 'b', null),
      at: fc.constantFrom(at, at - dayMs),
    })
    .map(use);
  fc.assert(
    fc.property(fc.array(anyRecord, { maxLength: 20 }), fc.nat(maxPerCallerAndDay), (records, before) => {
      const days = callerDays(records);
      const known = days.map((day) => ({ ...day, count: before }));
      const { verified, unverified } = judgeUse(records, known);
      const sum = (all: readonly { readonly count: number }[]) =>
        all.reduce((total, { count }) => total + count, 0);
      expect(sum(verified) + sum(unverified)).toBe(sum(records));
      for (const { count, tokenId } of verified)
        if (tokenId !== null) expect(count).toBeLessThanOrEqual(maxPerReport);
      const stored = days.map(({ wanted }) => Math.min(before + wanted, maxPerCallerAndDay) - before);
      expect(sum(verified.filter(({ tokenId }) => tokenId !== null))).toBe(
        stored.reduce((total, count) => total + count, 0),
      );
    }),
  );
});
