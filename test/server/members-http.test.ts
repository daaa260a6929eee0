import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { changeRole, suspendMember } from '../../src/registry/access/change-member.js';
import type { Role } from '../../src/registry/api/names.js';
import { memberRoutes } from '../../src/registry/api/routes/members.js';
import { readAudit } from '../../src/registry/data/db/audit.js';
import { publishingIn } from '../../src/registry/items/publish/publishing.fixture.js';
import type { Tenant } from '../../src/registry/rules/access/principal.js';
import { type AccessApp, accessApp } from './access-app.js';

let app: AccessApp;
beforeAll(async () => {
  app = await accessApp({ account: true });
});
afterAll(() => app.registry.close());

type Headers = Readonly<Record<string, string>>;
interface Answered {
  readonly status: number;
  readonly body: unknown;
  readonly cookie: string | null;
}
type Send = (method: string, path: string, json?: unknown) => Promise<Answered>;

function sender(headers: Headers): Send {
  return async (method, path, json) => {
    const response = await app.request(method, path, { headers, json });
    return {
      status: response.status,
      body: await response.json(),
      cookie: response.headers.get('set-cookie'),
    };
  };
}

const nobody = sender({});

async function signedIn(tenant: Tenant, email: string, role: Role): Promise<Send> {
  await app.member(tenant, email, role);
  const { text, principal } = await app.session(tenant, { email });
  return sender({ cookie: `coppice_session=${text}`, 'x-coppice-csrf': principal.csrf ?? '' });
}

async function invite(admin: Send, email: string, role: Role, days = 7): Promise<string> {
  const { status, body } = await admin('POST', '/v1/tenant/members', { email, role, expires_in_days: days });
  expect(status).toBe(201);
  const { url } = memberRoutes.createInvite.answer.parse(body);
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:4600\/invite#copi_\w{39}$/);
  return url.split('#')[1] ?? '';
}

const accept = (text: string, email: string, send: Send = nobody, more: object = {}) =>
  send('POST', '/v1/auth/invite/accept', { invite: text, email, ...more });
const membersOf = async (admin: Send) =>
  memberRoutes.listMembers.answer.parse((await admin('GET', '/v1/tenant/members')).body);

test('somebody who is invited sees by whom and to what, becomes a member, and is signed in', async () => {
  const acme = await app.registry.tenant('invites');
  const admin = await signedIn(acme, 'boss@example.com', 'admin');
  const text = await invite(admin, 'Ada@Example.com', 'publisher');
  expect((await admin('GET', '/v1/tenant/invites')).body).toMatchObject([
    { email: 'ada@example.com', role: 'publisher', invited_by: 'user:boss@example.com' },
  ]);
  expect((await nobody('POST', '/v1/auth/invite', { invite: text })).body).toMatchObject({
    tenant: 'invites',
    role: 'publisher',
    invited_by: 'user:boss@example.com',
    email_hint: 'a…@example.com',
  });
  const joined = await accept(text, ' ADA@example.com', nobody, { name: 'Ada' });
  expect(joined).toMatchObject({
    status: 200,
    body: { principal: 'user:ada@example.com', role: 'publisher', opened_with: 'link' },
    cookie: expect.stringMatching(/^coppice_session=cops_/),
  });
  expect(await membersOf(admin)).toMatchObject([{ email: 'ada@example.com', name: 'Ada' }, {}]);
  expect((await admin('GET', '/v1/tenant/invites')).body).toEqual([]);
  const { rows } = await readAudit(app.registry.database, acme.id, { limit: 3 });
  expect(rows.map(({ action, actor }) => `${action} ${actor}`)).toEqual([
    'session.open user:ada@example.com',
    'member.join user:ada@example.com',
    'member.invite user:boss@example.com',
  ]);
  expect(JSON.stringify(rows)).not.toContain('copi_');
});

test('an invitation works once, also for two who accept it at the same instant', async () => {
  const acme = await app.registry.tenant('once');
  const admin = await signedIn(acme, 'boss@example.com', 'admin');
  const text = await invite(admin, 'ada@example.com', 'viewer');
  const answers = await Promise.all([1, 2, 3, 4].map(() => accept(text, 'ada@example.com')));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
  expect((await accept(text, 'ada@example.com')).status).toBe(401);
  expect(await membersOf(admin)).toHaveLength(2);
});

