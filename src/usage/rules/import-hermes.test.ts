import { expect, test } from 'vitest';
import { countersWith } from './counters.js';
import { readHermesUsage } from './import-hermes.js';

const whole = {
  created_by: 'agent',
  use_count: 3,
  view_count: 2,
  patch_count: 1,
  last_used_at: '2026-01-03T00:00:00.123456+00:00',
  last_viewed_at: '2026-01-02T01:00:00+01:00',
  last_patched_at: '2026-01-01T00:00:00',
  created_at: '2025-12-01T00:00:00Z',
  state: 'stale',
  pinned: true,
  archived_at: null,
};

function skillIn(record: Readonly<Record<string, unknown>>) {
  return readHermesUsage(JSON.stringify({ pdf: record }))?.skills[0];
}

test('a record has counters, times, a maker and a pin', () => {
  expect(readHermesUsage(JSON.stringify({ pdf: whole }))).toEqual({
    skills: [
      {
        name: 'pdf',
        counters: countersWith({
          useCount: 3,
          viewCount: 2,
          patchCount: 1,
          lastUsedAt: Date.UTC(2026, 0, 3, 0, 0, 0, 123),
          lastViewedAt: Date.UTC(2026, 0, 2),
          lastPatchedAt: Date.UTC(2026, 0, 1),
        }),
        facts: { pinned: true, createdBy: 'agent', createdAt: Date.UTC(2025, 11, 1) },
      },
    ],
    malformed: [],
  });
});

test.each([
  [{ created_by: 'agent' }, 'agent'],
  [{ agent_created: true }, 'agent'],
  [{ created_by: 'installed' }, 'hub'],
  [{ created_by: null }, 'unknown'],
  [{}, 'unknown'],
])('%j was made by: %s', (record, maker) => {
  expect(skillIn(record)?.facts.createdBy).toBe(maker);
});

test('what is not there, or is not what it should be, counts as never', () => {
  expect(skillIn({})?.counters).toEqual(countersWith({}));
  expect(skillIn({ use_count: '3', last_used_at: 'yesterday', created_at: 5, pinned: 'yes' })).toEqual({
    name: 'pdf',
    counters: countersWith({}),
    facts: { pinned: false, createdBy: 'unknown', createdAt: 0 },
  });
});

test('a record that is none keeps no other from being read', () => {
  const usage = readHermesUsage(JSON.stringify({ bad: [], pdf: whole, worse: 'text' }));
  expect(usage?.skills.map(({ name }) => name)).toEqual(['pdf']);
  expect(usage?.malformed).toEqual(['bad', 'worse']);
  expect(readHermesUsage('{"pdf":')).toBeUndefined();
  expect(readHermesUsage('[]')).toBeUndefined();
});
