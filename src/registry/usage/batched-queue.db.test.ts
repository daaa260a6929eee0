import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { silentLog } from '../../system/log.js';
import { manualSchedule } from '../../system/schedule.fixture.js';
import { CoppiceError } from '../../text/errors.js';
import { dayMs } from '../../text/time.js';
import { openPool } from '../data/db/pool.js';
import { type TestRegistry, testRegistry } from '../registry.fixture.js';
import type { Tenant } from '../rules/access/principal.js';
import type { UsageRecord } from '../rules/usage/usage-records.js';
import { type BatchedQueueOptions, batchedUsageQueue } from './batched-queue.js';
import { addItems, recordOf, storedUsage } from './usage.fixture.js';

let registry: TestRegistry;
let tenant: Tenant;
let [lib, other] = [0, 0];
let tenants = 0;

beforeAll(async () => {
  registry = await testRegistry();
});
afterAll(() => registry.close());
beforeEach(async () => {
  registry.clock.set(Date.UTC(2026, 0, 15, 12));
  tenants += 1;
  tenant = await registry.tenant(`tenant-${tenants}`);
  [lib = 0, other = 0] = await addItems(registry, tenant.id, ['lib', 'other']);
});

type RecordFields = Partial<UsageRecord>;

function record(given: RecordFields = {}): UsageRecord {
  return recordOf({ tenantId: tenant.id, itemId: lib, at: registry.clock.now(), ...given });
}

function queueOf(given: Partial<BatchedQueueOptions> = {}) {
  return batchedUsageQueue({ ...registry, schedule: manualSchedule().schedule, ...given });
}

/** Each list is written as one batch. */
async function write(...batches: readonly (readonly RecordFields[])[]): Promise<void> {
  const queue = queueOf();
  for (const batch of batches) {
    for (const one of batch) queue.record(record(one));
    await queue.flush();
  }
}

const stored = () => storedUsage(registry, tenant.id);

test('every event is a row, in its own tenant alone', async () => {
  const neighbour = await registry.tenant(`neighbour-${tenants}`);
  const [theirs = 0] = await addItems(registry, neighbour.id, ['lib']);
  const userId = 7;
  await write([{}, { userId }, { event: 'view' }, {}, { tenantId: neighbour.id, itemId: theirs }]);
  const rows = await registry.unguarded
    .selectFrom('usage_events')
    .select(['item_id', 'event', 'user_id', 'ts'])
    .where('tenant_id', '=', tenant.id)
    .execute();
  const row = { item_id: lib, event: 'download', user_id: null, ts: new Date(registry.clock.now()) };
  expect(rows).toEqual([row, { ...row, user_id: userId }, { ...row, event: 'view' }, row]);
  expect((await storedUsage(registry, neighbour.id)).byDay).toEqual(['2026-01-15 1/0/0/0 1']);
});

test('downloads, views and uses move the counters, installs do not', async () => {
  await write([{}, { event: 'view', count: 2 }, { event: 'use' }, { event: 'install', itemId: other }]);
  expect(await stored()).toEqual({
    events: { download: 1, install: 1, use: 1, view: 2 },
    byItem: ['2026-01-15 lib 1/2/0/1', '2026-01-15 other 0/0/1/0'],
    byDay: ['2026-01-15 1/2/1/1 1'],
    items: ['lib 4'],
  });
});

test('an item is counted once a day among the unique ones, whenever its first use comes', async () => {
  await write(
    [{ event: 'install' }],
    [{ event: 'install' }, { itemId: other }],
    [{}],
    [{}, { itemId: other }],
  );
  expect((await stored()).byDay).toEqual(['2026-01-15 4/0/2/0 2']);
});

const project = { event: 'use', projectHash: '0123456789abcdef' } as const;

test('of the reports of a project about a day the highest counts, once', async () => {
  await write(
    [{ ...project, count: 2 }, project, { ...project, count: 2 }],
    [project],
    [{ ...project, count: 5 }],
  );
  await write([
    { ...project, projectHash: 'fedcba9876543210' },
    { ...project, event: 'view' },
  ]);
  const yesterday = registry.clock.now() - dayMs;
  await write([{ ...project, at: yesterday }], [{ ...project, at: yesterday, itemId: other }]);
  expect(await stored()).toEqual({
    events: { use: 8, view: 1 },
    byItem: ['2026-01-14 lib 0/0/0/1', '2026-01-14 other 0/0/0/1', '2026-01-15 lib 0/1/0/6'],
    byDay: ['2026-01-14 0/0/0/2 2', '2026-01-15 0/1/0/6 1'],
    items: ['lib 8', 'other 1'],
  });
});

