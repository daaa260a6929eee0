import { afterAll, beforeAll, expect, test } from 'vitest';
import { usageRoutes } from '../../src/registry/api/routes/usage.js';
import { moveItem } from '../../src/registry/items/lifecycle/item-state.js';
import { sweepDecay } from '../../src/registry/server/jobs/decay-sweep.js';
import { dayMs } from '../../src/text/time.js';
import { type UsageApp, usageApp } from './usage-app.js';

let app: UsageApp;

/** The tests run 200 days after the first publishes. */
beforeAll(async () => {
  app = await usageApp();
  const { registry, publishing } = app;
  for (const slug of ['never-used', 'used-once', 'used-enough', 'required'])
    await publishing.publish(`${slug}@1.0.0`);
  await publishing.publish('an-agent@1.0.0', undefined, { kind: 'agent' });
  await use('used-enough', 3);
  registry.clock.advance(5 * dayMs);
  await use('used-once', 1);
  registry.clock.advance(194 * dayMs);
  await publishing.publish('fresh@1.0.0', { requires: ['required'] });
  registry.clock.advance(dayMs);
});
afterAll(() => app.registry.close());

async function use(slug: string, count: number): Promise<void> {
  const { status } = await app.post('/v1/usage', { skill_id: slug, event: 'use', count });
  expect(status).toBe(202);
  await app.registry.usage.flush();
}

async function slugs(query: string): Promise<readonly string[]> {
  const { status, data } = await app.get(`/v1/tenant/skills/decay${query}`);
  expect(status).toBe(200);
  return usageRoutes.getDecay.answer.parse(data).map(({ slug }) => slug);
}

test('candidates are listed most stale first, with the facts for a decision', async () => {
  const { data } = await app.get('/v1/tenant/skills/decay');
  expect(usageRoutes.getDecay.answer.parse(data)).toEqual(data);
  const shared = {
    kind: 'skill',
    version: '1.0.0',
    description: 'Explains how a thing is done, and when.',
    state: 'published',
    created_at: '2026-01-15T12:00:00.000Z',
  };
  expect(data).toEqual([
    {
      ...shared,
      slug: 'never-used',
      use_count: 0,
      last_used_at: null,
      reasons: ['never used', 'published 200 days ago'],
    },
    {
      ...shared,
      slug: 'used-once',
      use_count: 1,
      last_used_at: '2026-01-20T12:00:00.000Z',
      reasons: ['last used 195 days ago', 'used once, fewer than 3'],
    },
  ]);
});

test.for<[string, string, readonly string[]]>([
  ['other days', '?days=197', ['never-used']],
  ['fewer uses', '?max_uses=1', ['never-used']],
  ['more uses', '?max_uses=4', ['never-used', 'used-enough', 'used-once']],
  ['a grace that lasts', '?grace_days=250', []],
  ['a limit', '?limit=1', ['never-used']],
  [
    'with 0 days also the item that was published yesterday, and what only it requires',
    '?days=0',
    ['never-used', 'required', 'used-once', 'fresh'],
  ],
  ['agents, which do not decay by default', '?kind=agent', []],
  ['agents, with a threshold', '?kind=agent&days=180', ['an-agent']],
  ['agents, with a grace only', '?kind=agent&grace_days=1', []],
])('the query overrides the policy: %s', async ([, query, expected]) => {
  expect(await slugs(query)).toEqual(expected);
});

test.for(['?days=1826', '?days=-1', '?limit=0', '?limit=1001', '?kind=plugin', '?max_uses=many'])(
  '%s is refused',
  async (query) => {
    expect((await app.get(`/v1/tenant/skills/decay${query}`)).status).toBe(400);
  },
);

test('the list is for curators and admins', async () => {
  const statusFor = async (scope: 'skills:curate' | 'skills:publish') => {
    const caller = app.publishing.publisher('user:ada@example.com', { scopes: ['skills:read', scope] });
    return (await app.get('/v1/tenant/skills/decay', caller)).status;
  };
  expect(await statusFor('skills:curate')).toBe(200);
  expect(await statusFor('skills:publish')).toBe(403);
});

test('flagged items stay listed until they are used or archived, and can be listed again', async () => {
  const { registry, publishing } = app;
  expect(await sweepDecay(registry)).toEqual({ flagged: 2, protected: 1, failed: 0 });
  expect((await app.get('/v1/tenant/skills/decay')).data).toMatchObject([
    { slug: 'never-used', state: 'flagged', reasons: ['never used', 'published 200 days ago'] },
    { slug: 'used-once', state: 'flagged' },
  ]);
  // Flagged items are listed even with stricter thresholds.
  expect((await app.get('/v1/tenant/skills/decay?days=1000')).data).toMatchObject([
    { slug: 'never-used', reasons: ['flagged: never used; published 200 days ago'] },
    { slug: 'used-once' },
  ]);
  await use('used-once', 1);
  expect(await slugs('')).toEqual(['never-used']);
  const move = (slug: string, to: 'archive' | 'flag') =>
    moveItem({ ...registry, usage: registry.usage }, publishing.admin, { kind: 'skill', slug }, to, '');
  await move('never-used', 'archive');
  expect(await slugs('')).toEqual([]);
  await move('fresh', 'flag');
  expect((await app.get('/v1/tenant/skills/decay')).data).toMatchObject([
    { slug: 'required', reasons: ['never used', 'published 200 days ago'] },
    { slug: 'fresh', reasons: ['flagged'] },
  ]);
  const install = { skill_id: 'fresh', event: 'install' };
  for (const project_hash of ['0123456789abcdef', '0123456789abcde0'])
    await app.post('/v1/usage', { ...install, project_hash });
  await registry.usage.flush();
  expect((await app.get('/v1/tenant/skills/decay')).data).toMatchObject([
    { slug: 'fresh', reasons: ['flagged', 'pinned by 2 projects'] },
  ]);
});
