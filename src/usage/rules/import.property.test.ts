import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countersWith } from './counters.js';
import { type ImportedSkill, importNews } from './import.js';
import { newRecord, provenances, usageRecord, withFacts, withSource } from './record.js';

const now = Date.UTC(2026, 0, 31);
const time = fc.integer({ min: 0, max: 2 * now });
const count = fc.nat();
const imported: fc.Arbitrary<Omit<ImportedSkill, 'name'>> = fc.record({
  counters: fc
    .record({
      useCount: count,
      viewCount: count,
      patchCount: count,
      lastUsedAt: time,
      lastViewedAt: time,
      lastPatchedAt: time,
    })
    .map(countersWith),
  facts: fc.record({ pinned: fc.boolean(), createdBy: fc.constantFrom(...provenances), createdAt: time }),
});

test('importing the same again changes nothing, in whatever order', () => {
  fc.assert(
    fc.property(fc.array(imported, { minLength: 1, maxLength: 4 }), (reports) => {
      let record = newRecord('hermes:pdf');
      for (const report of reports) {
        const { counters, facts } = importNews(report, usageRecord(record), 'hermes', now);
        record = withFacts(record, facts, record);
        if (counters) record = { ...record, sources: withSource(record.sources, 'hermes', () => counters) };
      }
      for (const report of reports.toReversed()) {
        const news = importNews(report, usageRecord(record), 'hermes', now);
        expect(news).toEqual({ counters: undefined, facts: {} });
      }
    }),
  );
});
