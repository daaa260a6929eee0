import { afterAll, beforeAll, expect, test } from 'vitest';
import { usageRoutes } from '../../src/registry/api/routes/usage.js';
import { dayMs } from '../../src/text/time.js';
import { type UsageApp, usageApp } from './usage-app.js';

let app: UsageApp;

beforeAll(async () => {
  app = await usageApp();
  const { publish } = app.publishing;
  for (const slug of ['lib', 'other', 'third', 'only-installed']) await publish(`${slug}@1.0.0`);
  await publish('lib@1.0.0', undefined, { kind: 'agent' });
  const neighbour = await app.registry.tenant('globex');
  await app.registry.unguarded
    .insertInto('usage_by_day')
    .values({ tenant_id: neighbour.id, day: '2026-01-15', downloads: 99, unique_items: 99 })
    .execute();
});
afterAll(() => app.registry.close());

const reader = () => app.publishing.publisher('user:ada@example.com', { scopes: ['skills:read'], userId: 3 });

async function report(...events: readonly object[]): Promise<void> {
  const { status, data } = await app.post('/v1/usage', { events }, reader());
  expect([status, data]).toEqual([202, { accepted: events.length }]);
  await app.registry.usage.flush();
}

test('a reader reports one event, which is stored with its reporter and counts for the item', async () => {
  const reported = await app.post('/v1/usage', { skill_id: 'third', event: 'view' }, reader());
  expect(reported).toEqual({ status: 202, data: { accepted: 1 } });
  await app.registry.usage.flush();
  const rows = await app.registry.unguarded.selectFrom('usage_events').selectAll().execute();
  expect(rows).toMatchObject([{ event: 'view', count: 1, user_id: 3, project_hash: null }]);
  expect(await app.publishing.item('third')).toMatchObject({
    use_count: 1,
    last_used_at: new Date(app.registry.clock.now()).toISOString(),
  });
});

test.for<[string, object, number]>([
  ['an unknown slug', { skill_id: 'nothing', event: 'use' }, 404],
  ['a slug of another kind', { skill_id: 'other', kind: 'agent', event: 'use' }, 404],
  ['an unknown event', { skill_id: 'lib', event: 'bogus' }, 400],
  ['no count', { skill_id: 'lib', event: 'use', count: 0 }, 400],
  ['an invalid hash', { skill_id: 'lib', event: 'use', project_hash: '/home/ada/project' }, 400],
  ['a future day', { skill_id: 'lib', event: 'use', day: '2026-01-16' }, 400],
  ['a day too long ago', { skill_id: 'lib', event: 'use', day: '2025-12-14' }, 400],
  ['no events', { events: [] }, 400],
  [
    'one bad day among many',
    {
      events: [
        { skill_id: 'lib', event: 'use' },
        { skill_id: 'lib', event: 'use', day: '2027-01-01' },
      ],
    },
    400,
  ],
])('refused and not counted: %s', async ([, body, status]) => {
  expect((await app.post('/v1/usage', body, reader())).status).toBe(status);
  await app.registry.usage.flush();
  expect(await app.publishing.item('lib')).toMatchObject({ use_count: 0 });
});

test('in a list, events of unknown items are skipped', async () => {
  const events = [
    { skill_id: 'third', event: 'install' },
    { skill_id: 'nothing', event: 'install' },
  ];
  expect(await app.post('/v1/usage', { events }, reader())).toEqual({ status: 202, data: { accepted: 1 } });
});