test.each<[string, (text: string, admin: Send, tenant: Tenant) => Promise<Answered>, number]>([
  ['another address', (text) => accept(text, 'mallory@example.com'), 403],
  [
    'an end that has come',
    async (text) => {
      app.registry.clock.advance(8 * 86_400_000);
      return accept(text, 'ada@example.com');
    },
    401,
  ],
  [
    'a withdrawal',
    async (text, admin) => {
      const [row] = z
        .array(z.object({ id: z.string() }))
        .parse((await admin('GET', '/v1/tenant/invites')).body);
      await admin('DELETE', `/v1/tenant/invites/${row?.id}`);
      return accept(text, 'ada@example.com');
    },
    401,
  ],
  [
    'a later invitation of the same address',
    async (text, admin) => {
      await invite(admin, 'ada@example.com', 'viewer');
      return accept(text, 'ada@example.com');
    },
    401,
  ],
  [
    'an admin who was demoted since',
    async (text, _, tenant) => {
      await app.member(tenant, 'second@example.com', 'admin');
      const actor = { tenantId: tenant.id, actor: 'service:test', ip: null };
      await changeRole(app.registry, actor, { email: 'boss@example.com' }, 'curator');
      return accept(text, 'ada@example.com');
    },
    401,
  ],
  [
    'an admin who was suspended since',
    async (text, _, tenant) => {
      await app.member(tenant, 'second@example.com', 'admin');
      const actor = { tenantId: tenant.id, actor: 'service:test', ip: null };
      await suspendMember(app.registry, actor, { email: 'boss@example.com' });
      return accept(text, 'ada@example.com');
    },
    401,
  ],
  ['another credential', () => accept(`copl_${'0'.repeat(39)}`, 'ada@example.com'), 401],
  ['a mistyped text', (text) => accept(`${text.slice(0, -1)}!`, 'ada@example.com'), 401],
])('an invitation is refused after %s, and nobody becomes a member', async (why, act, status) => {
  const acme = await app.registry.tenant(`refused-${why.replace(/\W+/g, '-')}`);
  const admin = await signedIn(acme, 'boss@example.com', 'admin');
  const text = await invite(admin, 'ada@example.com', 'admin');
  expect(await act(text, admin, acme)).toMatchObject({ status, cookie: null });
  const rows = await app.registry.unguarded
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select('email')
    .where('tenant_id', '=', acme.id)
    .execute();
  expect(rows.map(({ email }) => email)).not.toContain('ada@example.com');
});

test('an invitation is for its own tenant: no other lists, withdraws or is joined by it', async () => {
  const acme = await app.registry.tenant('mine');
  const globex = await app.registry.tenant('theirs');
  const admin = await signedIn(acme, 'boss@example.com', 'admin');
  const other = await signedIn(globex, 'rival@example.com', 'admin');
  const text = await invite(admin, 'ada@example.com', 'viewer');
  const [row] = z.array(z.object({ id: z.string() })).parse((await admin('GET', '/v1/tenant/invites')).body);
  expect((await other('GET', '/v1/tenant/invites')).body).toEqual([]);
  expect((await other('DELETE', `/v1/tenant/invites/${row?.id}`)).status).toBe(404);
  expect((await accept(text, 'ada@example.com')).body).toMatchObject({ tenant: 'mine' });
  expect((await membersOf(other)).map(({ email }) => email)).toEqual(['rival@example.com']);
});

test('an invitation never replaces the session of somebody else unasked, and is not spent by the question', async () => {
  const acme = await app.registry.tenant('asks');
  const admin = await signedIn(acme, 'boss@example.com', 'admin');
  const text = await invite(admin, 'ada@example.com', 'viewer');
  const asked = await accept(text, 'ada@example.com', admin);
  expect(asked).toMatchObject({
    status: 409,
    cookie: null,
    body: {
      details: {
        signed_in: { principal: 'user:boss@example.com', tenant: 'asks' },
        signing_in: { principal: 'user:ada@example.com', tenant: 'asks' },
      },
    },
  });
  expect((await admin('GET', '/v1/auth/whoami')).status).toBe(200);
  expect((await accept(text, 'ada@example.com', admin, { replace: true })).status).toBe(200);
  expect((await admin('GET', '/v1/auth/whoami')).status).toBe(401);
});

