import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { suspendMember } from '../../src/registry/access/change-member.js';
import { setGroupRoles } from '../../src/registry/access/group-roles.js';
import type { ProviderChanges } from '../../src/registry/api/sign-in.js';
import { readAudit } from '../../src/registry/data/db/audit.js';
import type { Tenant } from '../../src/registry/rules/access/principal.js';
import { changeProvider, removeProvider } from '../../src/registry/sign-in/providers.js';
import {
  clientId,
  clientSecret,
  type IdentityProvider,
  makeKey,
  startIdentityProvider,
} from './identity-provider.js';
import { origin, type SignInApp, signInApp } from './sign-in-app.js';

let app: SignInApp;
let idp: IdentityProvider;
let acme: Tenant;

beforeAll(async () => {
  [app, idp] = await Promise.all([signInApp(), startIdentityProvider([`${origin}/sign-in/acme/idp`])]);
  acme = await app.registry.tenant('acme');
  await app.member(acme, 'boss@example.com', 'admin');
  await app.member(acme, 'ada@example.com', 'publisher');
  await app.addProvider(acme, { issuer: idp.issuer });
});
afterAll(async () => {
  await idp.close();
  await app.registry.close();
});
beforeEach(() => {
  app.registry.clock.set(Date.now());
  idp.person = { sub: 'ada', email: 'Ada@example.com', email_verified: true };
  idp.tamper = undefined;
});

test('a member signs in with a provider, is known from then on, and comes back to where they were', async () => {
  const browser = app.browser();
  const { status, body } = await browser.signIn('idp', { back: '/drafts?x=1' });
  expect([status, body.principal, body.back]).toEqual([200, 'user:ada@example.com', '/drafts?x=1']);
  expect(await browser.who()).toBe('user:ada@example.com');
});

async function audit(action: string): Promise<readonly string[]> {
  const { rows } = await readAudit(app.registry.database, acme.id, { limit: 20, action });
  return rows.map(({ actor, target }) => `${actor} ${target}`);
}

function change(slug: string, changes: ProviderChanges) {
  return changeProvider(app.parts, app.registry.caller(acme), slug, changes);
}

test('the ways to sign in are known before anybody is', async () => {
  const ways = async (query: string) => (await app.request(`/v1/auth/providers${query}`)).json();
  expect(await ways('')).toEqual({
    tenant: 'acme',
    providers: [{ slug: 'idp', name: new URL(idp.issuer).host }],
    needs_tenant: false,
  });
  expect(await ways('?tenant=globex')).toEqual({ tenant: null, providers: [], needs_tenant: false });
});

test('people join by signing in only where the settings say so, with a verified address of the right domain', async () => {
  idp.person = { sub: 'new', email: 'new@example.com', email_verified: true, name: 'New' };
  const attempt = async () => (await app.browser().signIn()).status;
  expect(await attempt()).toBe(403);
  await change('idp', { join: true, join_role: 'publisher', join_domains: ['example.org'] });
  expect(await attempt()).toBe(403);
  await change('idp', { join_domains: ['example.org', 'example.com'] });
  idp.person = { ...idp.person, email_verified: false };
  expect(await attempt()).toBe(403);
  idp.person = { ...idp.person, email_verified: true };
  const { body } = await app.browser().signIn();
  expect([body.principal, body.role]).toEqual(['user:new@example.com', 'publisher']);
  expect(await audit('member.join')).toEqual(['provider:idp user:new@example.com']);
  await change('idp', { join: false });
});

test('who was suspended cannot sign in, and joins no second time', async () => {
  await app.member(acme, 'out@example.com', 'viewer');
  idp.person = { sub: 'out', email: 'out@example.com', email_verified: true };
  expect((await app.browser().signIn()).status).toBe(200);
  await suspendMember(
    app.registry,
    { tenantId: acme.id, actor: 'service:test', ip: null },
    { email: 'out@example.com' },
  );
  await change('idp', { join: true });
  const { status, body } = await app.browser().signIn();
  expect([status, body.message]).toEqual([
    403,
    expect.stringContaining('out@example.com is suspended in acme'),
  ]);
  await change('idp', { join: false });
});

test('groups give roles by the table of the team, at every sign-in; the last admin stays one', async () => {
  await setGroupRoles(app.registry, { tenantId: acme.id, actor: 'service:test', ip: null }, [
    { group: 'skills-curators', role: 'curator' },
    { group: 'skills-readers', role: 'viewer' },
  ]);
  await change('idp', { groups_claim: 'groups', scopes: ['email', 'groups'] });
  const roleWith = async (sub: string, groups: readonly string[]) => {
    idp.person = { sub, email: `${sub}@example.com`, email_verified: true, groups };
    return (await app.browser().signIn()).body.role;
  };
  expect(await roleWith('ada', ['skills-readers', 'skills-curators', 'others'])).toBe('curator');
  expect(await roleWith('ada', [])).toBe('viewer');
  expect(await roleWith('boss', ['skills-readers'])).toBe('admin');
  await change('idp', { groups_claim: null });
});

