import { afterAll, beforeAll, expect, test } from 'vitest';
import { silentLog } from '../../system/log.js';
import { openPool } from '../data/db/pool.js';
import { credentialText, randomByteCount } from '../rules/access/credential-text.js';
import type { Tenant } from '../rules/access/principal.js';
import { sent, type TestAccess, testAccess, visitor } from './access.fixture.js';
import { authenticate, openAccess } from './authenticate.js';
import { changeRole, removeMember } from './change-member.js';
import { signIn } from './sessions.js';
import { changeSettings } from './tenants.js';
import { revokeToken } from './tokens.js';

let access: TestAccess;
let acme: Tenant;
let globex: Tenant;
const refused = expect.objectContaining({ code: 'unauthorized' });
const admin = () => ({ tenantId: acme.id, actor: 'admin:test', ip: null });

beforeAll(async () => {
  access = await testAccess('{tenant}.skills.example.com');
  acme = await access.registry.tenant('acme');
  globex = await access.registry.tenant('globex');
});
afterAll(() => access.registry.close());

test('a token identifies the caller, in its own tenant when the request names none', async () => {
  const { text, id } = await access.token(acme, { scopes: ['skills:read', 'skills:publish'] });
  const found = await authenticate(access, sent({ token: text }));
  expect(found.tenant.slug).toBe('acme');
  expect(found.principal).toMatchObject({
    kind: 'token',
    name: 'service:ci',
    tokenId: id,
    scopes: ['skills:read', 'skills:publish', 'skills:propose'],
  });
});

test('the header or the host names the tenant, and a token is refused in another, cached or not', async () => {
  const { text: token } = await access.token(acme);
  for (const warm of [false, true]) {
    for (const own of [{}, { tenantHeader: 'acme' }, { host: 'acme.skills.example.com' }]) {
      if (warm) expect((await authenticate(access, sent({ token, ...own }))).tenant.id).toBe(acme.id);
    }
    for (const foreign of [
      { tenantHeader: 'globex' },
      { tenantHeader: 'no-such' },
      { host: 'globex.skills.example.com' },
      { tenantHeader: 'globex', host: 'acme.skills.example.com' },
    ]) {
      await expect(
        authenticate(access, sent({ token, ...foreign })),
        JSON.stringify(foreign),
      ).rejects.toEqual(refused);
    }
  }
});

test('every refusal has the same message', async () => {
  const { text: token } = await access.token(acme);
  const unknown = credentialText('token', new Uint8Array(randomByteCount));
  const refusals = await Promise.all(
    [
      sent({}),
      sent({ tenantHeader: 'acme' }),
      sent({ tenantHeader: 'no-such' }),
      sent({ token: 'bogus' }),
      sent({ token: unknown }),
      sent({ token, tenantHeader: 'globex' }),
      sent({ token, tenantHeader: 'no-such' }),
      sent({ authorization: `Basic ${token}` }),
      sent({ authorization: '' }),
      sent({ session: 'bogus' }),
    ].map((facts) => authenticate(access, facts).catch((error: Error) => error.message)),
  );
  expect(new Set(refusals)).toEqual(new Set(['a valid credential for this tenant is required']));
});

test('a text that cannot be a credential is refused without a query', async () => {
  const pool = openPool(access.registry.url, { log: silentLog });
  await pool.close();
  const blind = openAccess({ ...access.registry, database: pool.database }, undefined);
  await expect(authenticate(blind, sent({ token: 'cop_bogus' }))).rejects.toEqual(refused);
  await expect(authenticate(blind, sent({ session: 'cops_bogus' }))).rejects.toEqual(refused);
  await expect(authenticate(blind, sent({}))).rejects.toEqual(refused);
  const unknown = credentialText('token', new Uint8Array(randomByteCount));
  await expect(authenticate(blind, sent({ token: unknown }))).rejects.not.toEqual(refused);
});

test('a session is not a bearer token, and a token is not a session', async () => {
  const { text } = await access.token(acme);
  const session = await access.session(acme, { token: text });
  await expect(authenticate(access, sent({ token: session.text }))).rejects.toEqual(refused);
  await expect(authenticate(access, sent({ session: text }))).rejects.toEqual(refused);
});

test('a token expires at its time, even while it is cached', async () => {
  const { clock } = access.registry;
  const { text: token } = await access.token(acme, { expiresAt: new Date(clock.now() + 5_000) });
  await authenticate(access, sent({ token }));
  clock.advance(4_999);
  await authenticate(access, sent({ token }));
  clock.advance(1);
  await expect(authenticate(access, sent({ token }))).rejects.toEqual(refused);
});

test('a revoked token is refused at once, and so is the session opened with it', async () => {
  const { text: token, id } = await access.token(acme);
  const { text: session } = await access.session(acme, { token });
  await authenticate(access, sent({ token }));
  await authenticate(access, sent({ session }));
  await revokeToken(access.registry, admin(), { id });
  await expect(authenticate(access, sent({ token }))).rejects.toEqual(refused);
  await expect(authenticate(access, sent({ session }))).rejects.toEqual(refused);
});

