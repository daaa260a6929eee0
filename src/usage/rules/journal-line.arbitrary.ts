/*
 * Lines for property tests. There are few ids, so that lines meet in one record, and some are names that an object
 * already has. Events and set counters have different sources, as they have in life.
 */

import fc from 'fast-check';

import { activityKinds } from './counters.js';
import type { JournalLine } from './journal-line.js';
import { neverUsedRules, pinLevels, provenances, skillStates } from './record.js';

export const start = Date.UTC(2026, 0, 1);

const id = fc.constantFrom('home:a', 'home:b', 'claude:b', 'plugin/c', '7', 'constructor');
const time = fc.integer({ min: start, max: start + 60 * 86_400_000 });
const count = fc.nat({ max: 5 });

export const anEvent: fc.Arbitrary<JournalLine> = fc.record(
  { kind: fc.constantFrom(...activityKinds), id, at: time, source: fc.constantFrom('codex', 'toString') },
  { requiredKeys: ['kind', 'id', 'at'] },
);

export const aSource: fc.Arbitrary<JournalLine> = fc.record({
  kind: fc.constant('source'),
  id,
  source: fc.constantFrom('claude', 'gemini'),
  counters: fc.record(
    {
      useCount: count,
      viewCount: count,
      patchCount: count,
      lastUsedAt: time,
      lastViewedAt: time,
      lastPatchedAt: time,
      days: fc.dictionary(fc.constantFrom('2026-01-05', '2026-01-31', '2026-02-20'), count),
    },
    { requiredKeys: [] },
  ),
});

const aPut: fc.Arbitrary<JournalLine> = fc.record({
  kind: fc.constant('put'),
  id,
  set: fc.record(
    {
      createdBy: fc.constantFrom(...provenances),
      createdAt: time,
      state: fc.constantFrom(...skillStates),
      pinLevel: fc.constantFrom(...pinLevels),
      archivedAt: time,
      restoredAt: time,
      firstSeenAt: time,
      overrides: fc.record(
        { staleAfterDays: count, archiveAfterDays: count, neverUsed: fc.constantFrom(...neverUsedRules) },
        { requiredKeys: [] },
      ),
    },
    { requiredKeys: [] },
  ),
});

const aRename: fc.Arbitrary<JournalLine> = fc.record({ kind: fc.constant('rename'), id, to: id });

const aSight: fc.Arbitrary<JournalLine> = fc.record({
  kind: fc.constant('seen'),
  ids: fc.array(id, { maxLength: 3 }),
  at: time,
});

export const aLine = fc.oneof({ arbitrary: anEvent, weight: 3 }, aSource, aPut, aRename, aSight);
