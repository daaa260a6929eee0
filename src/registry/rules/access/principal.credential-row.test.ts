import { expect, test } from 'vitest';
import { type CredentialRow, principalOf } from './principal.js';

const now = Date.UTC(2026, 0, 15);
const before = new Date(now - 1);
const after = new Date(now + 1_000);
const later = new Date(now + 2_000);

const nothing: CredentialRow = {
  sessionId: null,
  csrf: null,
  sessionExpiresAt: null,
  sessionRevokedAt: null,
  tokenId: null,
  service: null,
  scopes: null,
  patterns: null,
  tokenExpiresAt: null,
  tokenRevokedAt: null,
  userId: null,
  email: null,
  disabledAt: null,
  suspendedAt: null,
  deactivatedAt: null,
  role: null,
};
const member = { userId: 7, email: 'ada@example.com', role: 'publisher' } as const;
const token: CredentialRow = {
  ...nothing,
  tokenId: 't',
  scopes: ['skills:read', 'skills:publish'],
  patterns: ['a-*'],
};
const ofService: CredentialRow = { ...token, service: 'ci' };
const ofUser: CredentialRow = { ...token, ...member };
const open = { sessionId: 's', csrf: 'c', sessionExpiresAt: later };
const session: CredentialRow = { ...nothing, ...member, ...open };
const ofToken: CredentialRow = { ...ofService, ...open };

test("a service's token has the scopes that it was given", () => {
  expect(principalOf(ofService, now, [])).toEqual({
    kind: 'token',
    name: 'service:ci',
    userId: null,
    tokenId: 't',
    sessionId: null,
    role: null,
    scopes: ['skills:read', 'skills:publish', 'skills:propose'],
    rights: [{ namespace: null, role: 'publisher', from: 'tenant', group: null }],
    patterns: ['a-*'],
    expiresAt: null,
    csrf: null,
  });
});

test("a member's session has the scopes of the role", () => {
  expect(principalOf(session, now, [])).toMatchObject({
    kind: 'session',
    name: 'user:ada@example.com',
    userId: 7,
    sessionId: 's',
    tokenId: null,
    scopes: ['skills:read', 'skills:propose', 'skills:publish', 'members:read'],
    patterns: [],
    csrf: 'c',
  });
});

test("a member's token loses what the role no longer has", () => {
  expect(principalOf(ofUser, now, [])?.scopes).toEqual(['skills:read', 'skills:publish', 'skills:propose']);
  expect(principalOf({ ...ofUser, role: 'viewer' }, now, [])?.scopes).toEqual(['skills:read']);
  expect(principalOf({ ...ofUser, role: 'admin' }, now, [])?.scopes).toEqual([
    'skills:read',
    'skills:publish',
    'skills:propose',
  ]);
});

test('a session opened with a token has its scopes, its patterns and its expiry', () => {
  expect(principalOf({ ...ofToken, tokenExpiresAt: after }, now, [])).toMatchObject({
    kind: 'session',
    name: 'service:ci',
    tokenId: 't',
    scopes: ['skills:read', 'skills:publish', 'skills:propose'],
    patterns: ['a-*'],
    expiresAt: after,
  });
});

test('a role in a namespace gives its scopes, and nothing about the tenant', () => {
  const curated = [{ namespace: 'design', defaultRole: null, role: 'admin', group: 'designers' }] as const;
  const found = principalOf({ ...session, role: 'viewer' }, now, curated);
  expect(found?.scopes).toEqual([
    'skills:read',
    'skills:propose',
    'skills:publish',
    'skills:curate',
    'usage:read',
    'members:read',
    'namespaces:admin',
  ]);
  expect(found?.rights.at(-1)).toEqual({
    namespace: 'design',
    role: 'admin',
    from: 'group',
    group: 'designers',
  });
});

function checkInvalid(why: string, row: CredentialRow): void {
  test(`invalid: ${why}`, () => {
    expect(principalOf(row, now, [])).toBeUndefined();
  });
}

checkInvalid('a token that has expired', { ...ofService, tokenExpiresAt: before });
checkInvalid('a token at the instant of its expiry', { ...ofService, tokenExpiresAt: new Date(now) });
checkInvalid('a revoked token', { ...ofService, tokenRevokedAt: before });
checkInvalid('a token of somebody who is not a member', { ...ofUser, role: null, email: null, userId: null });
checkInvalid('a token of somebody disabled', { ...ofUser, disabledAt: before });
checkInvalid('a token of somebody suspended', { ...ofUser, suspendedAt: before });
checkInvalid('a token of somebody whom the provider deactivated', { ...ofUser, deactivatedAt: before });
checkInvalid('a session of somebody suspended', { ...session, suspendedAt: before });
checkInvalid('a session of somebody whom the provider deactivated', { ...session, deactivatedAt: before });
checkInvalid('a session that has expired', { ...session, sessionExpiresAt: before });
checkInvalid('a revoked session', { ...session, sessionRevokedAt: before });
checkInvalid('a session of somebody disabled', { ...session, disabledAt: before });
checkInvalid('a session whose token was revoked', { ...ofToken, tokenRevokedAt: before });
checkInvalid('a session whose token has expired', { ...ofToken, tokenExpiresAt: before });
