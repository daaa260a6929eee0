import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayMs, utcDay } from '../../../text/time.js';
import { mergeUsage } from './merge-usage.js';

const now = Date.parse('2026-03-10T12:00:00Z');
const time = fc.integer({ min: now - 60 * dayMs, max: now + dayMs });
const days = fc.dictionary(time.map(utcDay), fc.integer({ min: 1, max: 9 }), { maxKeys: 8 });
const use = fc.record({
  count: fc.nat({ max: 60 }),
  lastAt: fc.oneof(fc.constant(0), time),
  events: days,
});

test('use is raised to the local count, never in the future, and merging again adds nothing', () => {
  fc.assert(
    fc.property(use, days, (local, before) => {
      const known = new Map(Object.entries(before));
      const added = mergeUsage(local, known, now);
      const counted = (all: Iterable<number>) => [...all].reduce((sum, count) => sum + count, 0);
      const knownBefore = counted(known.values());
      for (const { at, count } of added) {
        expect(at).toBeLessThanOrEqual(now);
        expect(count).toBeGreaterThan(0);
        known.set(utcDay(at), (known.get(utcDay(at)) ?? 0) + count);
      }
      expect(counted(known.values())).toBe(Math.max(local.count, knownBefore));
      expect(mergeUsage(local, known, now)).toEqual([]);
    }),
  );
});
