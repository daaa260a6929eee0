import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { setGroupRoles } from '../../src/registry/access/group-roles.js';
import { listInvites, makeInvite } from '../../src/registry/access/invites.js';
import { listMembers } from '../../src/registry/access/members.js';
import { readAudit } from '../../src/registry/data/db/audit.js';
import { publishingIn } from '../../src/registry/items/publish/publishing.fixture.js';
import type { Tenant } from '../../src/registry/rules/access/principal.js';
import { type AccessApp, accessApp } from './access-app.js';

let app: AccessApp;
beforeAll(async () => {
  app = await accessApp({ account: true });
});
afterAll(() => app.registry.close());

interface Answered {
  readonly status: number;
  readonly type: string | null;
  readonly body: unknown;
}
type Send = (method: string, path: string, json?: unknown) => Promise<Answered>;

/** What an identity provider sends, with the media type of SCIM. */
async function provider(tenant: Tenant, slug = 'idp'): Promise<Send> {
  const { text } = await makeScimToken(tenant, slug);
  return sender({ authorization: `Bearer ${text}`, 'content-type': 'application/scim+json' });
}

function makeScimToken(tenant: Tenant, slug: string) {
  return app.token(tenant, { service: slug, scopes: ['tenant:scim'] });
}

function sender(headers: Readonly<Record<string, string>>): Send {
  return async (method, path, json) => {
    const response = await app.request(method, path, { headers, json });
    const text = await response.text();
    return {
      status: response.status,
      type: response.headers.get('content-type'),
      body: text === '' ? undefined : JSON.parse(text),
    };
  };
}

async function membersOf({ id }: Tenant) {
  const members = await listMembers(app.registry.database, id);
  return members.map(({ email, role, state }) => `${email} ${role} ${state}`);
}

const idShape = z.object({ id: z.string() });
const listShape = z.object({
  totalResults: z.number(),
  Resources: z.array(z.looseObject({ id: z.string() })),
});
const idOf = ({ body }: Answered) => idShape.parse(body).id;
const scimType = 'application/scim+json; charset=utf-8';