test('only an admin invites and changes members, and nobody raises their own role', async () => {
  const acme = await app.registry.tenant('roles');
  const admin = await signedIn(acme, 'boss@example.com', 'admin');
  const curator = await signedIn(acme, 'curator@example.com', 'curator');
  const id = (await membersOf(admin)).find(({ email }) => email === 'curator@example.com')?.id;
  const member = `/v1/tenant/members/${id}`;
  for (const [method, path, json] of [
    ['PATCH', member, { role: 'admin' }],
    ['POST', `${member}/suspend`, {}],
    ['POST', `${member}/reinstate`, {}],
    ['POST', `${member}/transfer`, { to: 'user:curator@example.com' }],
    ['POST', `${member}/provisioning`, { provider: 'okta' }],
    ['DELETE', member, undefined],
    ['POST', '/v1/tenant/members', { email: 'x@example.com', role: 'admin' }],
    ['PUT', '/v1/tenant/group-roles', { roles: [] }],
    ['POST', '/v1/tenant/scim-tokens', { provider: 'okta' }],
  ] as const)
    expect((await curator(method, path, json)).status, `${method} ${path}`).toBe(403);
  // A token is never wider than its maker.
  const wide = { name: 'wide', scopes: ['skills:read', 'tenant:admin'] };
  expect((await curator('POST', '/v1/profile/tokens', wide)).status).toBe(403);
  expect((await curator('GET', '/v1/tenant/members')).body).toMatchObject([
    { owns: null, last_seen_at: null },
    {},
  ]);
  expect(
    (await admin('POST', '/v1/tenant/members', { email: 'boss@example.com', role: 'viewer' })).status,
  ).toBe(409);
  expect((await admin('POST', '/v1/tenant/members', { email: 'no address', role: 'viewer' })).status).toBe(
    400,
  );
});

test('an admin makes a sign-in link for a member, as a person and not with a token', async () => {
  const acme = await app.registry.tenant('links');
  const admin = await signedIn(acme, 'boss@example.com', 'admin');
  const curator = await signedIn(acme, 'ada@example.com', 'curator');
  const [ada] = await membersOf(admin);
  const path = `/v1/tenant/members/${ada?.id}/link`;
  const made = await admin('POST', path);
  const { url } = memberRoutes.createSignInLink.answer.parse(made.body);
  const [address, link] = url.split('#');
  expect([made.status, address]).toEqual([201, 'http://127.0.0.1:4600/sign-in']);
  expect((await nobody('POST', '/v1/auth/session', { link })).body).toMatchObject({
    principal: 'user:ada@example.com',
  });
  expect((await nobody('POST', '/v1/auth/session', { link })).status).toBe(401);
  const { rows } = await readAudit(app.registry.database, acme.id, { limit: 1, action: 'link.create' });
  expect(rows).toMatchObject([{ actor: 'user:boss@example.com', target: 'user:ada@example.com' }]);
  const { text } = await app.token(acme, { email: 'boss@example.com', scopes: ['tenant:admin'] });
  expect((await sender({ authorization: `Bearer ${text}` })('POST', path)).status).toBe(403);
  expect((await curator('POST', path)).status).toBe(403);
  await suspendMember(
    app.registry,
    { tenantId: acme.id, actor: 'x', ip: null },
    { email: 'ada@example.com' },
  );
  expect((await admin('POST', path)).status).toBe(409);
});

test('an admin sees who was here and what each owns, and hands it over once', async () => {
  const acme = await publishingIn(app.registry, 'owners');
  const admin = await signedIn(acme.tenant, 'boss@example.com', 'admin');
  await app.member(acme.tenant, 'ada@example.com', 'publisher');
  await app.member(acme.tenant, 'bob@example.com', 'publisher');
  for (const version of ['one@1.0.0', 'two@1.0.0']) await acme.publish(version);
  const own = (slug: string, owners: readonly string[]) =>
    app.registry.unguarded
      .updateTable('items')
      .set({ owners })
      .where('tenant_id', '=', acme.tenant.id)
      .where('slug', '=', slug)
      .execute();
  await own('one', ['user:ada@example.com']);
  await own('two', ['service:ci', 'user:ada@example.com', 'user:bob@example.com']);
  const facts = async () => (await membersOf(admin)).map(({ email, owns }) => `${email} ${owns}`);
  expect(await facts()).toEqual(['ada@example.com 2', 'bob@example.com 1', 'boss@example.com 0']);
  await app.lastUsed.write();
  const [ada, , boss] = await membersOf(admin);
  expect([ada?.last_seen_at, boss?.last_seen_at]).toEqual([null, expect.any(String)]);
  const transfer = (to: string) => admin('POST', `/v1/tenant/members/${ada?.id}/transfer`, { to });
  expect((await transfer('user:nobody@example.com')).status).toBe(404);
  expect((await transfer('service:none')).status).toBe(404);
  expect((await transfer('user:ada@example.com')).status).toBe(400);
  expect((await transfer('user:bob@example.com')).body).toEqual({ items: 2 });
  expect((await transfer('user:bob@example.com')).body).toEqual({ items: 0 });
  expect(await facts()).toEqual(['ada@example.com 0', 'bob@example.com 2', 'boss@example.com 0']);
  const owners = await app.registry.unguarded
    .selectFrom('items')
    .select(['slug', 'owners'])
    .where('tenant_id', '=', acme.tenant.id)
    .orderBy('slug')
    .execute();
  expect(owners.map((item) => item.owners)).toEqual([
    ['user:bob@example.com'],
    ['service:ci', 'user:bob@example.com'],
  ]);
});
