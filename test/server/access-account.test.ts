import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Role, scopes } from '../../src/registry/api/names.js';
import { accountRoutes } from '../../src/registry/api/routes/account.js';
import { auditRoutes } from '../../src/registry/api/routes/audit.js';
import { memberRoutes } from '../../src/registry/api/routes/members.js';
import type { Tenant } from '../../src/registry/rules/access/principal.js';
import { type AccessApp, accessApp } from './access-app.js';

let app: AccessApp;
let acme: Tenant;

beforeAll(async () => {
  app = await accessApp({ account: true });
  acme = await app.registry.tenant('acme');
  await app.registry.tenant('globex');
});
afterAll(() => app.registry.close());

interface Answered {
  readonly status: number;
  readonly body: unknown;
  readonly cookie: string | null;
}

type Send = (method: string, path: string, json?: unknown) => Promise<Answered>;

function sender(headers: Readonly<Record<string, string>>): Send {
  return async (method, path, json) => {
    const response = await app.request(method, path, { headers, json });
    return {
      status: response.status,
      body: await response.json(),
      cookie: response.headers.get('set-cookie'),
    };
  };
}

/** Acts like a browser: opens the link, keeps the cookie, and sends the CSRF token. */
async function browser(email: string, role: Role, tenant = acme): Promise<Send> {
  await app.member(tenant, email, role);
  const { body, cookie } = await sender({})('POST', '/v1/auth/session', {
    link: await app.link(tenant, email),
  });
  const { csrf } = accountRoutes.whoAmI.answer.parse(body);
  return sender({ cookie: cookie?.split(';')[0] ?? '', 'x-coppice-csrf': csrf ?? '' });
}

async function auditOf(admin: Send, query: string) {
  const { body } = await admin('GET', `/v1/audit?${query}`);
  return auditRoutes.listAudit.answer.parse(body).items;
}

test('signing in with a link sets a cookie, which identifies the person until they sign out', async () => {
  const email = 'ada@example.com';
  await app.member(acme, email, 'curator');
  const signedIn = await sender({})('POST', 'https://acme.skills.example.com/v1/auth/session', {
    link: await app.link(acme, email),
  });
  expect(signedIn.status).toBe(200);
  expect(signedIn.cookie).toMatch(
    /^coppice_session=cops_\w{39}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=7776000/,
  );
  const who = accountRoutes.whoAmI.answer.parse(signedIn.body);
  expect(who).toMatchObject({
    tenant: 'acme',
    principal: `user:${email}`,
    role: 'curator',
    via: 'session',
    opened_with: 'link',
  });
  const send = sender({ cookie: signedIn.cookie?.split(';')[0] ?? '', 'x-coppice-csrf': who.csrf ?? '' });
  expect((await send('GET', '/v1/auth/whoami')).body).toEqual(who);
  const out = await send('POST', '/v1/auth/logout');
  expect([out.status, out.cookie]).toEqual([200, expect.stringContaining('coppice_session=; ')]);
  expect((await send('GET', '/v1/auth/whoami')).status).toBe(401);
});

test('signing in with a token gives a session with its scopes', async () => {
  const { text: token } = await app.token(acme, { scopes: ['skills:read'] });
  const { status, body } = await sender({ 'x-coppice-tenant': 'acme' })('POST', '/v1/auth/session', {
    token,
  });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    principal: 'service:ci',
    role: null,
    scopes: ['skills:read'],
    via: 'session',
    opened_with: 'token',
  });
});

test('a refused sign-in does not say why, and sets no cookie', async () => {
  const { text: token } = await app.token(acme);
  const elsewhere = 'https://globex.skills.example.com/v1/auth/session';
  const answers = await Promise.all([
    sender({})('POST', '/v1/auth/session', { token: 'bogus' }),
    sender({})('POST', '/v1/auth/session', { link: `copl_${'0'.repeat(39)}` }),
    sender({ 'x-coppice-tenant': 'globex' })('POST', '/v1/auth/session', { token }),
    sender({ 'x-coppice-tenant': 'no-such' })('POST', '/v1/auth/session', { token }),
    sender({})('POST', elsewhere, { token }),
  ]);
  for (const { status, body, cookie } of answers) {
    expect([status, cookie]).toEqual([401, null]);
    expect(body).toEqual(answers[0]?.body);
  }
});

test('a token is created, listed without its text, used, and revoked twice', async () => {
  const send = await browser('maker@example.com', 'publisher');
  expect((await send('GET', '/v1/profile/tokens')).body).toEqual([]);
  const created = await send('POST', '/v1/profile/tokens', { name: 'laptop', scopes: ['skills:read'] });
  expect(created.status).toBe(201);
  const { token, ...made } = accountRoutes.createToken.answer.parse(created.body);
  expect(token).toMatch(/^cop_\w{39}$/);
  expect(made.prefix).toBe(token.slice(0, 12));
  expect(made.expires_at).toBe(new Date(app.registry.clock.now() + 90 * 86_400_000).toISOString());
  const listed = await send('GET', '/v1/profile/tokens');
  expect(listed.body).toEqual([made]);
  const withToken = sender({ authorization: `Bearer ${token}` });
  expect((await withToken('GET', '/v1/auth/whoami')).body).toMatchObject({
    principal: 'user:maker@example.com',
    via: 'token',
    opened_with: null,
    csrf: null,
  });
  for (const _ of ['once', 'twice'])
    expect((await send('DELETE', `/v1/profile/tokens/${made.id}`)).status).toBe(200);
  const [revoked] = accountRoutes.listTokens.answer.parse((await send('GET', '/v1/profile/tokens')).body);
  expect(revoked?.revoked_at).not.toBeNull();
  expect((await withToken('GET', '/v1/auth/whoami')).status).toBe(401);
  const other = await browser('other@example.com', 'publisher');
  expect((await other('DELETE', `/v1/profile/tokens/${made.id}`)).status).toBe(404);
});

