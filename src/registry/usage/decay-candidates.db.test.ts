import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DecayPolicy } from '../api/settings.js';
import { type TestRegistry, testRegistry } from '../registry.fixture.js';
import { type DayRange, decayReasons, decayWindows } from '../rules/decay.js';
import { dayMs, utcDay } from '../rules/utc-day.js';
import { decayCandidates } from './decay-candidates.js';
import { addItems } from './usage.fixture.js';

let registry: TestRegistry;
beforeAll(async () => {
  registry = await testRegistry();
});
afterAll(() => registry.close());

interface Item {
  readonly publishedDaysAgo: number;
  /** How often it was used so many days ago. */
  readonly uses: readonly (readonly [number, number])[];
}

const days = fc.constantFrom(0, 1, 5, 9, 10, 11, 14, 30, 185, 190, 300);
const anyItem: fc.Arbitrary<Item> = fc.record({
  publishedDaysAgo: days,
  uses: fc.uniqueArray(fc.tuple(days, fc.integer({ min: 1, max: 3 })), {
    selector: ([ago]) => ago,
    maxLength: 3,
  }),
});
const anyPolicy: fc.Arbitrary<DecayPolicy> = fc.record({
  enabled: fc.constantFrom(true, true, true, false),
  days: fc.constantFrom(0, 5, 10, 180),
  max_uses: fc.integer({ min: 0, max: 4 }),
  grace_days: fc.constantFrom(0, 20),
  counting: fc.constantFrom('lifetime', 'window'),
  declining: fc.boolean(),
});

test('the query leaves out nothing that the rule would find, and counts what the rule is told', async () => {
  let run = 0;
  const now = registry.clock.now();
  const property = fc.asyncProperty(
    fc.array(anyItem, { maxLength: 12 }),
    anyPolicy,
    async (items, policy) => {
      run += 1;
      const { id: tenantId } = await registry.tenant(`run-${run}`);
      const slugs = items.map((_, index) => `item-${String(index).padStart(2, '0')}`);
      const ids = items.length === 0 ? [] : await addItems(registry, tenantId, slugs);
      for (const [index, { publishedDaysAgo, uses }] of items.entries())
        await setFacts(tenantId, ids[index] ?? 0, publishedDaysAgo, uses);

      const windows = decayWindows(policy, now);
      const expected = items.flatMap(({ publishedDaysAgo, uses }, index) => {
        const inside = ([from, to]: DayRange) =>
          uses
            .filter(([ago]) => utcDay(now - ago * dayMs) >= from && utcDay(now - ago * dayMs) <= to)
            .reduce((sum, [, count]) => sum + count, 0);
        const facts = {
          publishedAt: now - publishedDaysAgo * dayMs,
          lastUsedAt: uses.length === 0 ? null : now - Math.min(...uses.map(([ago]) => ago)) * dayMs,
          useCount: uses.reduce((sum, [, count]) => sum + count, 0),
          uses: {
            counted: inside(windows.counted),
            recent: inside(windows.recent),
            former: inside(windows.former),
          },
          isRequired: false,
        };
        const reasons = decayReasons(facts, policy, now);
        return reasons === undefined ? [] : [[slugs[index], reasons]];
      });
      const found: unknown[] = [];
      const question = { tenantId, kind: 'skill', policy, now, flaggedToo: false } as const;
      for await (const page of decayCandidates(registry.database, question))
        found.push(...page.map(({ slug, reasons }) => [slug, reasons]));
      expect(found).toEqual(expected);
    },
  );
  await fc.assert(property, { numRuns: 60 });
});

async function setFacts(
  tenantId: number,
  itemId: number,
  publishedDaysAgo: number,
  uses: Item['uses'],
): Promise<void> {
  const now = registry.clock.now();
  const { unguarded } = registry;
  await unguarded
    .updateTable('items')
    .set({
      updated_at: new Date(now - publishedDaysAgo * dayMs),
      use_count: uses.reduce((sum, [, count]) => sum + count, 0),
      last_used_at: uses.length === 0 ? null : new Date(now - Math.min(...uses.map(([ago]) => ago)) * dayMs),
    })
    .where('id', '=', itemId)
    .execute();
  if (uses.length === 0) return;
  await unguarded
    .insertInto('usage_by_item')
    .values(
      uses.map(([ago, count]) => ({
        ...{ tenant_id: tenantId, item_id: itemId, day: utcDay(now - ago * dayMs) },
        ...{ uses: count, installs: 7 },
      })),
    )
    .execute();
}