test('a late event counts in its own day and month, and does not make the last use earlier', async () => {
  const now = registry.clock.now();
  await write([{}], [{ at: now - 31 * dayMs, event: 'view' }]);
  expect((await stored()).byDay).toEqual(['2025-12-15 0/1/0/0 1', '2026-01-15 1/0/0/0 1']);
  const { last_used_at } = await registry.unguarded
    .selectFrom('items')
    .select('last_used_at')
    .where('id', '=', lib)
    .executeTakeFirstOrThrow();
  expect(last_used_at).toEqual(new Date(now));
});

test('events of a deleted item are left out, and the others are written', async () => {
  await registry.unguarded.deleteFrom('items').where('id', '=', other).execute();
  await write([{ itemId: other }, { itemId: other, ...project }, {}]);
  expect((await stored()).byItem).toEqual(['2026-01-15 lib 1/0/0/0']);
});

const flaggedAt = Date.UTC(2026, 0, 15, 11);

test.for<[string, RecordFields, boolean]>([
  ['a use after it', {}, true],
  ['a use on an earlier day that is reported only now', { at: flaggedAt - dayMs }, true],
  ['a use just before it that was in the queue', { at: flaggedAt - 1 }, false],
  ['an install', { event: 'install' }, false],
  ['a repeat that counts nothing', project, false],
])('what removes a flag: %s', async ([, use, unflags]) => {
  await write([project]);
  await registry.unguarded
    .updateTable('items')
    .set({ state: 'flagged', state_reason: 'unused', state_at: new Date(flaggedAt) })
    .where('id', '=', lib)
    .execute();
  const catalog = { tenantId: tenant.id, part: 'catalog' } as const;
  const before = registry.changes.revision(catalog) ?? 0;
  await write([use]);
  const item = await registry.unguarded
    .selectFrom('items')
    .select(['state', 'state_reason'])
    .where('id', '=', lib)
    .executeTakeFirstOrThrow();
  expect(item).toEqual(
    unflags ? { state: 'published', state_reason: '' } : { state: 'flagged', state_reason: 'unused' },
  );
  const audit = await registry.unguarded
    .selectFrom('audit')
    .select(['actor', 'action', 'target', 'details'])
    .where('tenant_id', '=', tenant.id)
    .execute();
  const row = {
    actor: 'system',
    action: 'item.unflag',
    target: 'skill/lib',
    details: { reason: 'it was used' },
  };
  expect(audit).toEqual(unflags ? [row] : []);
  expect((registry.changes.revision(catalog) ?? 0) > before).toBe(unflags);
});

test('a flush invalidates cached answers about use', async () => {
  const usage = { tenantId: tenant.id, part: 'usage' } as const;
  const before = registry.changes.revision(usage);
  await write([{}]);
  expect(registry.changes.revision(usage)).not.toBe(before);
});

test('the queue writes every second without a call', async () => {
  const manual = manualSchedule();
  const queue = queueOf({ schedule: manual.schedule });
  for (const count of [1, 2]) {
    queue.record(record());
    expect(manual.delays).toEqual([1_000]);
    manual.next();
    await queue.flush();
    expect((await stored()).items).toEqual([`lib ${count}`]);
    await expect.poll(() => manual.delays).toHaveLength(1);
  }
  await queue.close();
  expect(manual.delays).toEqual([]);
});

test('events that do not fit are counted, and logged once a minute', async () => {
  const logged = registry.log.lines.length;
  const queue = queueOf({ limit: 2 });
  for (let event = 0; event < 5; event += 1) queue.record(record());
  await queue.flush();
  expect(queue.dropped).toBe(3);
  registry.clock.advance(60_000);
  for (let event = 0; event < 4; event += 1) queue.record(record());
  await queue.close();
  expect((await stored()).items).toEqual(['lib 4']);
  expect(registry.log.lines.slice(logged).map(({ fields }) => fields['dropped'])).toEqual([1, 4]);
  queue.record(record());
  expect([queue.dropped, (await stored()).items]).toEqual([6, ['lib 4']]);
});

