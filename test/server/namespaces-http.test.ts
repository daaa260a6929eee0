import { afterAll, beforeAll, expect, test } from 'vitest';
import { at, type RightsApp, rightsApp } from './rights-app.js';

let app: RightsApp;

beforeAll(async () => {
  app = await rightsApp();
  await app.person('root', 'admin');
  await app.person('ada', 'viewer');
  await app.person('bob', 'publisher');
  await app.service('reader', { scopes: ['skills:read'] });
  await app.send('root', 'POST', '/v1/namespaces', { name: 'design', default_role: 'reader' });
});
afterAll(() => app.registry.close());

const role = (holder: string, given: string | null, who = 'root') =>
  app.send(who, 'POST', '/v1/namespaces/design/roles', { holder, role: given });
const rightsOf = async (who: string) => (await app.send(who, 'GET', '/v1/auth/whoami')).data.rights;

test('a namespace is created once, by an admin of the tenant', async () => {
  const made = await app.send('root', 'POST', '/v1/namespaces', { name: 'ops', description: 'Runs things' });
  expect(made.status).toBe(201);
  expect(made.data).toMatchObject({
    name: 'ops',
    description: 'Runs things',
    default_role: null,
    require_approval: null,
    items: 0,
    yours: { namespace: 'ops', role: 'admin', from: 'tenant', group: null },
    roles: [],
  });
  expect((await app.send('root', 'POST', '/v1/namespaces', { name: 'ops' })).status).toBe(409);
  expect((await app.send('bob', 'POST', '/v1/namespaces', { name: 'mine' })).status).toBe(403);
  expect((await app.send('root', 'POST', '/v1/namespaces', { name: 'Bad Name' })).status).toBe(400);
  expect((await app.send('root', 'DELETE', '/v1/namespaces/ops')).status).toBe(200);
  expect((await app.send('root', 'DELETE', '/v1/namespaces/ops')).status).toBe(404);
});

test('a role counts from the next request on, and whoami says where it comes from', async () => {
  expect((await app.publish('ada', '@design/logo@1.0.0')).status).toBe(403);
  expect((await role('user:ada@example.com', 'publisher')).data.roles).toEqual([
    { holder: 'user:ada@example.com', role: 'publisher' },
  ]);
  expect(await rightsOf('ada')).toEqual([
    { namespace: null, role: 'reader', from: 'tenant', group: null },
    { namespace: 'design', role: 'publisher', from: 'person', group: null },
  ]);
  expect((await app.publish('ada', '@design/logo@1.0.0')).status).toBe(201);
  const elsewhere = await app.publish('ada', 'logo@1.0.0');
  expect([elsewhere.status, elsewhere.data.message]).toEqual([
    403,
    'user:ada@example.com is reader in names without a namespace, as in the whole tenant, and cannot publish `logo`; ask an admin to make you a publisher there',
  ]);
  await role('user:ada@example.com', null);
  expect((await app.publish('ada', '@design/logo@1.0.1')).status).toBe(403);
});

test('a publisher of a namespace publishes what others own there, and does not give it away', async () => {
  await role('user:ada@example.com', 'publisher');
  await app.publish('root', '@design/shared@1.0.0', { body: 'one' });
  expect((await app.publish('ada', '@design/shared@1.1.0', { body: 'two' })).status).toBe(201);
  const owners = { owners: ['user:ada@example.com'] };
  expect((await app.send('ada', 'PUT', `${at('@design/shared')}/owners`, owners)).status).toBe(403);
  await role('user:ada@example.com', 'curator');
  expect((await app.send('ada', 'PUT', `${at('@design/shared')}/owners`, owners)).status).toBe(200);
  expect((await app.send('ada', 'POST', `${at('@design/shared')}/archive`, {})).status).toBe(403);
  await role('user:ada@example.com', 'admin');
  expect((await app.send('ada', 'POST', `${at('@design/shared')}/archive`, {})).status).toBe(200);
  expect((await app.send('ada', 'POST', `${at('@design/shared')}/unarchive`, {})).status).toBe(200);
  await role('user:ada@example.com', null);
});

test('an admin of a namespace changes it and nothing else', async () => {
  await role('user:ada@example.com', 'admin');
  const changed = await app.send('ada', 'PATCH', '/v1/namespaces/design', { description: 'Looks' });
  expect([changed.status, changed.data.description]).toEqual([200, 'Looks']);
  expect((await role('service:ci', 'publisher', 'ada')).status).toBe(200);
  expect((await app.send('ada', 'GET', '/v1/tenant/settings')).status).toBe(403);
  expect((await app.send('ada', 'DELETE', '/v1/namespaces/design')).status).toBe(403);
  await app.send('root', 'POST', '/v1/namespaces', { name: 'other' });
  expect((await app.send('ada', 'PATCH', '/v1/namespaces/other', { description: 'x' })).status).toBe(403);
  await role('user:ada@example.com', null);
});