test('a person whom the directory of the provider created is recognised by its id, and not by an address', async () => {
  const { userId } = await app.member(acme, 'scim@example.com', 'viewer');
  const provision = (by: string) =>
    app.registry.unguarded
      .updateTable('memberships')
      .set({ external_id: 'scim-1', provisioned_by: `service:${by}` })
      .where('user_id', '=', userId)
      .execute();
  await provision('another');
  idp.person = { sub: 'scim-1', email: 'other@example.com', email_verified: false };
  expect((await app.browser().signIn()).status).toBe(403);
  await change('idp', { external_id_claim: 'sub' });
  expect((await app.browser().signIn()).status).toBe(403);
  await provision('idp');
  expect((await app.browser().signIn()).body.principal).toBe('user:scim@example.com');
  await change('idp', { external_id_claim: null });
});

test('a session ends at the maximum age that the provider has, also while it is used', async () => {
  await change('idp', { max_hours: 1 });
  const browser = app.browser();
  await browser.signIn();
  app.registry.clock.advance(3_599_000);
  expect(await browser.who()).toBe('user:ada@example.com');
  app.registry.clock.advance(2_000);
  expect(await browser.who()).toBe(401);
  await change('idp', { max_hours: 168 });
});

test('without verification nobody is recognised where linking is off', async () => {
  await app.member(acme, 'unlinked@example.com', 'viewer');
  await change('idp', { link: false });
  idp.person = { sub: 'unlinked', email: 'unlinked@example.com', email_verified: true };
  expect((await app.browser().signIn()).status).toBe(403);
  await change('idp', { link: true });
});

test('a provider that is switched off or removed ends its sessions, and the others stay', async () => {
  const [byProvider, byLink] = [app.browser(), app.browser()];
  await byProvider.signIn();
  await byLink.send('POST', '/v1/auth/session', { link: await app.link(acme, 'ada@example.com') });
  await change('idp', { enabled: false });
  expect([await byProvider.who(), await byLink.who()]).toEqual([401, 'user:ada@example.com']);
  await expect(app.browser().begin()).rejects.toThrow('there is no provider idp to sign in with');
  await change('idp', { enabled: true });
  await byProvider.signIn();
  await removeProvider(app.parts, app.registry.caller(acme), 'idp');
  expect(await byProvider.who()).toBe(401);
  await app.addProvider(acme, { issuer: idp.issuer });
});

test('a provider that is switched off while it answers lets nobody in', async () => {
  idp.tamper = async (path, body) => {
    if (path === '/token') await change('idp', { enabled: false });
    return body;
  };
  const browser = app.browser();
  const { status, body } = await browser.signIn();
  expect([status, body.message]).toEqual([403, expect.stringMatching(/^this sign-in has expired/)]);
  expect(await browser.who()).toBe(401);
  await change('idp', { enabled: true });
});

test('a shorter maximum age holds for the sessions that are open', async () => {
  const browser = app.browser();
  await browser.signIn();
  await change('idp', { max_hours: 2 });
  app.registry.clock.advance(7_199_000);
  expect(await browser.who()).toBe('user:ada@example.com');
  app.registry.clock.advance(2_000);
  expect(await browser.who()).toBe(401);
  await change('idp', { max_hours: 168 });
});

test('a stored secret is encrypted, never shown, and not sent to another issuer', async () => {
  const stored = await app.registry.unguarded.selectFrom('identity_providers').selectAll().execute();
  expect(JSON.stringify(stored)).not.toContain(clientSecret);
  const { text: token } = await app.token(acme, { scopes: ['tenant:admin'] });
  const send = async (method: string, path: string, json?: unknown) => {
    const response = await app.request(path, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(json !== undefined && { body: JSON.stringify(json) }),
    });
    return { status: response.status, text: await response.text() };
  };
  const listed = await send('GET', '/v1/tenant/providers');
  expect(listed.text).toContain('"has_secret":true');
  expect(listed.text).not.toContain(clientSecret);
  const moved = await send('PATCH', '/v1/tenant/providers/idp', { issuer: 'https://evil.example.com' });
  expect([moved.status, moved.text]).toEqual([
    400,
    expect.stringContaining('does not get the stored secret'),
  ]);
  await app.registry.unguarded
    .updateTable('identity_providers')
    .set({ issuer: 'https://evil.example.com' })
    .where('slug', '=', 'idp')
    .execute();
  await expect(app.browser().begin()).rejects.toThrow('cannot be decrypted');
  await app.registry.unguarded
    .updateTable('identity_providers')
    .set({ issuer: idp.issuer })
    .where('slug', '=', 'idp')
    .execute();
  const checked = await send('POST', '/v1/tenant/providers/idp/check');
  expect(JSON.parse(checked.text)).toEqual({
    authorization_endpoint: `${idp.issuer}/auth`,
    names_issuer: true,
    reports_logout: true,
    keys: 1,
  });
});