test('a change that was not announced takes effect within a minute', async () => {
  const { text: token, id } = await access.token(acme);
  await authenticate(access, sent({ token }));
  await access.registry.unguarded.deleteFrom('tokens').where('id', '=', id).execute();
  await authenticate(access, sent({ token }));
  access.registry.clock.advance(60_000);
  await expect(authenticate(access, sent({ token }))).rejects.toEqual(refused);
});

test("a member's credentials follow the role, and end with the membership", async () => {
  const email = 'ada@example.com';
  await access.member(acme, email, 'publisher');
  const { text: token } = await access.token(acme, { email, scopes: ['skills:read', 'skills:publish'] });
  const { text: session } = await access.session(acme, { email });
  const scopesOf = async (facts: Parameters<typeof sent>[0]) => {
    const { principal } = await authenticate(access, sent(facts));
    return principal.kind === 'anonymous' ? [] : principal.scopes;
  };
  expect(await scopesOf({ token })).toEqual(['skills:read', 'skills:publish', 'skills:propose']);
  await changeRole(access.registry, admin(), { email }, 'viewer');
  expect(await scopesOf({ token })).toEqual(['skills:read']);
  expect(await scopesOf({ session })).toEqual(['skills:read', 'members:read']);
  await changeRole(access.registry, admin(), { email }, 'admin');
  expect(await scopesOf({ token })).toEqual(['skills:read', 'skills:publish', 'skills:propose']);
  expect(await scopesOf({ session })).toHaveLength(8);
  await access.member(acme, 'other-admin@example.com', 'admin');
  await removeMember(access.registry, admin(), { email });
  await expect(authenticate(access, sent({ token }))).rejects.toEqual(refused);
  await expect(authenticate(access, sent({ session }))).rejects.toEqual(refused);
  // Joining again does not restore the old credentials.
  await access.member(acme, email, 'publisher');
  await expect(authenticate(access, sent({ token }))).rejects.toEqual(refused);
});

test('a disabled user is refused in every tenant', async () => {
  const email = 'grace@example.com';
  await access.member(acme, email, 'admin');
  await access.member(globex, email, 'viewer');
  const tokens = [await access.token(acme, { email }), await access.token(globex, { email })];
  const session = await access.session(acme, { email });
  const link = await access.link(acme, email);
  await access.registry.unguarded
    .updateTable('users')
    .set({ disabled_at: new Date(access.registry.clock.now()) })
    .where('email', '=', email)
    .execute();
  for (const { text: token } of tokens)
    await expect(authenticate(access, sent({ token }))).rejects.toEqual(refused);
  await expect(authenticate(access, sent({ session: session.text }))).rejects.toEqual(refused);
  await expect(
    signIn(access.registry, { kind: 'link', text: link, tenant: 'acme', ...visitor }),
  ).rejects.toEqual(refused);
});

test('a write of a session needs its CSRF token; a read does not, and a bearer token never does', async () => {
  const { text: token } = await access.token(acme);
  const { text: session, principal } = await access.session(acme, { token });
  const csrf = principal.csrf ?? '';
  expect(csrf).toHaveLength(32);
  await authenticate(access, sent({ session }));
  await authenticate(access, sent({ session, method: 'HEAD' }));
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
    await authenticate(access, sent({ session, method, csrfHeader: csrf }));
    await authenticate(access, sent({ token, method }));
    for (const csrfHeader of [undefined, '', `${csrf}x`, 'x'.repeat(csrf.length)]) {
      await expect(authenticate(access, sent({ session, method, csrfHeader }))).rejects.toMatchObject({
        code: 'forbidden',
      });
    }
  }
});

test('the Authorization header takes precedence over the cookie', async () => {
  const { text: token } = await access.token(acme);
  const { text: session } = await access.session(acme, { token });
  await expect(authenticate(access, sent({ token: 'bogus', session }))).rejects.toEqual(refused);
});

test('a public tenant is readable without a credential while it is public, if the request names it', async () => {
  const open = await access.registry.tenant('open', { visibility: 'public' });
  const caller = access.registry.caller(open);
  for (const facts of [sent({ tenantHeader: 'open' }), sent({ host: 'open.skills.example.com' })]) {
    const { tenant, principal } = await authenticate(access, facts);
    expect([tenant.id, principal]).toEqual([open.id, { kind: 'anonymous' }]);
  }
  await expect(authenticate(access, sent({}))).rejects.toEqual(refused);
  await expect(authenticate(access, sent({ tenantHeader: 'open', token: 'bogus' }))).rejects.toEqual(refused);
  await changeSettings(access.registry, caller, { visibility: 'private' });
  await expect(authenticate(access, sent({ tenantHeader: 'open' }))).rejects.toEqual(refused);
  await changeSettings(access.registry, caller, { visibility: 'public' });
  await authenticate(access, sent({ tenantHeader: 'open' }));
});

test('changed settings apply from the next request on', async () => {
  const { text: token } = await access.token(globex);
  const retention = async () =>
    (await authenticate(access, sent({ token }))).tenant.settings.usage_retention_days;
  expect(await retention()).toBe(730);
  await changeSettings(access.registry, access.registry.caller(globex), { usage_retention_days: 90 });
  expect(await retention()).toBe(90);
});