test('a role of a group holds for the members of the group', async () => {
  const { unguarded } = app.registry;
  const { id } = await unguarded
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'ada@example.com')
    .executeTakeFirstOrThrow();
  await role('group:designers', 'proposer');
  expect(await rightsOf('ada')).toContainEqual({
    namespace: 'design',
    role: 'reader',
    from: 'default',
    group: null,
  });
  await unguarded
    .updateTable('memberships')
    .set({ sign_in_groups: ['designers'] })
    .where('user_id', '=', id)
    .execute();
  await role('group:others', 'reader');
  expect(await rightsOf('ada')).toContainEqual({
    namespace: 'design',
    role: 'proposer',
    from: 'group',
    group: 'designers',
  });
  const refused = await app.publish('ada', '@design/icon@1.0.0');
  expect(refused.data.message).toBe(
    'user:ada@example.com is proposer in @design/* through group designers, and cannot publish `@design/icon`; ask an admin to make you a publisher there',
  );
  expect((await app.propose('ada', '@design/icon')).status).toBe(201);
});

test('who has a role is for those who may read addresses', async () => {
  const shown = await app.send('reader', 'GET', '/v1/namespaces');
  expect(shown.status).toBe(200);
  expect(shown.text).not.toContain('@example.com');
  expect((await app.send('reader', 'GET', '/v1/tenant/members')).status).toBe(403);
  expect((await app.send('bob', 'GET', '/v1/tenant/members')).status).toBe(200);
  expect((await role('user:nobody@example.com', 'reader')).status).toBe(404);
});

test('a namespace that is not empty stays', async () => {
  const refused = await app.send('root', 'DELETE', '/v1/namespaces/design');
  expect([refused.status, refused.data.message]).toEqual([
    409,
    '@design is not empty: it has `@design/icon`; purge its items and discard its drafts first',
  ]);
});

test('there is no publishing into a namespace that does not exist', async () => {
  const refused = await app.publish('root', '@typo/logo@1.0.0');
  expect([refused.status, refused.data.message]).toEqual([
    403,
    'there is no namespace @typo; an admin of the tenant creates namespaces',
  ]);
});

test('a name with a namespace is one part of a path, whether its slash is escaped or not', async () => {
  for (const path of [
    '/v1/skills/%40design%2Flogo',
    '/v1/skills/@design/logo',
    '/v1/skills/@design%2Flogo',
  ]) {
    expect((await app.send('reader', 'GET', `${path}/versions/1.0.0`)).data.slug).toBe('@design/logo');
    expect((await app.send('reader', 'GET', path)).data.slug).toBe('@design/logo');
  }
});

test('a client that does not know namespaces is refused with a sentence, not with a lock that it calls malformed', async () => {
  await app.publish('root', 'uses-logo@1.0.0', { requires: ['@design/logo@^1'] });
  const items = [{ slug: 'uses-logo' }];
  const old = await app.send('reader', 'POST', '/v1/resolve', { items });
  expect([old.status, old.data.message]).toEqual([
    400,
    '`@design/logo` is required, and names with a namespace need Coppice 0.2: update the client',
  ]);
  const nodes = async (body: object) =>
    (await app.send('reader', 'POST', '/v1/resolve', body)).data.nodes?.map(
      (node: { slug: string }) => node.slug,
    );
  expect(await nodes({ items, namespaces: true })).toEqual(['uses-logo', '@design/logo']);
  expect(await nodes({ items: [{ slug: '@design/logo', range: '^1' }] })).toEqual(['@design/logo']);
});

test('a protected name is published first by a curator, and so is one that looks like it', async () => {
  await app
    .send('root', 'PATCH', '/v1/tenant/settings', { protected_names: ['payroll', 'acme-*'] })
    .then(async ({ status }) => {
      expect(status).toBe(200);
    });
  for (const name of ['payroll', 'payrol1', 'acme-deploy']) {
    const refused = await app.publish('bob', `${name}@1.0.0`);
    expect([name, refused.status, refused.data.details]).toEqual([name, 403, { propose: true }]);
  }
  expect((await app.publish('root', 'payroll@1.0.0')).status).toBe(201);
  expect((await app.publish('bob', 'harmless@1.0.0')).status).toBe(201);
});
