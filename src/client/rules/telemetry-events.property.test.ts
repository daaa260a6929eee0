import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayMs } from '../../text/time.js';
import { acknowledged, type ProjectSharing, shareUse } from './telemetry-events.js';

const start = Date.UTC(2026, 0, 10);

/** On each day: uses before and after the sharing, if there is one, and how far it comes. */
const day = fc.record({
  early: fc.nat(5),
  late: fc.nat(5),
  sharing: fc.constantFrom('none', 'lost', 'arrived', 'arrived-unknown'),
});

test('whatever gets lost, the registry never counts more uses than there were, and all of them in the end', () => {
  fc.assert(
    fc.property(fc.array(day, { maxLength: 12 }), (days) => {
      /** As the registry has it: of what was reported a day, the most. */
      const registry = new Map<string, number>();
      let uses = { slug: 'lib', useCount: 0, lastUsedAt: 0 };
      let sharing: ProjectSharing | undefined;
      const happen = (count: number, at: number) => {
        if (count > 0) uses = { ...uses, useCount: uses.useCount + count, lastUsedAt: at };
      };
      const send = (now: number, how: 'lost' | 'arrived' | 'arrived-unknown') => {
        const { after, reported } = shareUse(sharing, [uses], { registry: 'r', now });
        sharing = how === 'arrived' ? acknowledged(after) : after;
        if (how === 'lost') return;
        for (const one of reported) registry.set(one.day, Math.max(registry.get(one.day) ?? 0, one.count));
      };
      const counted = () => [...registry.values()].reduce((total, count) => total + count, 0);

      send(start, 'arrived');
      for (const [index, { early, late, sharing: how }] of days.entries()) {
        const at = start + index * dayMs;
        happen(early, at + 1);
        if (how !== 'none') send(at + 2, how);
        happen(late, at + 3);
        expect(counted()).toBeLessThanOrEqual(uses.useCount);
      }
      send(start + days.length * dayMs, 'arrived');
      expect(counted()).toBe(uses.useCount);
    }),
    { numRuns: 200 },
  );
});
