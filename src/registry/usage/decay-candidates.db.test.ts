import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayMs, utcDay } from '../../text/time.js';
import { type UsageEvent, usageEvents } from '../api/names.js';
import type { DecayPolicy } from '../api/settings.js';
import { makePartitions } from '../data/db/partitions.js';
import { type TestRegistry, testRegistry } from '../registry.fixture.js';
import { monthOf } from '../rules/usage/calendar.js';
import { type DayRange, decayWindows, judgeDecay } from '../rules/usage/decay.js';
import { decayCandidates } from './decay-candidates.js';
import { addItems } from './usage.fixture.js';

let registry: TestRegistry;
beforeAll(async () => {
  registry = await testRegistry();
});
afterAll(() => registry.close());

interface Item {
  readonly publishedDaysAgo: number;
  /** Pairs of days ago and how often it was used. */
  readonly uses: readonly (readonly [number, number])[];
  /** Days ago, event and project of each report. */
  readonly reports: readonly (readonly [number, UsageEvent, string])[];
}

const days = fc.constantFrom(0, 1, 5, 9, 10, 11, 14, 30, 185, 190, 300);
const anyItem: fc.Arbitrary<Item> = fc.record({
  publishedDaysAgo: days,
  uses: fc.uniqueArray(fc.tuple(days, fc.integer({ min: 1, max: 3 })), {
    selector: ([ago]) => ago,
    maxLength: 3,
  }),
  reports: fc.uniqueArray(
    fc.tuple(days, fc.constantFrom(...usageEvents), fc.constantFrom('a'.repeat(16), 'b'.repeat(16))),
    { selector: String, maxLength: 2 },
  ),
});
const anyPolicy: fc.Arbitrary<DecayPolicy> = fc.record({
  enabled: fc.constantFrom(true, true, true, false),
  days: fc.constantFrom(0, 5, 10, 180),
  max_uses: fc.integer({ min: 0, max: 4 }),
  grace_days: fc.constantFrom(0, 20),
  counting: fc.constantFrom('lifetime', 'window'),
  declining: fc.boolean(),
});

test('the query leaves out nothing that the rule would find, and counts the facts of the rule', async () => {
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
      for (const [index, item] of items.entries()) await setFacts(tenantId, ids[index] ?? 0, item);

      const windows = decayWindows(policy, now);
      let protectedCount = 0;
      const expected = items.flatMap(({ publishedDaysAgo, uses, reports }, index) => {
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
          pinnedBy: new Set(
            reports
              .filter(([ago, event]) => pins(event) && utcDay(now - ago * dayMs) >= windows.counted[0])
              .map(([, , project]) => project),
          ).size,
        };
        const decay = judgeDecay(facts, policy, now);
        if (decay.kind === 'protected') protectedCount += 1;
        return decay.kind === 'candidate' ? [[slugs[index], decay.reasons]] : [];
      });
      const found: unknown[] = [];
      const policies = { skill: policy, agent: policy, command: policy };
      const query = { tenantId, kinds: ['skill'], policies, now, includeFlagged: false } as const;
      for await (const page of decayCandidates(registry.database, query)) {
        found.push(...page.candidates.map(({ slug, reasons }) => [slug, reasons]));
        protectedCount -= page.protectedCount;
      }
      expect(found).toEqual(expected);
      expect(protectedCount).toBe(0);
    },
  );
  await fc.assert(property, { numRuns: 60 });
});

const pins = (event: UsageEvent): boolean => event === 'install' || event === 'use';

async function setFacts(
  tenantId: number,
  itemId: number,
  { publishedDaysAgo, uses, reports }: Item,
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
  if (reports.length > 0) {
    await makePartitions(
      registry.database,
      reports.map(([ago]) => monthOf(now - ago * dayMs)),
    );
    await unguarded
      .insertInto('usage_of_projects')
      .values(
        reports.map(([ago, event, project_hash]) => ({
          tenant_id: tenantId,
          item_id: itemId,
          event,
          project_hash,
          count: 1,
          day: utcDay(now - ago * dayMs),
        })),
      )
      .execute();
  }
  if (uses.length === 0) return;
  await unguarded
    .insertInto('usage_by_item')
    .values(
      uses.map(([ago, count]) => ({
        tenant_id: tenantId,
        item_id: itemId,
        day: utcDay(now - ago * dayMs),
        uses: count,
        installs: 7,
      })),
    )
    .execute();
}
