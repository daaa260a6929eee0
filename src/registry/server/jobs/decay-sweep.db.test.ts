import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { manualSchedule } from '../../../system/schedule.fixture.js';
import { dayMs } from '../../../text/time.js';
import type { Kind } from '../../api/names.js';
import type { DecayPolicy } from '../../api/settings.js';
import { bundleOf } from '../../items/bundle/bundle.fixture.js';
import { type Publishing, publishingIn } from '../../items/publish/publishing.fixture.js';
import { type TestRegistry, testRegistry } from '../../registry.fixture.js';
import type { UsageRecord } from '../../rules/usage/usage-records.js';
import { batchedUsageQueue } from '../../usage/batched-queue.js';
import { recordOf } from '../../usage/usage.fixture.js';
import { decaySweep, sweepDecay } from './decay-sweep.js';

let registry: TestRegistry;
let publishing: Publishing;
const start = Date.UTC(2025, 0, 1);
let tenants = 0;

beforeAll(async () => {
  registry = await testRegistry({ now: start });
});
afterAll(() => registry.close());
beforeEach(async () => {
  await registry.unguarded.deleteFrom('tenants').execute();
  await registry.unguarded.deleteFrom('job_runs').execute();
  registry.clock.set(start);
  tenants += 1;
  publishing = await publishingIn(registry, `tenant-${tenants}`);
});

async function use(slug: string, count: number, more: Partial<UsageRecord> = {}): Promise<void> {
  const { id: tenantId } = publishing.tenant;
  const { id: itemId } = await registry.unguarded
    .selectFrom('items')
    .select('id')
    .where('slug', '=', slug)
    .where('tenant_id', '=', tenantId)
    .executeTakeFirstOrThrow();
  const queue = batchedUsageQueue({ ...registry, schedule: manualSchedule().schedule });
  queue.record(recordOf({ tenantId, itemId, event: 'use', count, at: registry.clock.now(), ...more }));
  await queue.close();
}

async function states(): Promise<Readonly<Record<string, string>>> {
  const rows = await registry.unguarded.selectFrom('items').select(['slug', 'state']).execute();
  return Object.fromEntries(rows.map(({ slug, state }) => [slug, state]));
}

test('the sweep flags unused items once, with reasons and an audit entry, and nothing else', async () => {
  const { publish, tenant, audit } = publishing;
  for (const target of ['stale@1.0.0', 'used@1.0.0', 'wanted@1.0.0', 'archived@1.0.0']) await publish(target);
  await publish('agent@1.0.0', undefined, { kind: 'agent' });
  await use('used', 3);
  registry.clock.advance(100 * dayMs);
  await publish('young@1.0.0', { requires: ['wanted'] });
  registry.clock.advance(100 * dayMs);
  await registry.unguarded
    .updateTable('items')
    .set({ state: 'archived' })
    .where('slug', '=', 'archived')
    .execute();
  const before = (await audit()).length;
  const catalog = { tenantId: tenant.id, part: 'catalog' } as const;
  const revision = registry.changes.revision(catalog);

  expect(await sweepDecay(registry)).toEqual({ flagged: 1, protected: 1, failed: 0 });
  expect(await states()).toEqual({
    stale: 'flagged',
    used: 'published',
    wanted: 'published',
    archived: 'archived',
    agent: 'published',
    young: 'published',
  });
  expect((await audit()).slice(before)).toEqual(['item.flag skill/stale']);
  const { state_reason } = await registry.unguarded
    .selectFrom('items')
    .select('state_reason')
    .where('slug', '=', 'stale')
    .executeTakeFirstOrThrow();
  expect(state_reason).toBe('never used; published 200 days ago');
  expect(registry.changes.revision(catalog)).not.toBe(revision);
  expect(await sweepDecay(registry)).toEqual({ flagged: 0, protected: 1, failed: 0 });
  expect(await audit()).toHaveLength(before + 1);
});

test('a flagged item that is used or published again is not flagged by the next sweep', async () => {
  const { publish } = publishing;
  await publish('used-again@1.0.0');
  await publish('published-again@1.0.0');
  registry.clock.advance(200 * dayMs);
  await sweepDecay(registry);
  registry.clock.advance(1_000);
  await use('used-again', 1);
  await publish('published-again@1.1.0', undefined, { bytes: bundleOf({ body: 'new' }) });
  expect(await states()).toEqual({ 'used-again': 'published', 'published-again': 'published' });
  expect(await sweepDecay(registry)).toMatchObject({ flagged: 0 });
});