/** A queue whose database can become unreachable. */
async function withOutage(
  run: (queue: ReturnType<typeof queueOf>, setGone: (gone: boolean) => void) => Promise<void>,
) {
  const nowhere = openPool('postgres://nobody@127.0.0.1:1/nothing', { log: silentLog });
  let isGone = true;
  const options = {
    ...registry,
    limit: 3,
    schedule: manualSchedule().schedule,
    get database() {
      return isGone ? nowhere.database : registry.database;
    },
  };
  await run(batchedUsageQueue(options), (gone) => {
    isGone = gone;
  });
  await nowhere.close();
}

test('while the database is unreachable events wait, as many as fit, and are written when it is back', () =>
  withOutage(async (queue, setGone) => {
    queue.record(record());
    queue.record(record({ event: 'view' }));
    await queue.flush();
    await queue.flush();
    queue.record(record({ event: 'use' }));
    queue.record(record({ event: 'use' }));
    expect(queue.dropped).toBe(1);
    expect((await stored()).items).toEqual([]);
    setGone(false);
    await queue.flush();
    expect((await stored()).byItem).toEqual(['2026-01-15 lib 1/1/0/1']);
    await queue.close();
    expect((await stored()).items).toEqual(['lib 3']);
  }));

test('events that cannot be written at the end are dropped and counted', () =>
  withOutage(async (queue) => {
    queue.record(record());
    await queue.close();
    expect(queue.dropped).toBe(1);
  }));

test('a batch that can never be written is dropped, and the others are not', async () => {
  const queue = queueOf();
  const neighbour = await registry.tenant(`good-neighbour-${tenants}`);
  const [theirs = 0] = await addItems(registry, neighbour.id, ['lib']);
  queue.record(record({ count: -1 }));
  queue.record(record({ tenantId: neighbour.id, itemId: theirs }));
  await queue.flush();
  expect(queue.dropped).toBe(1);
  expect((await storedUsage(registry, neighbour.id)).items).toEqual(['lib 1']);
  await queue.close();
  expect(queue.dropped).toBe(1);
});

/** Fails once: before the commit when the change is announced, or after it when the revision advances. */
function failingOnce(step: 'announce' | 'advance'): BatchedQueueOptions['changes'] {
  let hasFailed = false;
  const fail = () => {
    if (hasFailed) return;
    hasFailed = true;
    throw new CoppiceError('unavailable', 'the answer was lost');
  };
  const { changes } = registry;
  return {
    ...changes,
    announce: async (...given) => (step === 'announce' ? fail() : changes.announce(...given)),
    advance: (changed) => (step === 'advance' ? fail() : changes.advance(changed)),
  };
}

test.for(['announce', 'advance'] as const)(
  'a batch whose commit is in doubt is counted once (%s)',
  async (step) => {
    const queue = queueOf({ changes: failingOnce(step) });
    queue.record(record());
    await queue.flush();
    expect((await stored()).items).toEqual(step === 'advance' ? ['lib 1'] : []);
    queue.record(record({ event: 'view' }));
    await queue.flush();
    expect(await stored()).toMatchObject({
      events: { download: 1, view: 1 },
      byItem: ['2026-01-15 lib 1/1/0/0'],
      items: ['lib 2'],
    });
    await queue.close();
    expect(queue.dropped).toBe(0);
  },
);

test('replicas that count the same items at once lose nothing and never deadlock', async () => {
  const slugs = Array.from({ length: 40 }, (_, index) => `item-${index}`);
  const ids = await addItems(registry, tenant.id, slugs);
  const replicas = Array.from({ length: 4 }, () => queueOf());
  for (let round = 0; round < 5; round += 1) {
    for (const [index, queue] of replicas.entries()) {
      const ordered = index % 2 === 0 ? ids : [...ids].reverse();
      for (const itemId of ordered) {
        queue.record(record({ itemId }));
        queue.record(record({ itemId, ...project, count: round + 1 }));
      }
    }
    await Promise.all(replicas.map((queue) => queue.flush()));
  }
  const { byDay, events } = await stored();
  expect(byDay).toEqual([`2026-01-15 ${4 * 5 * 40}/0/0/${5 * 40} 40`]);
  expect(events).toEqual({ download: 4 * 5 * 40, use: 5 * 40 });
  expect(replicas.map(({ dropped }) => dropped)).toEqual([0, 0, 0, 0]);
  const { rows } = await sql<{ counts: number[] }>`
    select array_agg(distinct use_count) as counts from items where tenant_id = ${tenant.id} and use_count > 0
  `.execute(registry.unguarded);
  expect(rows[0]?.counts).toEqual([25]);
});
