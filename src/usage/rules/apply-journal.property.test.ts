import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  applyJournal,
  everyRecord,
  findRecord,
  type Usage,
  usageAt,
  usageOf,
  usageToStore,
} from './apply-journal.js';
import { activityKinds } from './counters.js';
import { aLine, anEvent, aSource, start } from './journal-line.arbitrary.js';
import type { JournalLine } from './journal-line.js';
import { usageRecord } from './record.js';
import { printSnapshot } from './snapshot.js';

const nothing = usageOf([]);
const lines = fc.array(aLine, { maxLength: 30 });
const now = start + 40 * 86_400_000;

function applied(lines: readonly JournalLine[], usage = nothing): Usage {
  return applyJournal(usage, lines);
}

/** Records in any order, as text. */
function shown(usage: Usage): string {
  return printSnapshot({ usage, folded: { generation: 1, offset: 0, rotated: [] } });
}

test('folding a journal in two parts equals folding it whole', () => {
  fc.assert(
    fc.property(lines, lines, (first, second) => {
      expect(applied(second, applied(first))).toEqual(applied([...first, ...second]));
    }),
  );
});

test('a compaction in between changes nothing that is read at the same time', () => {
  fc.assert(
    fc.property(lines, lines, (first, second) => {
      const compacted = applied(second, usageToStore(applied(first), now));
      expect(usageAt(compacted, now)).toEqual(usageAt(applied([...first, ...second]), now));
    }),
  );
});

test('events and set counters may come in any order', () => {
  const shuffled = fc
    .array(fc.oneof(anEvent, aSource), { maxLength: 20 })
    .chain((order) => fc.tuple(fc.constant(order), fc.shuffledSubarray(order, { minLength: order.length })));
  fc.assert(
    fc.property(shuffled, ([one, other]) => {
      expect(shown(applied(one))).toBe(shown(applied(other)));
    }),
  );
});

test('counters that are set again change nothing', () => {
  fc.assert(
    fc.property(lines, fc.array(aSource), (before, set) => {
      const once = applied(set, applied(before));
      expect(applied(set, once)).toEqual(once);
    }),
  );
});

test('totals are sums over the sources, and times the latest of theirs', () => {
  fc.assert(
    fc.property(lines, (folded) => {
      for (const record of [...applied(folded).records.values()].map(usageRecord)) {
        const sources = Object.values(record.sources);
        const sum = (of: (source: (typeof sources)[number]) => number) =>
          sources.map(of).reduce((a, b) => a + b, 0);
        expect(record.useCount).toBe(sum((source) => source.useCount));
        expect(record.viewCount).toBe(sum((source) => source.viewCount));
        expect(record.patchCount).toBe(sum((source) => source.patchCount));
        expect(record.lastUsedAt).toBe(Math.max(0, ...sources.map((source) => source.lastUsedAt)));
        expect(record.lastActivityAt).toBe(
          Math.max(record.lastUsedAt, record.lastViewedAt, record.lastPatchedAt),
        );
      }
    }),
  );
});

test('no event is lost, whatever is renamed to what', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(anEvent, aLine), { maxLength: 30 }), (folded) => {
      const isEvent = ({ kind }: JournalLine) => activityKinds.some((activity) => activity === kind);
      const counted = [...applied(folded).records.values()]
        .flatMap(({ sources }) => Object.entries(sources))
        .filter(([name]) => ['direct', 'codex', 'toString'].includes(name))
        .reduce(
          (total, [, { useCount, viewCount, patchCount }]) => total + useCount + viewCount + patchCount,
          0,
        );
      expect(counted).toBe(folded.filter(isEvent).length);
    }),
  );
});

test('every alias leads to a record that knows it, and no id is both, or only seen as well', () => {
  fc.assert(
    fc.property(lines, (folded) => {
      const { records, aliases, seen } = applied(folded);
      const known = [...records.values()].flatMap((record) =>
        record.aliases.map((alias) => [alias, record.id]),
      );
      expect([...aliases].sort()).toEqual(known.sort());
      for (const alias of aliases.keys()) expect(records.has(alias)).toBe(false);
      for (const id of seen.keys()) expect(records.has(id) || aliases.has(id)).toBe(false);
    }),
  );
});

test('a skill was first seen when it was met first, under whichever of its ids', () => {
  fc.assert(
    fc.property(lines, (folded) => {
      const usage = applied(folded);
      const met = folded.flatMap((line) => {
        if (line.kind === 'seen') return line.ids.map((id) => ({ id, at: line.at }));
        const at = line.kind === 'put' ? line.set.firstSeenAt : undefined;
        return line.kind === 'put' && at !== undefined ? [{ id: line.id, at }] : [];
      });
      for (const { firstSeenAt } of everyRecord(usage))
        expect([0, ...met.map(({ at }) => at)]).toContain(firstSeenAt);
      for (const { id, at } of met) {
        const isRenamed = folded.some((line) => line.kind === 'rename' && [line.id, line.to].includes(id));
        if (!isRenamed) expect(findRecord(usage, id)?.firstSeenAt).toBeLessThanOrEqual(at);
      }
    }),
  );
});

test('nothing is read as later than now', () => {
  fc.assert(
    fc.property(lines, (folded) => {
      for (const record of Array.from(everyRecord(usageAt(applied(folded), now)), usageRecord)) {
        const { lastActivityAt, createdAt, archivedAt, restoredAt, firstSeenAt } = record;
        const times = [lastActivityAt, createdAt, archivedAt, restoredAt, firstSeenAt];
        expect(Math.max(...times)).toBeLessThanOrEqual(now);
      }
    }),
  );
});