test('the requests of Okta, from the first test to the end of an account', async () => {
  const acme = await app.registry.tenant('okta');
  await app.member(acme, 'boss@example.com', 'admin');
  const okta = await provider(acme, 'okta');

  expect(await okta('GET', '/scim/v2/ServiceProviderConfig')).toMatchObject({ status: 200, type: scimType });
  expect((await okta('GET', '/scim/v2/Users?startIndex=1&count=2')).body).toMatchObject({ totalResults: 0 });
  const byName = '/scim/v2/Users?filter=userName%20eq%20%22ada%40example.com%22&startIndex=1&count=100';
  expect(listShape.parse((await okta('GET', byName)).body)).toMatchObject({ totalResults: 0, Resources: [] });
  const made = await okta('POST', '/scim/v2/Users', {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    userName: 'ada@example.com',
    name: { givenName: 'Ada', familyName: 'Lovelace' },
    emails: [{ primary: true, value: 'ada@example.com', type: 'work' }],
    displayName: 'Ada Lovelace',
    locale: 'en-US',
    externalId: '00u1ada',
    groups: [],
    password: '1mz050nq',
    active: true,
  });
  expect(made).toMatchObject({
    status: 201,
    type: scimType,
    body: {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      userName: 'ada@example.com',
      externalId: '00u1ada',
      active: true,
      meta: { resourceType: 'User', location: expect.stringMatching(/\/scim\/v2\/Users\/\d+$/) },
    },
  });
  expect(JSON.stringify(made.body)).not.toContain('1mz050nq');
  const user = `/scim/v2/Users/${idOf(made)}`;
  expect(listShape.parse((await okta('GET', byName)).body).totalResults).toBe(1);
  expect((await okta('GET', user)).body).toEqual(made.body);
  // A change of the profile is a PUT of all of it.
  const profile = { ...z.looseObject({}).parse(made.body), displayName: 'Countess Lovelace', active: true };
  expect((await okta('PUT', user, profile)).body).toMatchObject({ displayName: 'Countess Lovelace' });

  await setGroupRoles(app.registry, { tenantId: acme.id, actor: 'service:test', ip: null }, [
    { group: 'Designers', role: 'publisher' },
  ]);
  const group = await okta('POST', '/scim/v2/Groups', {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
    displayName: 'Designers',
    members: [{ value: idOf(made), display: 'ada@example.com' }],
  });
  expect(group.status).toBe(201);
  expect(await membersOf(acme)).toContain('ada@example.com publisher active');
  const groupPath = `/scim/v2/Groups/${idOf(group)}`;
  const patch = (...Operations: readonly unknown[]) => ({
    schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
    Operations,
  });
  expect(
    await okta(
      'PATCH',
      groupPath,
      patch({ op: 'replace', value: { id: idOf(group), displayName: 'Design' } }),
    ),
  ).toMatchObject({ status: 200, body: { displayName: 'Design' } });
  expect(await membersOf(acme)).toContain('ada@example.com viewer active');
  await okta('PATCH', groupPath, patch({ op: 'replace', value: { displayName: 'Designers' } }));
  expect(await membersOf(acme)).toContain('ada@example.com publisher active');
  await okta('PATCH', groupPath, patch({ op: 'remove', path: `members[value eq "${idOf(made)}"]` }));
  expect(await membersOf(acme)).toContain('ada@example.com viewer active');
  await okta('PATCH', groupPath, patch({ op: 'add', path: 'members', value: [{ value: idOf(made) }] }));
  expect((await okta('DELETE', groupPath)).status).toBe(204);
  expect(await membersOf(acme)).toContain('ada@example.com viewer active');

  const token = await app.token(acme, { email: 'ada@example.com' });
  const ada = sender({ authorization: `Bearer ${token.text}` });
  expect((await ada('GET', '/v1/auth/whoami')).status).toBe(200);
  expect(await okta('PATCH', user, patch({ op: 'replace', value: { active: false } }))).toMatchObject({
    status: 200,
    body: { active: false },
  });
  expect((await ada('GET', '/v1/auth/whoami')).status).toBe(401);
  expect((await okta('PATCH', user, patch({ op: 'replace', value: { active: true } }))).body).toMatchObject({
    active: true,
  });
  expect((await ada('GET', '/v1/auth/whoami')).status).toBe(401);
  expect(await membersOf(acme)).toContain('ada@example.com viewer active');
});

