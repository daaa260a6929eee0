import { expect, test } from 'vitest';
import { applyJournal, findRecord, usageAt, usageOf } from './apply-journal.js';
import { dailyActivity } from './counters.js';
import type { JournalLine } from './journal-line.js';
import { type UsageRecord, usageRecord } from './record.js';

const now = Date.UTC(2026, 2, 1, 12);
const day = 86_400_000;

/** The record of an id after these lines, as read now; of the id `a` by default. */
function recordAfter(lines: readonly JournalLine[], id = 'a'): UsageRecord | undefined {
  const record = findRecord(usageAt(applyJournal(usageOf([]), lines), now), id);
  return record && usageRecord(record);
}

function check(lines: readonly JournalLine[], expected: Partial<UsageRecord>, id?: string): void {
  expect(recordAfter(lines, id)).toMatchObject(expected);
}

const use = (id: string, at = now, source?: string): JournalLine =>
  source === undefined ? { kind: 'use', id, at } : { kind: 'use', id, at, source };
const put = (id: string, set: Extract<JournalLine, { kind: 'put' }>['set']): JournalLine => ({
  kind: 'put',
  id,
  set,
});
const rename = (id: string, to: string): JournalLine => ({ kind: 'rename', id, to });

test('without a line there is no record', () => {
  expect(recordAfter([])).toBeUndefined();
  expect(recordAfter([use('b')])).toBeUndefined();
});

test('each kind of event has its counter and its time', () => {
  check(
    [
      { kind: 'use', id: 'a', at: now - 5 },
      { kind: 'view', id: 'a', at: now - 4 },
      { kind: 'view', id: 'a', at: now - 3 },
      { kind: 'patch', id: 'a', at: now - 9 },
    ],
    {
      useCount: 1,
      viewCount: 2,
      patchCount: 1,
      lastUsedAt: now - 5,
      lastViewedAt: now - 3,
      lastPatchedAt: now - 9,
      lastActivityAt: now - 3,
    },
  );
});

test('a skill that was only created was never active', () => {
  check([put('a', { createdBy: 'agent', createdAt: now - day })], {
    createdBy: 'agent',
    createdAt: now - day,
    lastActivityAt: 0,
    state: 'active',
    pinned: false,
  });
});

test('events are kept by source, and added up', () => {
  check([use('a', now - 3), use('a', now - 2, 'codex'), use('a', now - 1, 'codex')], {
    useCount: 3,
    sources: {
      direct: expect.objectContaining({ useCount: 1, lastUsedAt: now - 3 }),
      codex: expect.objectContaining({ useCount: 2, lastUsedAt: now - 1 }),
    },
  });
});

test('set counters are the greater of what was stored and what is given, each by itself', () => {
  const set = (counters: Extract<JournalLine, { kind: 'source' }>['counters']): JournalLine => ({
    kind: 'source',
    id: 'a',
    source: 'claude',
    counters,
  });
  check([set({ useCount: 5, lastUsedAt: now - 9, days: { '2026-02-27': 2 } }), use('a')], { useCount: 6 });
  check(
    [
      set({ useCount: 5, viewCount: 1, lastUsedAt: now - 9, days: { '2026-02-27': 2, '2026-02-28': 1 } }),
      set({ useCount: 3, viewCount: 4, lastUsedAt: now - 2, days: { '2026-02-28': 3 } }),
    ],
    { useCount: 5, viewCount: 4, lastUsedAt: now - 2, days: { '2026-02-27': 2, '2026-02-28': 3 } },
  );
});

test('of facts the last line counts, and what it does not name stays', () => {
  check(
    [
      put('a', { pinLevel: 'freeze', state: 'stale', overrides: { staleAfterDays: 7 } }),
      put('a', { pinLevel: 'pin', restoredAt: now - 1 }),
    ],
    { pinLevel: 'pin', pinned: true, state: 'stale', restoredAt: now - 1, overrides: { staleAfterDays: 7 } },
  );
  check(
    [
      put('a', { pinLevel: 'pin', overrides: { staleAfterDays: 7 } }),
      put('a', { pinLevel: 'none', overrides: {} }),
    ],
    {
      pinned: false,
      overrides: {},
    },
  );
});

