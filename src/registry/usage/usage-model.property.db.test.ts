import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { manualSchedule } from '../../system/schedule.fixture.js';
import { dayMs, utcDay } from '../../text/time.js';
import { usageEvents } from '../api/names.js';
import { type TestRegistry, testRegistry } from '../registry.fixture.js';
import { batchedUsageQueue } from './batched-queue.js';
import { addItems, recordOf, type StoredUsage, storedUsage } from './usage.fixture.js';

let registry: TestRegistry;
beforeAll(async () => {
  registry = await testRegistry();
});
afterAll(() => registry.close());

const slugs = ['a', 'b'];

interface Event {
  readonly item: number;
  readonly event: (typeof usageEvents)[number];
  readonly count: number;
  readonly daysAgo: number;
  readonly projectHash: string | null;
}

const anyEvent: fc.Arbitrary<Event> = fc.record({
  item: fc.nat({ max: slugs.length - 1 }),
  event: fc.constantFrom(...usageEvents, 'use', 'use'),
  count: fc.integer({ min: 1, max: 4 }),
  daysAgo: fc.constantFrom(0, 0, 0, 1, 20),
  projectHash: fc.constantFrom(null, '0000000000000001', '0000000000000001', '0000000000000002'),
});

/** Counts one event after the other, as if each were alone. */
function expected(events: readonly Event[], now: number): StoredUsage {
  const reported = new Map<string, number>();
  const cells = new Map<string, Record<string, number>>();
  const byEvent: Record<string, number> = {};
  const used = new Map<string, number>();
  for (const { item, event, count, daysAgo, projectHash } of events) {
    const day = utcDay(now - daysAgo * dayMs);
    const key = `${item} ${event} ${projectHash} ${day}`;
    const before = projectHash === null ? 0 : (reported.get(key) ?? 0);
    const more = Math.max(0, count - before);
    if (more === 0) continue;
    reported.set(key, count);
    byEvent[event] = (byEvent[event] ?? 0) + more;
    const slug = slugs[item] ?? '';
    const cell = cells.get(`${day} ${slug}`) ?? {};
    cell[event] = (cell[event] ?? 0) + more;
    cells.set(`${day} ${slug}`, cell);
    if (event !== 'install') used.set(slug, (used.get(slug) ?? 0) + more);
  }
  const order = ['download', 'view', 'install', 'use'];
  const sums = (rows: readonly Record<string, number>[]) =>
    order.map((event) => rows.reduce((sum, row) => sum + (row[event] ?? 0), 0)).join('/');
  const days = [...new Set([...cells.keys()].map((key) => key.slice(0, 10)))].sort();
  return {
    events: byEvent,
    byItem: [...cells].map(([key, cell]) => `${key} ${sums([cell])}`).sort(),
    byDay: days.map((day) => {
      const rows = [...cells].filter(([key]) => key.startsWith(day)).map(([, cell]) => cell);
      const unique = rows.filter((row) => Object.keys(row).some((event) => event !== 'install'));
      return `${day} ${sums(rows)} ${unique.length}`;
    }),
    items: [...used].map(([slug, count]) => `${slug} ${count}`).sort(),
  };
}

test('the sums are those of the events, however the events are split into batches', async () => {
  let run = 0;
  const batches = fc.array(fc.array(anyEvent, { maxLength: 8 }), { minLength: 1, maxLength: 5 });
  const property = fc.asyncProperty(batches, async (given) => {
    run += 1;
    const { id: tenantId } = await registry.tenant(`run-${run}`);
    const ids = await addItems(registry, tenantId, slugs);
    const now = registry.clock.now();
    const queue = batchedUsageQueue({ ...registry, schedule: manualSchedule().schedule });
    for (const batch of given) {
      for (const { item, daysAgo, ...event } of batch)
        queue.record(recordOf({ ...event, tenantId, itemId: ids[item] ?? 0, at: now - daysAgo * dayMs }));
      await queue.flush();
    }
    await queue.close();
    expect(await storedUsage(registry, tenantId)).toEqual(expected(given.flat(), now));
  });
  await fc.assert(property, { numRuns: 60 });
});
