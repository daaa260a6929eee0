import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { manualSchedule } from '../../../system/schedule.fixture.js';
import { dayMs } from '../../../text/time.js';
import { listMonths } from '../../data/db/partitions.js';
import { type TestRegistry, testRegistry } from '../../registry.fixture.js';
import { batchedUsageQueue } from '../../usage/batched-queue.js';
import { poolEffects } from '../../usage/effects.js';
import { addItems, recordOf, storedUsage } from '../../usage/usage.fixture.js';
import { retainUsage } from './usage-retention.js';

let registry: TestRegistry;
beforeAll(async () => {
  registry = await testRegistry();
});
afterAll(() => registry.close());

const january = Date.UTC(2026, 0, 15, 12);

test('months are dropped after the retention of every tenant, rows after that of their tenant, sums never', async () => {
  const long = await registry.tenant('long', { usage_retention_days: 60 });
  const short = await registry.tenant('short', { usage_retention_days: 31 });
  const queue = batchedUsageQueue({ ...registry, schedule: manualSchedule().schedule });
  for (const { id: tenantId } of [long, short]) {
    const [itemId = 0] = await addItems(registry, tenantId, ['lib']);
    for (const at of [january, january + 31 * dayMs])
      for (const projectHash of [null, '0123456789abcdef'])
        queue.record(recordOf({ tenantId, itemId, at, projectHash }));
  }
  await queue.close();

  const at = async (time: string) => {
    registry.clock.set(Date.parse(time));
    return retainUsage(registry);
  };
  const events = async () => {
    const { rows } = await sql<{ text: string }>`
      select concat_ws(' ', tenants.slug, to_char(ts, 'YYYY-MM'), count(*)) as text
      from usage_events join tenants on tenants.id = tenant_id
      group by tenants.slug, to_char(ts, 'YYYY-MM')
    `.execute(registry.unguarded);
    return rows.map(({ text }) => text).sort();
  };
  const all = ['long 2026-01 2', 'long 2026-02 2', 'short 2026-01 2', 'short 2026-02 2'];
  const sums = await storedUsage(registry, short.id);

  // January ends 31 days before the 4th of March.
  expect(await at('2026-03-03T23:59:59Z')).toEqual({ dropped: [], deleted: 0 });
  expect(await events()).toEqual(all);
  expect(await at('2026-03-04T00:00:00Z')).toEqual({ dropped: [], deleted: 3 });
  expect(await events()).toEqual(['long 2026-01 2', 'long 2026-02 2', 'short 2026-02 2']);
  expect(await listMonths(registry.database)).toEqual(['2026-01', '2026-02', '2026-03', '2026-04']);
  expect(await at('2026-04-02T00:00:00Z')).toEqual({ dropped: ['2026-01'], deleted: 3 });
  expect(await events()).toEqual(['long 2026-02 2']);
  expect(await listMonths(registry.database)).toEqual(['2026-02', '2026-03', '2026-04', '2026-05']);
  expect(await storedUsage(registry, short.id)).toEqual({ ...sums, events: {} });
});

test('counts about changes go when nobody reported them for longer than the retention', async () => {
  const tenant = await registry.tenant('effects', { usage_retention_days: 31 });
  const digest = `sha256:${'a'.repeat(64)}`;
  const report = async (machine: string, bad: number) => {
    const days = [{ day: 1, loads: 4, bad, other_loads: 0, other_bad: 0 }];
    const given = { machine: machine.repeat(16), effects: [{ digest, days }] };
    const { effects } = await poolEffects(registry, registry.caller(tenant), given);
    return effects[0]?.machines.map((one) => one.days[0]?.bad);
  };
  await report('1', 1);
  registry.clock.advance(20 * dayMs);
  await report('2', 2);
  registry.clock.advance(20 * dayMs);
  await retainUsage(registry);
  expect(await report('3', 3)).toEqual([2]);
});
