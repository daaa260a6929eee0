import { afterAll, beforeAll, expect, test } from 'vitest';
import { readAudit } from '../data/db/audit.js';
import type { Caller, Tenant } from '../rules/access/principal.js';
import { sent, type TestAccess, testAccess } from './access.fixture.js';
import { authenticate } from './authenticate.js';
import { suspendMember } from './change-member.js';
import { createOwnToken, listTokens, readTokens, revokeOwnToken, type WantedToken } from './tokens.js';

let access: TestAccess;
let acme: Tenant;
let admin: Caller;
let publisher: Caller;
const wanted: WantedToken = { name: 'laptop', scopes: ['skills:read'], patterns: [], expiresAt: null };
const missing = expect.objectContaining({ code: 'not-found' });

beforeAll(async () => {
  access = await testAccess();
  acme = await access.registry.tenant('acme');
  admin = await signedIn(acme, 'admin@example.com', 'admin');
  publisher = await signedIn(acme, 'publisher@example.com', 'publisher');
});
afterAll(() => access.registry.close());

async function signedIn(tenant: Tenant, email: string, role: 'admin' | 'publisher'): Promise<Caller> {
  await access.member(tenant, email, role);
  return { ...(await access.session(tenant, { email })), ip: '192.0.2.1' };
}

test('a member creates a token, which works and is listed without its text', async () => {
  const made = await createOwnToken(access.registry, publisher, wanted);
  expect(made).toMatchObject({
    name: 'laptop',
    owner: 'user:publisher@example.com',
    prefix: made.text.slice(0, 12),
    createdAt: new Date(access.registry.clock.now()),
    lastUsedAt: null,
    revokedAt: null,
  });
  const { principal } = await authenticate(access, sent({ token: made.text }));
  expect(principal).toMatchObject({ name: 'user:publisher@example.com', scopes: ['skills:read'] });
  const listed = await listTokens(access.registry, publisher);
  expect(listed.map(({ id }) => id)).toContain(made.id);
  expect(JSON.stringify(listed)).not.toContain(made.text.slice(12));
});

test('the database does not contain the text of a token', async () => {
  const { text } = await createOwnToken(access.registry, publisher, wanted);
  const rows = await access.registry.unguarded.selectFrom('tokens').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(text.slice(12));
});

test('nobody grants more scopes than they have', async () => {
  const tooMuch = { ...wanted, scopes: ['skills:read', 'tenant:admin'] as const };
  await expect(createOwnToken(access.registry, publisher, tooMuch)).rejects.toMatchObject({
    code: 'forbidden',
    message: expect.stringContaining('tenant:admin'),
  });
  await createOwnToken(access.registry, admin, tooMuch);
});

test('whoever was suspended after they were let in gets no token, which would work once they are back', async () => {
  const late = await signedIn(acme, 'late@example.com', 'publisher');
  const actor = { tenantId: acme.id, actor: 'service:test', ip: null };
  await suspendMember(access.registry, actor, { email: 'late@example.com' });
  await expect(createOwnToken(access.registry, late, wanted)).rejects.toMatchObject({
    code: 'forbidden',
    message: 'late@example.com is suspended, and gets no token',
  });
});

test('a session opened with a token cannot create tokens, which would outlive it', async () => {
  const email = 'admin@example.com';
  for (const token of [await access.token(acme), await access.token(acme, { email })]) {
    const caller = { ...(await access.session(acme, { token: token.text })), ip: null };
    await expect(createOwnToken(access.registry, caller, wanted)).rejects.toMatchObject({
      code: 'forbidden',
    });
  }
});

test("people see their own tokens, an admin those of the tenant, and never another tenant's", async () => {
  const globex = await access.registry.tenant('globex');
  const stranger = await signedIn(globex, 'publisher@example.com', 'publisher');
  const foreign = await createOwnToken(access.registry, stranger, wanted);
  const service = await access.token(acme);
  const [own, all] = [await listTokens(access.registry, publisher), await listTokens(access.registry, admin)];
  expect(new Set(own.map(({ owner }) => owner))).toEqual(new Set(['user:publisher@example.com']));
  expect(all.length).toBeGreaterThan(own.length);
  expect(all.find(({ id }) => id === service.id)?.owner).toBe('service:ci');
  expect(all.some(({ id }) => id === foreign.id)).toBe(false);
  for (const caller of [publisher, admin]) {
    await expect(revokeOwnToken(access.registry, caller, foreign.id)).rejects.toEqual(missing);
  }
});

test('the token of somebody else and one that does not exist cannot be revoked', async () => {
  const { id } = await createOwnToken(access.registry, admin, wanted);
  for (const target of [id, '00000000-0000-4000-8000-000000000000', 'no id at all'])
    await expect(revokeOwnToken(access.registry, publisher, target)).rejects.toEqual(missing);
});

test('revoking twice has the effect of revoking once', async () => {
  const { id } = await createOwnToken(access.registry, publisher, wanted);
  await revokeOwnToken(access.registry, publisher, id);
  const at = new Date(access.registry.clock.now());
  access.registry.clock.advance(1_000);
  await revokeOwnToken(access.registry, admin, id);
  const [token] = await readTokens(access.registry.database, acme.id, { id });
  expect(token?.revokedAt).toEqual(at);
  const { rows } = await readAudit(access.registry.database, acme.id, { limit: 50, target: `token/${id}` });
  expect(rows).toMatchObject([
    { action: 'token.revoke', actor: 'user:publisher@example.com', ip: '192.0.2.1' },
    { action: 'token.create', actor: 'user:publisher@example.com', ip: '192.0.2.1' },
  ]);
});

test('the last use is noted without waiting, and written once a minute', async () => {
  const { text: token, id } = await access.token(acme);
  const lastUse = async () => (await readTokens(access.registry.database, acme.id, { id }))[0]?.lastUsedAt;
  await authenticate(access, sent({ token }));
  access.registry.clock.advance(5_000);
  await authenticate(access, sent({ token }));
  expect(await lastUse()).toBeNull();
  await access.lastUsed.stop();
  expect(await lastUse()).toEqual(new Date(access.registry.clock.now()));
});

test('a last use that cannot be written is logged, and nothing fails', async () => {
  access.lastUsed.note(acme.id, { tokenId: 'no id at all', sessionId: null, userId: null });
  await access.lastUsed.stop();
  expect(access.registry.log.lines.at(-1)).toMatchObject({
    level: 'warn',
    message: 'could not write what was last used',
  });
});