test('the environment names a provider too, which pages do not change', async () => {
  const environment = {
    COPPICE_OIDC_IDP_TENANT: 'acme',
    COPPICE_OIDC_IDP_ISSUER: idp.issuer,
    COPPICE_OIDC_IDP_CLIENT_ID: clientId,
    COPPICE_OIDC_IDP_CLIENT_SECRET: clientSecret,
    COPPICE_SECRET_KEY: '',
  };
  const other = await signInApp(environment);
  const tenant = await other.registry.tenant('acme');
  await other.member(tenant, 'ada@example.com', 'viewer');
  expect((await other.browser().signIn()).status).toBe(200);
  const caller = other.registry.caller(tenant);
  await expect(changeProvider(other.parts, caller, 'idp', { join: true })).rejects.toMatchObject({
    code: 'conflict',
  });
  await expect(other.addProvider(tenant, { slug: 'more', issuer: idp.issuer })).rejects.toThrow(
    'the registry has no key to encrypt secrets with',
  );
  await other.registry.close();
});

describe('the provider reports that somebody signed out', () => {
  const event = { 'http://schemas.openid.net/event/backchannel-logout': {} };

  async function report(token: string, path = 'acme/idp'): Promise<number> {
    const response = await app.request(`/v1/auth/backchannel-logout/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ logout_token: token }).toString(),
    });
    return response.status;
  }

  /** Two sessions of the same person, and what the provider calls them. */
  async function twoSessions() {
    const browsers = [app.browser(), app.browser()] as const;
    for (const browser of browsers) await browser.signIn();
    const rows = await app.registry.unguarded
      .selectFrom('sessions')
      .select(['provider_session as sid', 'subject as sub'])
      .where('revoked_at', 'is', null)
      .where('provider_session', 'is not', null)
      .where('subject', '=', 'ada')
      .orderBy('created_at')
      .execute();
    return { browsers, rows, who: () => Promise.all(browsers.map((browser) => browser.who())) };
  }

  test('by the person: all of their sessions end, and those of others stay', async () => {
    const { who } = await twoSessions();
    idp.person = { sub: 'boss', email: 'boss@example.com', email_verified: true };
    const boss = app.browser();
    await boss.signIn();
    expect(await report(await idp.sign({ sub: 'ada', jti: '1', events: event }))).toBe(200);
    expect(await who()).toEqual([401, 401]);
    expect(await boss.who()).toBe('user:boss@example.com');
    expect(await report(await idp.sign({ sub: 'ada', jti: '1', events: event }))).toBe(200);
  });

  test('by the session: that one ends', async () => {
    const { rows, who } = await twoSessions();
    expect(await report(await idp.sign({ sid: rows.at(-1)?.sid, jti: '2', events: event }))).toBe(200);
    expect((await who()).filter((each) => each === 401)).toHaveLength(1);
    await report(await idp.sign({ sub: 'ada', jti: '3', events: event }));
  });

  test('a sign-in that waits for an answer of the person does not finish either', async () => {
    const browser = app.browser();
    idp.person = { sub: 'boss', email: 'boss@example.com', email_verified: true };
    const { body } = await browser.signIn();
    browser.forget(idp.issuer);
    idp.person = { sub: 'ada', email: 'ada@example.com', email_verified: true };
    const address = await browser.visit(await browser.begin());
    expect((await browser.finish(address)).status).toBe(409);
    expect(await report(await idp.sign({ sub: 'ada', jti: '4', events: event }))).toBe(200);
    expect((await browser.finish(address, { replace: true, csrf: body.csrf })).status).toBe(403);
  });

  const now = () => Math.floor(Date.now() / 1_000);
  test.each([
    ['an ID token', async () => idp.sign({ sub: 'ada', jti: '5', nonce: 'n' })],
    ['one with a nonce', async () => idp.sign({ sub: 'ada', jti: '5', events: event, nonce: 'n' })],
    ['one about nobody', async () => idp.sign({ jti: '5', events: event })],
    ['one without a number', async () => idp.sign({ sub: 'ada', events: event })],
    ['one for somebody else', async () => idp.sign({ sub: 'ada', jti: '5', events: event, aud: 'x' })],
    [
      'one from somebody else',
      async () => idp.sign({ sub: 'ada', jti: '5', events: event, iss: 'https://x.example' }),
    ],
    [
      'an old one',
      async () => idp.sign({ sub: 'ada', jti: '5', events: event, iat: now() - 7_200, exp: now() - 3_600 }),
    ],
    [
      'an old one without an end',
      async () => idp.sign({ sub: 'ada', jti: '5', events: event, iat: now() - 3_600, exp: undefined }),
    ],
    [
      'one that another signed',
      async () => idp.sign({ sub: 'ada', jti: '5', events: event }, await makeKey('x')),
    ],
    ['no token', async () => 'nonsense'],
  ])('%s ends nothing', async (_, token) => {
    const browser = app.browser();
    await browser.signIn();
    expect(await report(await token())).toBe(400);
    expect(await browser.who()).toBe('user:ada@example.com');
  });

  test.each(['acme/none', 'globex/idp'])('nor does a good one at %s', async (path) => {
    expect(await report(await idp.sign({ sub: 'ada', jti: '6', events: event }), path)).toBe(400);
  });
});
