import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayMs } from '../../text/time.js';
import { readAudit } from '../data/db/audit.js';
import type { Tenant } from '../rules/access/principal.js';
import { sent, type TestAccess, testAccess, visitor } from './access.fixture.js';
import { authenticate } from './authenticate.js';
import { reinstateMember, suspendMember } from './change-member.js';
import { endOtherSessions, endOwnSession, listSessions } from './own-sessions.js';
import { sessionOfCookie, signIn, signOut } from './sessions.js';

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
  return signIn(access.registry, { kind: 'link', text, tenant, ...visitor });
}

test('a link opens one session and cannot be used again', async () => {
  const link = await access.link(acme, email);
  const { tenant, principal, text } = await withLink(link);
  expect(tenant.slug).toBe('acme');
  expect(principal).toMatchObject({ kind: 'session', name: `user:${email}`, role: 'curator', tokenId: null });
  expect(principal.expiresAt?.getTime()).toBe(access.registry.clock.now() + 14 * dayMs);
  expect((await authenticate(access, sent({ session: text }))).principal).toEqual(principal);
  await expect(withLink(link)).rejects.toEqual(refused);
});

test('of many who use a link at the same instant, one signs in', async () => {
  const link = await access.link(acme, email);
  const tried = await Promise.allSettled(Array.from({ length: 8 }, () => withLink(link)));
  expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('whoever signs in while they are suspended has no session when they are back', async () => {
  const leaver = 'leaver@example.com';
  await access.member(acme, leaver, 'viewer');
  const actor = { tenantId: acme.id, actor: 'service:test', ip: null };
  const opened: string[] = [];
  for (const _ of Array.from({ length: 10 })) {
    const link = await access.link(acme, leaver);
    const [session] = await Promise.allSettled([
      withLink(link),
      suspendMember(access.registry, actor, { email: leaver }),
    ]);
    if (session.status === 'fulfilled') opened.push(session.value.text);
    await reinstateMember(access.registry, actor, { email: leaver }, { overrule: false });
  }
  for (const session of opened)
    await expect(authenticate(access, sent({ session }))).rejects.toEqual(refused);
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
    await expect(signIn(access.registry, { ...visitor, ...given })).rejects.toEqual(refused);
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
  clock.advance(14 * dayMs);
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

async function browserOf(session: string) {
  const current = await sessionOfCookie(access.registry, `coppice_session=${session}`);
  return { ...visitor, current };
}

test('a link of somebody else does not replace a session unless its person agrees, and stays valid meanwhile', async () => {
  await access.member(acme, 'eve@example.com', 'viewer');
  const ada = await access.session(acme, { email });
  const link = await access.link(acme, 'eve@example.com');
  const given = { kind: 'link', text: link, tenant: undefined } as const;
  const browser = await browserOf(ada.text);
  await expect(signIn(access.registry, { ...given, ...browser })).rejects.toMatchObject({
    code: 'conflict',
    data: {
      signed_in: { principal: `user:${email}`, tenant: 'acme' },
      signing_in: { principal: 'user:eve@example.com', tenant: 'acme' },
    },
  });
  expect((await authenticate(access, sent({ session: ada.text }))).principal).toEqual(ada.principal);
  const eve = await signIn(access.registry, { ...given, ...browser, replace: true });
  expect(eve.principal.name).toBe('user:eve@example.com');
  await expect(authenticate(access, sent({ session: ada.text }))).rejects.toEqual(refused);
});

test('a wrong link says nothing about who is signed in, and ends no session', async () => {
  const ada = await access.session(acme, { email });
  const link = await access.link(acme, email);
  await withLink(link);
  const given = { kind: 'link', text: link, tenant: undefined, replace: true } as const;
  await expect(signIn(access.registry, { ...(await browserOf(ada.text)), ...given })).rejects.toEqual(
    refused,
  );
  await authenticate(access, sent({ session: ada.text }));
});

test('signing in again as the same person needs no question, and ends the session before', async () => {
  const first = await access.session(acme, { email });
  const given = { kind: 'link', text: await access.link(acme, email), tenant: undefined } as const;
  const second = await signIn(access.registry, { ...given, ...(await browserOf(first.text)) });
  await expect(authenticate(access, sent({ session: first.text }))).rejects.toEqual(refused);
  await authenticate(access, sent({ session: second.text }));
});

test('a session is renewed while it is used, and ends after 90 days all the same', async () => {
  const { clock } = access.registry;
  const { text } = await access.session(acme, { email });
  const use = async () => {
    const { principal } = await authenticate(access, sent({ session: text }));
    await access.lastUsed.write();
    return principal;
  };
  for (let day = 10; day < 90; day += 10) {
    clock.advance(10 * dayMs);
    await use();
  }
  clock.advance(9 * dayMs);
  await use();
  clock.advance(dayMs);
  await expect(use()).rejects.toEqual(refused);
});

test('a session that nobody uses for two weeks ends', async () => {
  const { text } = await access.session(acme, { email });
  access.registry.clock.advance(14 * dayMs);
  await expect(authenticate(access, sent({ session: text }))).rejects.toEqual(refused);
});

test('a person sees their own sessions alone, and ends one of them or all others', async () => {
  const { registry } = access;
  const bea = 'bea@example.com';
  await access.member(acme, bea, 'admin');
  const other = await access.session(acme, { email });
  const [one, two, three] = [
    await access.session(acme, { email: bea }),
    await access.session(acme, { email: bea }),
    await access.session(acme, { email: bea }),
  ];
  const caller = { ...one, ip: null };
  const listed = await listSessions(registry, caller);
  expect(listed.map(({ id }) => id).sort()).toEqual([one, two, three].map(idOf).sort());
  expect(listed.filter(({ isCurrent }) => isCurrent)).toMatchObject([
    { id: idOf(one), browser: 'Firefox on Linux', ip: '192.0.2.1' },
  ]);
  await endOwnSession(registry, caller, idOf(two));
  await expect(authenticate(access, sent({ session: two.text }))).rejects.toEqual(refused);
  for (const id of [idOf(two), idOf(other), 'no id at all'])
    await expect(endOwnSession(registry, caller, id)).rejects.toMatchObject({ code: 'not-found' });
  expect(await endOtherSessions(registry, caller)).toBe(1);
  await expect(authenticate(access, sent({ session: three.text }))).rejects.toEqual(refused);
  for (const { text } of [one, other]) await authenticate(access, sent({ session: text }));
});

function idOf({ principal }: { readonly principal: { readonly sessionId: string | null } }): string {
  return principal.sessionId ?? '';
}