test('an item that a project has installed is not flagged for the days of the policy', async () => {
  const project = { projectHash: '0123456789abcdef' };
  for (const slug of ['installed', 'viewed', 'by-nobody']) await publishing.publish(`${slug}@1.0.0`);
  registry.clock.advance(20 * dayMs);
  await use('installed', 1, { event: 'install', ...project });
  await use('viewed', 1, { event: 'view', ...project });
  await use('by-nobody', 1, { event: 'install' });
  registry.clock.advance(180 * dayMs);
  expect(await sweepDecay(registry)).toEqual({ flagged: 1, protected: 1, failed: 0 });
  expect(await states()).toMatchObject({ installed: 'published', 'by-nobody': 'flagged' });
  registry.clock.advance(dayMs);
  expect(await sweepDecay(registry)).toEqual({ flagged: 2, protected: 0, failed: 0 });
});

const quick: DecayPolicy = {
  enabled: true,
  days: 10,
  max_uses: 1,
  grace_days: 0,
  counting: 'lifetime',
  declining: false,
};

test.each([
  ['flagged with it where agents decay', true, { flagged: 3, protected: 0 }],
  ['kept where agents do not decay', false, { flagged: 0, protected: 2 }],
])('skills that only an unused agent and each other require are %s', async (_, decays, swept) => {
  const { publish } = await publishingIn(registry, `kinds-${tenants}`, {
    decay: { agent: { ...quick, enabled: decays } },
  });
  await publish('reviewer@1.0.0', { requires: ['style'] }, { kind: 'agent' });
  await publish('style@1.0.0', { requires: ['words'] });
  await publish('words@1.0.0', { requires: ['style'] });
  registry.clock.advance(200 * dayMs);
  expect(await sweepDecay(registry)).toEqual({ ...swept, failed: 0 });
});

test('every tenant and kind has its own policy', async () => {
  const other = await publishingIn(registry, `other-${tenants}`, {
    decay: { skill: { ...quick, enabled: false }, agent: quick },
  });
  const add = ({ publish }: Publishing, slug: string, kind: Kind) =>
    publish(`${slug}@1.0.0`, undefined, { kind });
  await add(publishing, 'usual-skill', 'skill');
  await add(publishing, 'usual-agent', 'agent');
  await add(other, 'protected-skill', 'skill');
  await add(other, 'quick-agent', 'agent');
  await add(other, 'usual-command', 'command');
  registry.clock.advance(20 * dayMs);
  await sweepDecay(registry);
  expect(Object.entries(await states()).filter(([, state]) => state === 'flagged')).toEqual([
    ['quick-agent', 'flagged'],
  ]);
  registry.clock.advance(200 * dayMs);
  expect(await sweepDecay(registry)).toEqual({ flagged: 1, protected: 0, failed: 0 });
  expect(await states()).toMatchObject({ 'usual-skill': 'flagged', 'protected-skill': 'published' });
});

test('a tenant that cannot be swept is logged, and the others are swept', async () => {
  await registry.unguarded
    .updateTable('tenants')
    .set({ settings: '{"decay": 7}' })
    .where('id', '=', publishing.tenant.id)
    .execute();
  const good = await publishingIn(registry, `good-${tenants}`);
  await good.publish('stale@1.0.0');
  registry.clock.advance(200 * dayMs);
  expect(await sweepDecay(registry)).toEqual({ flagged: 1, protected: 0, failed: 1 });
  expect(registry.log.lines.at(-1)).toMatchObject({
    level: 'error',
    fields: { tenant: `tenant-${tenants}` },
  });
});

test('an item that is used after it was found is not flagged', async () => {
  await publishing.publish('lucky@1.0.0');
  registry.clock.advance(200 * dayMs);
  let isUsed = false;
  // The use comes after the query, before the row is locked.
  const database = registry.database.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      const isFound = result.rows.some((row) => 'required_by' in row);
      if (isFound && !isUsed) {
        isUsed = true;
        await use('lucky', 1);
      }
      return result;
    },
  });
  expect(await sweepDecay({ ...registry, database })).toEqual({ flagged: 0, protected: 0, failed: 0 });
  expect(isUsed).toBe(true);
  expect(await states()).toEqual({ lucky: 'published' });
});

test('the job sweeps at its interval, in one of two replicas', async () => {
  await publishing.publish('stale@1.0.0');
  registry.clock.advance(200 * dayMs);
  const [one, two] = [manualSchedule(), manualSchedule()];
  const jobs = [decaySweep(registry, 86_400, one.schedule), decaySweep(registry, 86_400, two.schedule)];
  for (const job of jobs) job.start();
  one.next();
  two.next();
  await expect.poll(() => [...one.delays, ...two.delays]).toHaveLength(2);
  expect(await states()).toEqual({ stale: 'flagged' });
  expect(await publishing.audit()).toEqual(['version.publish skill/stale@1.0.0', 'item.flag skill/stale']);
  await Promise.all(jobs.map((job) => job.stop()));
});