test('a time in the future is now', () => {
  const ahead = now + 5000 * day;
  check([use('a', ahead), put('a', { createdAt: ahead, archivedAt: ahead, restoredAt: ahead })], {
    useCount: 1,
    lastUsedAt: now,
    lastActivityAt: now,
    createdAt: now,
    archivedAt: now,
    restoredAt: now,
    days: {},
  });
});

test('the use of an old id counts for the new one, before and after the renaming', () => {
  const lines = [put('a', { pinLevel: 'pin' }), use('a'), rename('a', 'b'), use('a'), use('b')];
  check(lines, { id: 'b', useCount: 3, pinned: true, aliases: ['a'] }, 'b');
  check(lines, { id: 'b' }, 'a');
});

test('a skill that is renamed twice is found by all its ids', () => {
  const lines = [use('a'), rename('a', 'c'), rename('c', 'b'), use('a'), use('c')];
  for (const id of ['a', 'b', 'c']) check(lines, { id: 'b', useCount: 3, aliases: ['a', 'c'] }, id);
});

test('a skill that is renamed back is its old self', () => {
  check([use('a'), rename('a', 'b'), use('b'), rename('b', 'a'), use('b')], {
    id: 'a',
    useCount: 3,
    aliases: ['b'],
  });
});

test('renaming to an id with a past adds the counts and keeps the stronger pin', () => {
  const past = [use('b'), use('b', now, 'codex'), put('b', { pinLevel: 'freeze', state: 'archived' })];
  const lines = [...past, use('a'), put('a', { pinLevel: 'pin', createdBy: 'agent' }), rename('a', 'b')];
  check(
    lines,
    { id: 'b', useCount: 3, pinLevel: 'freeze', state: 'active', createdBy: 'agent', aliases: ['a'] },
    'b',
  );
});

test('renaming what has no record yet, or twice, or to itself is harmless', () => {
  check([rename('a', 'b'), use('a')], { id: 'b', useCount: 1 }, 'b');
  check([use('b'), rename('a', 'b')], { id: 'b', useCount: 1, aliases: ['a'] }, 'b');
  check([use('a'), rename('a', 'b'), rename('a', 'b')], { id: 'b', useCount: 1, aliases: ['a'] }, 'b');
  check([use('a'), rename('a', 'a')], { id: 'a', useCount: 1, aliases: [] });
});

test('a skill created under an old id has a record of its own', () => {
  const lines = [use('a'), rename('a', 'b'), put('a', { createdAt: now }), use('a')];
  check(lines, { id: 'a', useCount: 1 });
  check(lines, { id: 'b', useCount: 1, aliases: [] }, 'b');
  check([use('a'), rename('a', 'b'), put('a', { pinLevel: 'pin' })], { id: 'b', pinned: true }, 'b');
});

test('a skill renamed to the old id of another takes that id', () => {
  const lines = [use('a'), rename('a', 'b'), use('c'), use('c'), rename('c', 'a'), use('a')];
  check(lines, { id: 'a', useCount: 3, aliases: ['c'] });
  check(lines, { id: 'b', useCount: 1, aliases: [] }, 'b');
});

test('names that every object has are names like others', () => {
  check([use('constructor', now, 'toString')], { useCount: 1 }, 'constructor');
});

test('a chart shows the events of each day up to today, and older days are not kept', () => {
  const record = recordAfter([
    use('a', now),
    use('a', now - day),
    use('a', now - day),
    use('a', now - 2 * day),
    use('a', now - 35 * day),
  ]);
  expect(record?.useCount).toBe(5);
  expect(record?.days).toEqual({ '2026-02-27': 1, '2026-02-28': 2, '2026-03-01': 1 });
  expect(record && dailyActivity(record, now, 4)).toEqual([0, 1, 2, 1]);
});
