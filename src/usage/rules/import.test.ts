import { expect, test } from 'vitest';
import { countersWith } from './counters.js';
import { type ImportedFacts, importNews, noFacts } from './import.js';
import { newRecord, type StoredRecord, usageRecord } from './record.js';

const now = Date.UTC(2026, 0, 31);
const said = countersWith({ useCount: 5, lastUsedAt: now - 10 });

function news(
  { facts = {}, counters = said }: { facts?: Partial<ImportedFacts>; counters?: typeof said },
  stored?: Partial<StoredRecord>,
) {
  const record = stored && usageRecord({ ...newRecord('hermes:pdf'), ...stored });
  return importNews({ counters, facts: { ...noFacts, ...facts } }, record, 'hermes', now);
}

test('counters are news when one of them is greater, and never become smaller', () => {
  expect(news({}).counters).toEqual(said);
  expect(news({}, { sources: { hermes: said } }).counters).toBeUndefined();
  const before = countersWith({ useCount: 9, viewCount: 1, lastUsedAt: now - 20 });
  expect(news({}, { sources: { hermes: before } }).counters).toEqual({ ...before, lastUsedAt: now - 10 });
  expect(
    news({}, { sources: { hermes: countersWith({ useCount: 9, lastUsedAt: now }) } }).counters,
  ).toBeUndefined();
});

test('what another source counted does not matter', () => {
  expect(
    news({}, { sources: { direct: countersWith({ useCount: 100, lastUsedAt: now }) } }).counters,
  ).toEqual(said);
});

test('a time that is yet to come is the one at which it was first met', () => {
  const ahead = countersWith({ useCount: 5, lastUsedAt: now + 1000 });
  expect(news({ counters: ahead }).counters?.lastUsedAt).toBe(now);
  const met = { hermes: countersWith({ useCount: 5, lastUsedAt: now - 500 }) };
  expect(news({ counters: ahead }, { sources: met }).counters).toBeUndefined();
});

test('a pin is imported, and neither weakened nor removed', () => {
  expect(news({ facts: { pinned: true } }).facts).toEqual({ pinLevel: 'pin' });
  expect(news({ facts: { pinned: true } }, { pinLevel: 'freeze' }).facts).toEqual({});
  expect(news({ facts: { pinned: false } }, { pinLevel: 'pin' }).facts).toEqual({});
});

test('who made a skill and when is taken over only where it was not known', () => {
  const facts = { createdBy: 'agent', createdAt: now - 50 } as const;
  expect(news({ facts }).facts).toEqual(facts);
  expect(news({ facts }, { createdBy: 'user', createdAt: now - 99 }).facts).toEqual({});
  expect(news({ facts: { createdAt: now + 1 } }).facts).toEqual({});
});