test('a token cannot manage tokens, whatever its scopes', async () => {
  const { text, id } = await app.token(acme, { scopes });
  const send = sender({ authorization: `Bearer ${text}` });
  expect((await send('GET', '/v1/profile/tokens')).status).toBe(401);
  expect((await send('POST', '/v1/profile/tokens', { name: 'x', scopes: ['skills:read'] })).status).toBe(401);
  expect((await send('DELETE', `/v1/profile/tokens/${id}`)).status).toBe(401);
});

test('a token cannot have scopes that its creator lacks', async () => {
  const send = await browser('modest@example.com', 'publisher');
  const wanted = { name: 'x', scopes: ['tenant:admin'] };
  expect((await send('POST', '/v1/profile/tokens', wanted)).status).toBe(403);
});

test('a token without a name, or without scopes that exist, is refused', async () => {
  const send = await browser('careless@example.com', 'admin');
  const good = { name: 'x', scopes: ['skills:read'] };
  for (const wrong of [
    { ...good, name: '' },
    { ...good, name: '   ' },
    { ...good, name: 'x'.repeat(81) },
    { ...good, scopes: [] },
    { ...good, scopes: ['skills:everything'] },
    { ...good, scopes: 'skills:read' },
    { ...good, patterns: ['../x'] },
    { ...good, expires_in_days: 0 },
    { ...good, surprise: true },
  ])
    expect((await send('POST', '/v1/profile/tokens', wrong)).status, JSON.stringify(wrong)).toBe(400);
  expect((await send('POST', '/v1/profile/tokens', { ...good, expires_in_days: null })).body).toMatchObject({
    expires_at: null,
  });
});

test('a token with members:read reads members, an admin changes them, and the last admin stays', async () => {
  const tenant = await app.registry.tenant('team');
  const admin = await browser('boss@example.com', 'admin', tenant);
  await app.member(tenant, 'second@example.com', 'viewer');
  const plain = sender({ authorization: `Bearer ${(await app.token(tenant)).text}` });
  expect((await plain('GET', '/v1/tenant/members')).status).toBe(403);
  const { text } = await app.token(tenant, { scopes: ['skills:read', 'members:read'] });
  const reader = sender({ authorization: `Bearer ${text}` });
  const members = memberRoutes.listMembers.answer.parse((await reader('GET', '/v1/tenant/members')).body);
  expect(members.map(({ email, role }) => [email, role])).toEqual([
    ['boss@example.com', 'admin'],
    ['second@example.com', 'viewer'],
  ]);
  const [boss, second] = members.map(({ id }) => `/v1/tenant/members/${id}`);
  const [first = '', other = ''] = [boss, second];
  expect((await reader('PATCH', other, { role: 'admin' })).status).toBe(403);
  expect((await admin('PATCH', other, { role: 'emperor' })).status).toBe(400);
  expect((await admin('PATCH', '/v1/tenant/members/0', { role: 'viewer' })).status).toBe(404);
  expect((await admin('PATCH', first, { role: 'viewer' })).status).toBe(400);
  expect((await admin('DELETE', first)).status).toBe(400);
  expect((await admin('PATCH', other, { role: 'admin' })).body).toMatchObject({ role: 'admin' });
  expect((await admin('DELETE', first)).status).toBe(200);
  expect((await admin('GET', '/v1/auth/whoami')).status).toBe(401);
});

test('settings are changed a few at a time, and only to valid values', async () => {
  const admin = await browser('setter@example.com', 'admin');
  const before = accountRoutes.getSettings.answer.parse((await admin('GET', '/v1/tenant/settings')).body);
  const changed = await admin('PATCH', '/v1/tenant/settings', { decay: { skill: { days: 30 } } });
  const after = { ...before, decay: { ...before.decay, skill: { ...before.decay.skill, days: 30 } } };
  expect([changed.status, changed.body]).toEqual([200, after]);
  expect((await admin('GET', '/v1/tenant/settings')).body).toEqual(after);
  for (const wrong of [{ visibility: 'secret' }, { usage_retention_days: 1 }, { colour: 'red' }, []])
    expect((await admin('PATCH', '/v1/tenant/settings', wrong)).status, JSON.stringify(wrong)).toBe(400);
  expect((await admin('GET', '/v1/tenant/settings')).body).toEqual(after);
});

test('the audit log records what people do in a session, under their name', async () => {
  const admin = await browser('auditor@example.com', 'admin');
  const created = await admin('POST', '/v1/profile/tokens', { name: 'x', scopes: ['skills:read'] });
  const { id } = accountRoutes.createToken.answer.parse(created.body);
  await admin('DELETE', `/v1/profile/tokens/${id}`);
  await admin('PATCH', '/v1/tenant/settings', { conflicts: 'opaque' });
  const done = await auditOf(admin, 'actor=user:auditor@example.com');
  expect(done.map(({ action }) => action)).toEqual([
    'settings.change',
    'token.revoke',
    'token.create',
    'session.open',
  ]);
  expect(await auditOf(admin, `action=token.revoke&target=token/${id}`)).toHaveLength(1);
  const partly = await auditOf(admin, 'actor=AUDITOR@&action=token');
  expect(partly.map(({ action }) => action)).toEqual(['token.revoke', 'token.create']);
  expect(await auditOf(admin, 'actor=%25')).toEqual([]);
  expect(JSON.stringify(done)).not.toMatch(/cop[sl]?_/);
  expect((await admin('GET', '/v1/audit?cursor=x')).status).toBe(400);
});