test('the sums are those of the tenant, by day without gaps', async () => {
  const project_hash = '0123456789abcdef';
  await report(
    { skill_id: 'lib', event: 'download' },
    { skill_id: 'lib', event: 'view', project_hash },
    { skill_id: 'lib', event: 'view', project_hash },
    { skill_id: 'lib', event: 'use', count: 2 },
    { skill_id: 'other', event: 'view' },
    { skill_id: 'only-installed', event: 'install' },
    { skill_id: 'lib', kind: 'agent', event: 'use' },
    { skill_id: 'other', event: 'download', day: '2026-01-13', count: 4 },
    { skill_id: 'other', event: 'use', day: '2025-12-20' },
  );
  const none = { downloads: 0, views: 0, uses: 0, unique_skills: 0 };
  const { data: timeline } = await app.get('/v1/tenant/usage/timeline?days=4');
  expect(timeline).toEqual([
    { day: '2026-01-12', ...none },
    { day: '2026-01-13', ...none, downloads: 4, unique_skills: 1 },
    { day: '2026-01-14', ...none },
    { day: '2026-01-15', downloads: 1, views: 3, uses: 3, unique_skills: 4 },
  ]);
  expect(usageRoutes.getTimeline.answer.parse(timeline)).toEqual(timeline);
  expect((await app.get('/v1/tenant/usage/timeline')).data).toHaveLength(30);

  const { data: ofLib } = await app.get('/v1/tenant/usage/timeline?days=2&slug=lib');
  expect(ofLib).toEqual([
    { day: '2026-01-14', ...none },
    { day: '2026-01-15', downloads: 1, views: 1, uses: 2, unique_skills: 1 },
  ]);
  expect((await app.get('/v1/tenant/usage/timeline?days=1&kind=agent')).data).toEqual([
    { day: '2026-01-15', ...none, uses: 1, unique_skills: 1 },
  ]);
  expect((await app.get('/v1/tenant/usage/timeline?days=1&slug=nothing')).data).toEqual([
    { day: '2026-01-15', ...none },
  ]);

  const { data: top } = await app.get('/v1/tenant/usage/top?days=30');
  expect(top).toEqual([
    { slug: 'other', kind: 'skill', downloads: 4, views: 1, uses: 1, total: 6 },
    { slug: 'lib', kind: 'skill', downloads: 1, views: 1, uses: 2, total: 4 },
    { slug: 'lib', kind: 'agent', downloads: 0, views: 0, uses: 1, total: 1 },
    { slug: 'third', kind: 'skill', downloads: 0, views: 1, uses: 0, total: 1 },
  ]);
  expect(usageRoutes.getTop.answer.parse(top)).toEqual(top);
  expect((await app.get('/v1/tenant/usage/top?days=1&limit=1')).data).toMatchObject([
    { slug: 'lib', total: 4 },
  ]);
});

test('a day later the same events belong to yesterday', async () => {
  app.registry.clock.advance(dayMs);
  const { data } = await app.get('/v1/tenant/usage/timeline?days=2');
  expect(data).toMatchObject([
    { day: '2026-01-15', uses: 3 },
    { day: '2026-01-16', uses: 0, unique_skills: 0 },
  ]);
});

test.for(['timeline', 'top', 'timeline?slug=lib'])('%s is for admins', async (path) => {
  expect((await app.get(`/v1/tenant/usage/${path}`, reader())).status).toBe(403);
});

test('a confined token reports only its items', async () => {
  const confined = app.publishing.publisher('service:confined', {
    scopes: ['skills:read'],
    patterns: ['th*'],
  });
  const send = (body: object) => app.post('/v1/usage', body, confined);
  const before = await app.publishing.item('other');
  expect(await send({ skill_id: 'other', event: 'use' })).toMatchObject({ status: 403 });
  const both = ['other', 'third'].map((skill_id) => ({ skill_id, event: 'use' }));
  expect(await send({ events: both })).toEqual({ status: 202, data: { accepted: 1 } });
  await app.registry.usage.flush();
  expect(await app.publishing.item('other')).toEqual(before);
});

test('nobody makes an item look used: what exceeds the limits of a caller is kept apart', async () => {
  await app.publishing.publish('popular@1.0.0');
  const events = Array.from({ length: 200 }, (_, number) => ({
    skill_id: 'popular',
    event: 'use',
    count: 100_000,
    project_hash: String(number).padStart(16, '0'),
  }));
  const forger = app.publishing.publisher('user:eve@example.com', { scopes: ['skills:read'], userId: 66 });
  for (const round of [0, 1]) {
    expect(await app.post('/v1/usage', { events }, forger)).toMatchObject({ status: 202 });
    await app.registry.usage.flush();
    expect([round, await app.publishing.item('popular')]).toMatchObject([
      round,
      { use_count: 200, usage: { uses: 200, unverified: 200 * 100_000 - 200 } },
    ]);
  }
  const honest = app.publishing.publisher('user:ada@example.com', { scopes: ['skills:read'], userId: 7 });
  await app.post('/v1/usage', { skill_id: 'popular', event: 'use', count: 3 }, honest);
  await app.registry.usage.flush();
  expect(await app.publishing.item('popular')).toMatchObject({ use_count: 203 });
});
