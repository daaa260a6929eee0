import { afterAll, beforeAll, expect, test } from 'vitest';
import { suspendMember } from '../../src/registry/access/change-member.js';
import { type RightsApp, rightsApp } from './rights-app.js';

let app: RightsApp;
let number = 0;

beforeAll(async () => {
  app = await rightsApp();
  await app.person('root', 'admin');
  for (const name of ['ada', 'bob', 'cora', 'dan']) await app.person(name, 'viewer');
  await app.send('root', 'POST', '/v1/namespaces', {
    name: 'design',
    default_role: 'proposer',
    require_approval: { approvals: 2 },
  });
  for (const name of ['bob', 'cora', 'dan'])
    await app.send('root', 'POST', '/v1/namespaces/design/roles', {
      holder: `user:${name}@example.com`,
      role: 'curator',
    });
});
afterAll(() => app.registry.close());

async function proposed(who = 'ada'): Promise<{ readonly id: string; readonly slug: string }> {
  const slug = `@design/draft-${++number}`;
  const { data } = await app.propose(who, slug, {}, { version: '1.0.0' });
  return { id: data.id, slug };
}
const review = (who: string, id: string, verdict = 'approve', more: object = {}) =>
  app.send(who, 'POST', `/v1/drafts/${id}/review`, { verdict, ...more });
const publish = (who: string, id: string, more: object = {}) =>
  app.send(who, 'POST', `/v1/drafts/${id}/publish`, { version: '1.0.0', ...more });
const approval = async (id: string) => (await app.send('ada', 'GET', `/v1/drafts/${id}`)).data.approval;

test('a publish into the namespace is refused, also for an admin, and says that it must be proposed', async () => {
  for (const who of ['cora', 'root']) {
    const refused = await app.publish(who, '@design/direct@1.0.0');
    expect([refused.status, refused.data.message]).toEqual([
      409,
      '`@design/direct` needs 2 approvals by curators who did not write it, so it must be proposed as a draft; propose it with: coppice publish --propose',
    ]);
    expect(refused.data.details).toEqual({
      require_approval: { approvals: 2, by: 'curator', no_self: true },
      propose: true,
    });
  }
});

test('a draft is published when enough people have approved it', async () => {
  const { id, slug } = await proposed();
  expect((await app.send('ada', 'GET', `/v1/drafts/${id}`)).data.wanted_version).toBe('1.0.0');
  expect((await publish('cora', id)).data.message).toContain('nobody has approved this content yet');
  expect((await review('bob', id)).data.approval).toMatchObject({
    missing: 1,
    approved_by: ['user:bob@example.com'],
  });
  expect((await publish('cora', id)).status).toBe(409);
  await review('cora', id, 'approve', { comment: 'Good.' });
  expect((await publish('cora', id)).status).toBe(200);
  expect((await app.send('ada', 'GET', `/v1/skills/${encodeURIComponent(slug)}`)).data.version).toBe('1.0.0');
});

test('nobody approves their own work, nor after they edited it', async () => {
  const { id } = await proposed('bob');
  const refused = await review('bob', id);
  expect([refused.status, refused.data.message]).toEqual([
    403,
    'user:bob@example.com wrote this draft, and cannot approve it; ask somebody else who may',
  ]);
  await app.send('cora', 'PATCH', `/v1/drafts/${id}`, {
    description: 'Explains how a better thing is done.',
  });
  expect((await review('cora', id)).status).toBe(403);
  expect((await review('dan', id)).status).toBe(200);
});

test('an approval is void when the content or the name changes, and counts again for the old content', async () => {
  const { id, slug } = await proposed();
  await review('bob', id);
  await review('cora', id);
  await app.send('ada', 'PATCH', `/v1/drafts/${id}`, { description: 'Does something else entirely.' });
  expect(await approval(id)).toMatchObject({
    missing: 2,
    reviews: [
      { by: 'user:bob@example.com', uncounted: 'other-content' },
      { by: 'user:cora@example.com', uncounted: 'other-content' },
    ],
  });
  expect((await publish('cora', id)).status).toBe(409);
  await review('bob', id);
  await review('cora', id);
  expect((await publish('cora', id, { slug: `${slug}-renamed` })).status).toBe(409);
  await app.send('ada', 'PATCH', `/v1/drafts/${id}`, { notes: 'Only a note.' });
  expect((await publish('cora', id)).status).toBe(200);
});

test('a request for changes holds the draft until it was edited', async () => {
  const { id } = await proposed();
  await review('bob', id);
  await review('cora', id);
  await review('dan', id, 'request-changes', { comment: 'Say when not to use it.' });
  expect((await publish('cora', id)).data.message).toContain('user:dan@example.com asked for changes');
  expect((await approval(id)).changes_requested_by).toEqual(['user:dan@example.com']);
  await review('dan', id, 'approve');
  expect((await publish('cora', id)).status).toBe(200);
});

test('an approval ends with the role, and with the membership', async () => {
  const { id } = await proposed();
  await review('bob', id);
  await review('dan', id);
  const holder = 'user:dan@example.com';
  await app.send('root', 'POST', '/v1/namespaces/design/roles', { holder, role: null });
  expect(await approval(id)).toMatchObject({ missing: 1, approved_by: ['user:bob@example.com'] });
  await app.send('root', 'POST', '/v1/namespaces/design/roles', { holder, role: 'curator' });
  expect((await approval(id)).missing).toBe(0);
  await suspendMember(
    app.registry,
    { tenantId: app.acme.id, actor: 'service:test', ip: null },
    { email: 'dan@example.com' },
  );
  expect((await publish('cora', id)).status).toBe(409);
});

test('a proposer cannot approve or publish, and a service cannot approve', async () => {
  const { id } = await proposed();
  expect((await review('ada', id)).status).toBe(403);
  expect((await publish('ada', id)).status).toBe(403);
  await app.service('bot', { scopes: ['skills:read', 'skills:publish', 'skills:curate', 'tenant:admin'] });
  expect((await review('bot', id)).data.message).toBe('a service cannot review a draft; a person decides');
});

test('whoever proposed a draft edits and discards it, and nobody else without the right to curate', async () => {
  await app.person('eve', 'viewer');
  const { id } = await proposed();
  const edit = (who: string) => app.send(who, 'PATCH', `/v1/drafts/${id}`, { notes: `by ${who}` });
  expect((await edit('eve')).status).toBe(403);
  expect((await app.send('eve', 'POST', `/v1/drafts/${id}/discard`)).status).toBe(403);
  expect((await edit('ada')).status).toBe(200);
  expect((await edit('cora')).status).toBe(200);
  expect((await app.send('ada', 'POST', `/v1/drafts/${id}/discard`)).status).toBe(200);
});

test('names without a namespace follow the rule of the tenant', async () => {
  await app.send('root', 'PATCH', '/v1/tenant/settings', {
    require_approval: { approvals: 1, by: 'admin', no_self: false },
  });
  expect((await app.publish('root', 'plain@1.0.0')).status).toBe(409);
  const { data } = await app.propose('root', 'plain');
  await review('root', data.id);
  expect((await publish('root', data.id)).status).toBe(200);
  await app.send('root', 'PATCH', '/v1/tenant/settings', { require_approval: null });
  expect((await app.publish('root', 'plain@1.1.0', { body: 'more' })).status).toBe(201);
});