test('the requests of Entra, whose names, booleans and paths are its own', async () => {
  const acme = await app.registry.tenant('entra');
  await app.member(acme, 'boss@example.com', 'admin');
  const entra = await provider(acme, 'entra');
  const patch = (...Operations: readonly unknown[]) => ({
    schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
    Operations,
  });

  // The test of the connection asks for a user that there is not.
  const nobody = '/scim/v2/Users?filter=userName+eq+%22d5bc9a2e-0000-4000-8000-000000000000%22';
  expect(await entra('GET', nobody)).toMatchObject({ status: 200, body: { totalResults: 0, Resources: [] } });
  expect((await entra('GET', '/scim/v2/Schemas')).body).toMatchObject({ totalResults: 2 });
  const made = await entra('POST', '/scim/v2/Users', {
    schemas: [
      'urn:ietf:params:scim:schemas:core:2.0:User',
      'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User',
    ],
    externalId: '6c3b7f5a-oid',
    userName: 'grace@example.com',
    active: 'True',
    displayName: 'Grace',
    emails: [{ primary: true, type: 'work', value: 'grace.hopper@example.com' }],
    meta: { resourceType: 'User' },
    name: { formatted: 'Grace Hopper', familyName: 'Hopper', givenName: 'Grace' },
    roles: [],
    'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { department: 'Navy', manager: '1' },
  });
  expect(made).toMatchObject({ status: 201, body: { active: true, externalId: '6c3b7f5a-oid' } });
  const user = `/scim/v2/Users/${idOf(made)}`;
  for (const filter of [
    'externalId eq "6c3b7f5a-oid"',
    'emails[type eq "work"].value eq "grace.hopper@example.com"',
    'userName eq "GRACE@example.com" and active eq true',
  ])
    expect(
      listShape.parse((await entra('GET', `/scim/v2/Users?filter=${encodeURIComponent(filter)}`)).body),
    ).toMatchObject({ totalResults: 1, Resources: [{ id: idOf(made) }] });
  expect(
    (
      await entra(
        'PATCH',
        user,
        patch(
          { op: 'Replace', path: 'emails[type eq "work"].value', value: 'hopper@example.com' },
          { op: 'Add', path: 'name.familyName', value: 'Murray Hopper' },
          {
            op: 'Add',
            path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department',
            value: 'x',
          },
          { op: 'Replace', path: 'active', value: 'False' },
        ),
      )
    ).body,
  ).toMatchObject({
    emails: [{ value: 'hopper@example.com', type: 'work', primary: true }],
    name: { familyName: 'Murray Hopper', givenName: 'Grace' },
    active: false,
  });
  expect(await membersOf(acme)).toContain('grace@example.com viewer deactivated');
  const disabled = `/scim/v2/Users?filter=${encodeURIComponent('userName eq "grace@example.com"')}`;
  expect((await entra('GET', disabled)).body).toMatchObject({ Resources: [{ active: false }] });
  await entra('PATCH', user, patch({ op: 'Replace', value: { active: 'True' } }));
  expect(await membersOf(acme)).toContain('grace@example.com viewer active');

  const group = await entra('POST', '/scim/v2/Groups', {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
    externalId: 'group-object-id',
    displayName: 'Curators',
  });
  const groupPath = `/scim/v2/Groups/${idOf(group)}`;
  expect(
    (
      await entra(
        'GET',
        `/scim/v2/Groups?excludedAttributes=members&filter=${encodeURIComponent('displayName eq "Curators"')}`,
      )
    ).body,
  ).toMatchObject({ totalResults: 1 });
  await setGroupRoles(app.registry, { tenantId: acme.id, actor: 'service:test', ip: null }, [
    { group: 'group-object-id', role: 'curator' },
  ]);
  await entra(
    'PATCH',
    groupPath,
    patch({ op: 'Add', path: 'members', value: [{ $ref: null, value: idOf(made) }] }),
  );
  expect(await membersOf(acme)).toContain('grace@example.com curator active');
  const without = await entra('GET', `${groupPath}?excludedAttributes=members`);
  expect(without.body).not.toHaveProperty('members');
  expect((await entra('GET', groupPath)).body).toMatchObject({ members: [{ value: idOf(made) }] });
  await entra('PATCH', groupPath, patch({ op: 'Remove', path: 'members', value: [{ value: idOf(made) }] }));
  expect(await membersOf(acme)).toContain('grace@example.com viewer active');

  expect((await entra('DELETE', user)).status).toBe(204);
  expect((await entra('GET', user)).status).toBe(404);
  expect(await membersOf(acme)).toEqual(['boss@example.com admin active']);
});

