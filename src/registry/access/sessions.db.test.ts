import { afterAll, beforeAll, expect, test } from 'vitest';
import { readAudit } from '../data/db/audit.js';
import type { Tenant } from '../rules/access/principal.js';
import { sent, type TestAccess, testAccess } from './access.fixture.js';
import { authenticate } from './authenticate.js';
import { sessionSeconds, signIn, signOut } from './sessions.js';

let access: TestAccess;
let acme: Tenant;
const email = 'ada@example.com';
const refused = expect.objectContaining({ code: 'unauthorized' });

beforeAll(async () => {
  access = await testAccess();
  acme = await access.registry.tenant('acme');
  await access.registry.tenant('globex');
  await access.member(acme, email, 'curator');
});
afterAll(() => access.registry.close());

function withLink(text: string, tenant?: string) {
  return signIn(access.registry, { kind: 'link', text, tenant, ip: '192.0.2.1' });
}

test('a link opens one session and cannot be used again', async () => {
  const link = await access.link(acme, email);
  const { tenant, principal, text } = await withLink(link);
  expect(tenant.slug).toBe('acme');
  expect(principal).toMatchObject({ kind: 'session', name: `user:${email}`, role: 'curator', tokenId: null });
  expect(principal.expiresAt?.getTime()).toBe(access.registry.clock.now() + sessionSeconds * 1_000);
  expect((await authenticate(access, sent({ session: text }))).principal).toEqual(principal);
  await expect(withLink(link)).rejects.toEqual(refused);
});

test('of many who use a link at the same instant, one signs in', async () => {
  const link = await access.link(acme, email);
  const tried = await Promise.allSettled(Array.from({ length: 8 }, () => withLink(link)));
  expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('a link is valid for a day', async () => {
  const link = await access.link(acme, email);
  access.registry.clock.advance(24 * 60 * 60 * 1_000);
  await expect(withLink(link)).rejects.toEqual(refused);
});

test('a link tried in another tenant is refused, and stays valid in its own', async () => {
  const link = await access.link(acme, email);
  await expect(withLink(link, 'globex')).rejects.toEqual(refused);
  await expect(withLink(link, 'no-such')).rejects.toEqual(refused);
  await withLink(link, 'acme');
});

test('a token of another tenant, one of another kind and a made-up one are refused', async () => {
  const { text } = await access.token(acme);
  const tries = [
    { kind: 'token', text, tenant: 'globex' },
    { kind: 'link', text, tenant: undefined },
    { kind: 'token', text: 'bogus', tenant: undefined },
    { kind: 'token', text: await access.link(acme, email), tenant: undefined },
  ] as const;
  for (const given of tries)
    await expect(signIn(access.registry, { ...given, ip: null })).rejects.toEqual(refused);
});

test('an expired or revoked token opens no session', async () => {
  const { clock, unguarded } = access.registry;
  const expired = await access.token(acme, { expiresAt: new Date(clock.now()) });
  const revoked = await access.token(acme);
  await unguarded
    .updateTable('tokens')
    .set({ revoked_at: new Date(clock.now()) })
    .where('id', '=', revoked.id)
    .execute();
  for (const { text } of [expired, revoked])
    await expect(access.session(acme, { token: text })).rejects.toEqual(refused);
});

test('signing out ends this session and no other', async () => {
  const one = await access.session(acme, { email });
  const other = await access.session(acme, { email });
  await authenticate(access, sent({ session: one.text }));
  await signOut(access.registry, { tenant: acme, principal: one.principal, ip: null });
  await expect(authenticate(access, sent({ session: one.text }))).rejects.toEqual(refused);
  await authenticate(access, sent({ session: other.text }));
});

test('expired sessions are removed when somebody signs in', async () => {
  const { clock, unguarded } = access.registry;
  const old = await access.session(acme, { email });
  clock.advance(sessionSeconds * 1_000);
  await access.session(acme, { email });
  const rows = await unguarded.selectFrom('sessions').select('id').execute();
  expect(rows).toHaveLength(1);
  expect(rows[0]?.id).not.toBe(old.principal.sessionId);
});

test('signing in and out is in the audit log, with the person and the address', async () => {
  const { principal } = await access.session(acme, { email });
  await signOut(access.registry, { tenant: acme, principal, ip: '192.0.2.7' });
  const { rows } = await readAudit(access.registry.database, acme.id, { limit: 2 });
  const target = `session/${principal.sessionId}`;
  expect(rows).toMatchObject([
    { action: 'session.close', actor: `user:${email}`, target, ip: '192.0.2.7' },
    { action: 'session.open', actor: `user:${email}`, target, ip: '192.0.2.1', details: { with: 'link' } },
  ]);
});
