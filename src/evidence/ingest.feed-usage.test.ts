import { expect, test } from 'vitest';
import { fixedClock } from '../system/clock.js';
import { filesOn } from '../system/disk/disk-files.js';
import { memoryDisk, memoryFiles } from '../system/disk/memory-disk.js';
import { noCounters } from '../usage/rules/counters.js';
import { UsageStore } from '../usage/store.js';
import { updateUsage } from './ingest.js';
import type { UsageByAgent } from './store/usage-counters.js';

const now = Date.UTC(2026, 5, 1);

function usageOn(files = memoryFiles()): UsageStore {
  return new UsageStore({ path: '/h/usage.json', files, clock: fixedClock(now), lockTimeoutMs: 0 });
}

function storeOf(...counted: readonly Partial<UsageByAgent>[]) {
  const whole = counted.map((each) => ({ ...noCounters, agent: 'claude', skill: 'home:draw', ...each }));
  return { usageCounters: () => whole };
}

test('each agent has counters of its own, with the times at which it happened', () => {
  const usage = usageOn();
  const store = storeOf(
    { useCount: 2, lastUsedAt: now - 9_000, days: { '2026-05-31': 2 } },
    { agent: 'codex', viewCount: 1, lastViewedAt: now - 8_000 },
    { skill: 'home:write', patchCount: 3, lastPatchedAt: now - 7_000 },
  );
  expect(updateUsage(store, usage, now)).toBeUndefined();
  expect(usage.get('home:draw')).toMatchObject({
    useCount: 2,
    viewCount: 1,
    lastUsedAt: now - 9_000,
    lastActivityAt: now - 8_000,
    sources: { claude: { useCount: 2, days: { '2026-05-31': 2 } }, codex: { viewCount: 1 } },
  });
  expect(usage.get('home:write')).toMatchObject({ patchCount: 3, lastPatchedAt: now - 7_000 });
});

test('telling again what is known writes nothing', () => {
  const files = memoryFiles();
  const usage = usageOn(files);
  const store = storeOf({ useCount: 2, lastUsedAt: now - 9_000 });
  updateUsage(store, usage, now);
  const before = files.read('/h/usage.journal')?.bytes;
  expect(before?.length).toBeGreaterThan(0);
  updateUsage(store, usage, now);
  expect(files.read('/h/usage.journal')?.bytes).toEqual(before);
});

test('counters are raised and never lowered, nor are direct uses touched', () => {
  const usage = usageOn();
  usage.record('home:draw', 'use');
  updateUsage(storeOf({ useCount: 5, lastUsedAt: now - 5 }), usage, now);
  updateUsage(storeOf({ useCount: 3, lastUsedAt: now - 9 }), usage, now);
  expect(usage.get('home:draw')).toMatchObject({
    useCount: 6,
    lastUsedAt: now,
    sources: { direct: { useCount: 1, lastUsedAt: now }, claude: { useCount: 5, lastUsedAt: now - 5 } },
  });
});

test('a use that is yet to come counts as one of now, so that it cannot keep a skill young', () => {
  const usage = usageOn();
  updateUsage(storeOf({ useCount: 1, lastUsedAt: now + 86_400_000 }), usage, now);
  expect(usage.get('home:draw')?.lastUsedAt).toBe(now);
});

test('what arrives for the old id of a skill is known under its new one', () => {
  const files = memoryFiles();
  const usage = usageOn(files);
  updateUsage(storeOf({ useCount: 2, lastUsedAt: now - 5 }), usage, now);
  usage.rename('home:draw', 'home:paint');
  const before = files.read('/h/usage.journal')?.bytes;
  updateUsage(storeOf({ useCount: 2, lastUsedAt: now - 5 }), usage, now);
  expect(files.read('/h/usage.journal')?.bytes).toEqual(before);
  expect(usage.get('home:paint')).toMatchObject({ useCount: 2 });
});

test('a usage store that cannot be written is reported, and updated the next time', () => {
  const disk = memoryDisk();
  const files = filesOn(disk);
  files.makeFolder('/h');
  disk.chmod('/h', 0o500);
  const store = storeOf({ useCount: 2, lastUsedAt: now - 5 });
  expect(updateUsage(store, usageOn(files), now)).toMatchObject({ code: 'no-permission' });
  disk.chmod('/h', 0o700);
  expect(updateUsage(store, usageOn(files), now)).toBeUndefined();
  expect(usageOn(files).get('home:draw')).toMatchObject({ useCount: 2 });
});