test('a user whose address is that of a member is refused, and only an admin hands the member over', async () => {
  const acme = await app.registry.tenant('linking');
  const boss = await app.member(acme, 'boss@example.com', 'admin');
  const scim = await provider(acme);
  const byName = `/scim/v2/Users?filter=${encodeURIComponent('userName eq "boss@example.com"')}`;
  expect((await scim('GET', byName)).body).toMatchObject({ totalResults: 0 });
  expect(
    await scim('POST', '/scim/v2/Users', { userName: 'Boss@Example.com', externalId: 'evil', active: false }),
  ).toEqual({
    status: 409,
    type: scimType,
    body: {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
      status: '409',
      scimType: 'uniqueness',
      detail: expect.stringContaining('boss@example.com is a member whom this provider does not manage'),
    },
  });
  for (const path of [`/scim/v2/Users/${boss.userId}`, `/scim/v2/Users/0`])
    expect(
      (await scim('PATCH', path, { Operations: [{ op: 'replace', value: { active: false } }] })).status,
    ).toBe(404);
  expect(await membersOf(acme)).toEqual(['boss@example.com admin active']);

  const admin = sender({
    authorization: `Bearer ${(await app.token(acme, { scopes: ['tenant:admin'] })).text}`,
  });
  const handOver = (body: unknown) => admin('POST', `/v1/tenant/members/${boss.userId}/provisioning`, body);
  expect(await handOver({ provider: 'idp', external_id: 'oid-1' })).toMatchObject({
    status: 200,
    body: { provisioned: true },
  });
  expect((await handOver({ provider: 'other' })).status).toBe(409);
  const found = listShape.parse((await scim('GET', byName)).body);
  expect(found.Resources).toMatchObject([{ id: String(boss.userId), externalId: 'oid-1' }]);
  // The provider may deactivate the last admin: the way back is the admin command.
  const off = { Operations: [{ op: 'replace', value: { active: false } }] };
  expect((await scim('PATCH', `/scim/v2/Users/${boss.userId}`, off)).status).toBe(200);
  expect(await membersOf(acme)).toEqual(['boss@example.com admin deactivated']);
});

test('a provider sees neither the users and groups of another nor those of another tenant', async () => {
  const acme = await app.registry.tenant('apart');
  const globex = await app.registry.tenant('elsewhere');
  await app.member(acme, 'boss@example.com', 'admin');
  const senders = [await provider(acme, 'one'), await provider(acme, 'two'), await provider(globex, 'one')];
  const [one = senders[0], two = senders[1], other = senders[2]] = senders;
  if (!one || !two || !other) throw new Error('there are three');
  const user = `/scim/v2/Users/${idOf(await one('POST', '/scim/v2/Users', { userName: 'lin@example.com', externalId: 'x1' }))}`;
  const group = `/scim/v2/Groups/${idOf(await one('POST', '/scim/v2/Groups', { displayName: 'Staff' }))}`;
  for (const scim of [two, other]) {
    for (const path of [user, group]) {
      expect((await scim('GET', path)).status).toBe(404);
      expect((await scim('DELETE', path)).status).toBe(404);
      expect((await scim('PUT', path, { userName: 'x@example.com', displayName: 'x' })).status).toBe(404);
    }
    expect((await scim('GET', '/scim/v2/Users')).body).toMatchObject({ totalResults: 0 });
    expect((await scim('GET', '/scim/v2/Groups')).body).toMatchObject({ totalResults: 0 });
  }
  // The id of another provider's user is taken, and no name for a group that gives a role.
  expect(
    (await two('POST', '/scim/v2/Users', { userName: 'eve@example.com', externalId: 'x1' })).status,
  ).toBe(409);
  expect((await two('POST', '/scim/v2/Groups', { displayName: 'staff' })).status).toBe(409);
  await one('POST', '/scim/v2/Groups', { displayName: 'Leads', externalId: 'id-of-leads' });
  for (const taken of [{ externalId: 'id-of-leads' }, { externalId: 'Leads' }])
    expect((await two('POST', '/scim/v2/Groups', { displayName: 'Other', ...taken })).status).toBe(409);
  expect((await two('POST', '/scim/v2/Groups', { displayName: 'id-of-leads' })).status).toBe(409);
  const id = user.split('/').at(-1);
  expect(
    (await two('POST', '/scim/v2/Groups', { displayName: 'Two', members: [{ value: id }] })).body,
  ).toMatchObject({ status: '400', scimType: 'invalidValue' });
  expect((await two('GET', '/scim/v2/Groups')).body).toMatchObject({ totalResults: 0 });
  // In another team the same address is another membership, which changes nothing here.
  const there = await other('POST', '/scim/v2/Users', {
    userName: 'lin@example.com',
    displayName: 'Mallory',
  });
  expect(there.status).toBe(201);
  await other('PATCH', `/scim/v2/Users/${idOf(there)}`, {
    Operations: [
      { op: 'replace', value: { userName: 'boss@example.com', displayName: 'Mallory', active: false } },
    ],
  });
  const [, lin] = await listMembers(app.registry.database, acme.id);
  expect(lin).toMatchObject({ email: 'lin@example.com', name: '', state: 'active' });
});

test('a token of a provider is for its routes alone, and nobody else is for them', async () => {
  const acme = await app.registry.tenant('scoped');
  await app.member(acme, 'boss@example.com', 'admin');
  const { text } = await makeScimToken(acme, 'idp');
  const scim = sender({ authorization: `Bearer ${text}` });
  for (const path of ['/v1/tenant/members', '/v1/auth/whoami', '/v1/skills', '/v1/audit'])
    expect((await scim('GET', path)).status, path).toBe(403);
  expect((await scim('POST', '/v1/tenant/scim-tokens', { provider: 'idp' })).status).toBe(403);
  expect((await sender({})('POST', '/v1/auth/session', { token: text })).status).toBe(401);
  const admin = sender({
    authorization: `Bearer ${(await app.token(acme, { scopes: ['tenant:admin'] })).text}`,
  });
  expect((await admin('GET', '/scim/v2/Users')).body).toMatchObject({ status: '403' });
  expect((await sender({})('GET', '/scim/v2/Users')).body).toMatchObject({ status: '401' });
  // Such a token has one scope, belongs to a service, and is made by a person who is an admin.
  const wide = { service: 'x', scopes: ['tenant:scim', 'skills:read'] } as const;
  await expect(app.token(acme, wide)).rejects.toMatchObject({ code: 'bad-value' });
  await expect(app.token(acme, { email: 'boss@example.com', scopes: ['tenant:scim'] })).rejects.toMatchObject(
    { code: 'bad-value' },
  );
  expect((await admin('POST', '/v1/tenant/scim-tokens', { provider: 'idp' })).status).toBe(403);
  const session = await app.session(acme, { email: 'boss@example.com' });
  const boss = sender({
    cookie: `coppice_session=${session.text}`,
    'x-coppice-csrf': session.principal.csrf ?? '',
  });
  const made = await boss('POST', '/v1/tenant/scim-tokens', { provider: 'okta' });
  expect(made).toMatchObject({ status: 201, body: { owner: 'service:okta', scopes: ['tenant:scim'] } });
  const { token } = z.object({ token: z.string() }).parse(made.body);
  expect((await sender({ authorization: `Bearer ${token}` })('GET', '/scim/v2/Users')).status).toBe(200);
  expect((await boss('POST', '/v1/profile/tokens', { name: 'x', scopes: ['tenant:scim'] })).status).toBe(400);
});

test.each<[string, string, unknown, object]>([
  ['GET', '/scim/v2/Users?filter=userName+is+1', undefined, { status: '400', scimType: 'invalidFilter' }],
  ['GET', '/scim/v2/Users/none', undefined, { status: '404' }],
  ['GET', '/scim/v2/Me', undefined, { status: '404' }],
  ['PATCH', '/scim/v2/Users', {}, { status: '405' }],
  ['POST', '/scim/v2/Users', { userName: 'no address' }, { status: '400', scimType: 'invalidValue' }],
  ['POST', '/scim/v2/Users', {}, { status: '400', scimType: 'invalidValue' }],
  ['POST', '/scim/v2/Users', [], { status: '400' }],
  [
    'POST',
    '/scim/v2/Users',
    { userName: 'x@example.com', active: 'perhaps' },
    { status: '400', scimType: 'invalidValue' },
  ],
  ['POST', '/scim/v2/Groups', { displayName: ' ' }, { status: '400', scimType: 'invalidValue' }],
  ['POST', '/scim/v2/Users', { userName: 'x@example.com', displayName: 'a\u0000b' }, { status: '400' }],
  ['POST', '/scim/v2/Users', { userName: 'x@example.com', externalId: '\ud800' }, { status: '400' }],
  ['GET', '/scim/v2/Users?filter=userName+eq+%22%5Cu0000%22', undefined, { status: '400' }],
  ['GET', '/scim/v2/Users/1%00', undefined, { status: '400' }],
  ['DELETE', '/scim/v2/Users/99999999999999999999999999', undefined, { status: '404' }],
  [
    'GET',
    `/scim/v2/Users?filter=${encodeURIComponent(Array.from({ length: 40 }, () => 'a.b co "c"').join(' or '))}`,
    undefined,
    { status: '400', scimType: 'invalidFilter' },
  ],
  ['GET', '/scim/v2/Schemas/urn:x', undefined, { status: '404' }],
])('%s %s with %j is refused in the format of SCIM', async (method, path, json, expected) => {
  const slug = `refusals-${Math.abs(hashOf(`${method}${path}${JSON.stringify(json)}`))}`;
  const scim = await provider(await app.registry.tenant(slug));
  const { body, type } = await scim(method, path, json);
  expect(body).toMatchObject({ schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'], ...expected });
  expect(type).toBe(scimType);
});

function hashOf(text: string): number {
  return [...text].reduce((hash, character) => (hash * 31 + (character.codePointAt(0) ?? 0)) | 0, 7);
}

test('users come in pages that neither repeat nor lose one', async () => {
  const scim = await provider(await app.registry.tenant('pages'));
  const names = ['a', 'b', 'c', 'd', 'e'].map((name) => `${name}@example.com`);
  for (const userName of names) await scim('POST', '/scim/v2/Users', { userName });
  const page = async (query: string) => {
    const { body } = await scim('GET', `/scim/v2/Users?attributes=userName&${query}`);
    const { Resources, totalResults } = listShape.parse(body);
    expect(totalResults).toBe(5);
    return Resources.map(({ userName }) => userName);
  };
  expect([
    ...(await page('startIndex=1&count=2')),
    ...(await page('startIndex=3&count=2')),
    ...(await page('startIndex=5&count=2')),
  ]).toEqual(names);
  expect(await page('startIndex=0&count=-1')).toEqual([]);
  expect(await page('startIndex=-5&count=1')).toEqual(['a@example.com']);
  expect(await page('startIndex=6')).toEqual([]);
});

test('another address takes along what the member owns, and a taken one is refused', async () => {
  const acme = await publishingIn(app.registry, 'renames');
  const scim = await provider(acme.tenant);
  const made = await scim('POST', '/scim/v2/Users', { userName: 'old@example.com', externalId: 'e1' });
  await scim('POST', '/scim/v2/Users', { userName: 'taken@example.com' });
  await acme.publish('lib@1.0.0');
  await app.registry.unguarded
    .updateTable('items')
    .set({ owners: ['service:ci', 'user:old@example.com'] })
    .where('slug', '=', 'lib')
    .where('tenant_id', '=', acme.tenant.id)
    .execute();
  const actor = { tenantId: acme.tenant.id, actor: 'user:old@example.com', ip: null };
  await makeInvite(app.registry, actor, { email: 'guest@example.com', role: 'viewer', days: 1 });
  const rename = (userName: string) =>
    scim('PATCH', `/scim/v2/Users/${idOf(made)}`, { Operations: [{ op: 'replace', value: { userName } }] });
  expect((await rename('taken@example.com')).status).toBe(409);
  expect((await rename('new@example.com')).body).toMatchObject({
    id: idOf(made),
    userName: 'new@example.com',
  });
  expect(await membersOf(acme.tenant)).toContain('new@example.com viewer active');
  const { owners } = await app.registry.unguarded
    .selectFrom('items')
    .select('owners')
    .where('slug', '=', 'lib')
    .where('tenant_id', '=', acme.tenant.id)
    .executeTakeFirstOrThrow();
  expect(owners).toEqual(['service:ci', 'user:new@example.com']);
  expect(await listInvites(app.registry, acme.tenant.id)).toMatchObject([
    { email: 'guest@example.com', invitedBy: 'user:new@example.com' },
  ]);
  const { rows } = await readAudit(app.registry.database, acme.tenant.id, { limit: 1, action: 'rename' });
  expect(rows).toMatchObject([{ target: 'user:new@example.com', details: { from: 'user:old@example.com' } }]);
});
