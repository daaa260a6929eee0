/*
 * Creating, listing and revoking tokens. A member creates them for themself, with no more scopes than they have; only the
 * admin command creates them for a service or for another member. The text of a token is stored nowhere.
 */

import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { CoppiceError } from '../../text/errors.js';
import { type Scope, scimScope } from '../api/names.js';
import type { CiRun } from '../api/trusted-publishing.js';
import { type AuditActor, actorOf, writeAudit } from '../data/db/audit.js';
import { change, type Queries } from '../data/db/database.js';
import type { RegistryRows } from '../registry.js';
import { shownPrefix } from '../rules/access/credential-text.js';
import { scopesBeyond } from '../rules/access/permissions.js';
import type { Caller, KnownPrincipal } from '../rules/access/principal.js';
import { newCredential, scopesOfMember } from './credentials.js';
import { findMember, lockMembers } from './members.js';
import { adminActor } from './tenants.js';

export interface WantedToken {
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly patterns: readonly string[];
  readonly expiresAt: Date | null;
}

type TokenOwner =
  | { readonly userId: number; readonly service: null }
  | { readonly userId: null; readonly service: string };

export interface MadeToken extends Token {
  /** It cannot be read again. */
  readonly text: string;
}

/** For the caller, who must have signed in as a person: a token must not create tokens that outlive it. */
export async function createOwnToken(
  registry: RegistryRows,
  caller: Caller,
  wanted: WantedToken,
): Promise<MadeToken> {
  const userId = requirePerson(caller);
  const beyond = scopesBeyond(wanted.scopes, caller.principal.scopes);
  if (beyond.length > 0) {
    throw new CoppiceError(
      'forbidden',
      `a token cannot have scopes that its creator lacks: ${beyond.join(', ')}`,
    );
  }
  return createToken(registry, actorOf(caller), { userId, service: null }, wanted);
}

/**
 * For an identity provider, which it is named after: such a token provisions members and does nothing else. It belongs to
 * the provider and not to the admin, so that people who leave are still deactivated after that admin has left.
 */
export async function createScimToken(
  registry: RegistryRows,
  caller: Caller,
  { provider, expiresAt }: { readonly provider: string; readonly expiresAt: Date | null },
): Promise<MadeToken> {
  const { userId, tokenId } = caller.principal;
  if (userId === null || tokenId !== null)
    throw new CoppiceError('forbidden', 'only an admin who signed in as a person can create this token', {
      hint: 'use the page Sign-in, or: coppice registry admin token create --scopes tenant:scim',
    });
  const wanted: WantedToken = { name: `SCIM of ${provider}`, scopes: [scimScope], patterns: [], expiresAt };
  return createToken(registry, actorOf(caller), serviceOwner(provider), wanted);
}

/** Returns their id. Throws `forbidden` for a service, and for a session that a token opened. */
export function requirePerson({ principal: { userId, tokenId } }: Caller): number {
  if (userId !== null && tokenId === null) return userId;
  throw new CoppiceError('forbidden', 'a session that was opened with a token cannot create credentials', {
    hint: 'sign in as a person: with a provider of your team, or with a one-time link',
  });
}

function createToken(
  registry: RegistryRows,
  actor: AuditActor,
  owner: TokenOwner,
  wanted: WantedToken,
): Promise<MadeToken> {
  return change(registry, { tenantId: actor.tenantId, part: 'access' }, (transaction) =>
    insertToken(transaction, actor, registry.clock.now(), { owner, wanted }),
  );
}

interface NewToken {
  readonly owner: TokenOwner;
  readonly wanted: WantedToken;
  /** The run of CI that it was made for. */
  readonly ciRun?: CiRun;
}

/** In a transaction that announces that access has changed. */
export async function insertToken(
  transaction: Queries,
  actor: AuditActor,
  now: number,
  { owner, wanted: { name, scopes, patterns, expiresAt }, ciRun }: NewToken,
): Promise<MadeToken> {
  const { tenantId } = actor;
  if (scopes.includes(scimScope) && (owner.service === null || scopes.length > 1 || patterns.length > 0))
    throw new CoppiceError('bad-value', `a token with ${scimScope} is for a service, and has no other scope`);
  if (owner.userId !== null) await requireActive(transaction, tenantId, owner.userId);
  const id = randomUUID();
  const { text, hash } = newCredential('token');
  await transaction
    .insertInto('tokens')
    .values({
      id,
      tenant_id: tenantId,
      user_id: owner.userId,
      service: owner.service,
      name,
      prefix: shownPrefix(text),
      hash,
      scopes: [...new Set(scopes)],
      patterns: [...patterns],
      created_by: actor.actor,
      created_at: new Date(now),
      expires_at: expiresAt,
      ci_run: ciRun ? JSON.stringify(ciRun) : null,
    })
    .execute();
  await writeAudit(transaction, actor, now, {
    action: 'token.create',
    target: `token/${id}`,
    details: { name, scopes, patterns, expires_at: expiresAt, ...(ciRun && { ci_run: ciRun }) },
  });
  const [made] = await readTokens(transaction, tenantId, { id });
  if (made === undefined) throw new CoppiceError('internal', 'the new token was not found');
  return { ...made, text };
}

/** Whoever is suspended at the same instant must not be left with a token that works again one day. */
async function requireActive(transaction: Queries, tenantId: number, userId: number): Promise<void> {
  await lockMembers(transaction, { tenantId });
  const { email, state } = await findMember(transaction, tenantId, { id: String(userId) });
  if (state === 'active') return;
  throw new CoppiceError('forbidden', `${email} is ${state}, and gets no token`);
}

/** The caller's tokens, or for an admin all of the tenant. Newest first, including revoked ones. */
export function listTokens(
  { database }: RegistryRows,
  { tenant, principal }: Caller,
): Promise<readonly Token[]> {
  return readTokens(database, tenant.id, ownOnly(principal));
}

/** Idempotent. Throws `not-found` for a token that the caller cannot list. */
export async function revokeOwnToken(registry: RegistryRows, caller: Caller, id: string): Promise<void> {
  await revokeToken(registry, actorOf(caller), { ...ownOnly(caller.principal), id });
}

export async function revokeToken(
  registry: RegistryRows,
  actor: AuditActor,
  which: WhichTokens & { readonly id: string },
): Promise<void> {
  const { tenantId } = actor;
  const now = registry.clock.now();
  await change(registry, { tenantId, part: 'access' }, async (transaction) => {
    const [token] = await readTokens(transaction, tenantId, which);
    if (token === undefined) throw new CoppiceError('not-found', `there is no token ${which.id}`);
    const revoked = await transaction
      .updateTable('tokens')
      .set({ revoked_at: new Date(now) })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', token.id)
      .where('revoked_at', 'is', null)
      .executeTakeFirst();
    if (revoked.numUpdatedRows === 0n) return;
    await writeAudit(transaction, actor, now, {
      action: 'token.revoke',
      target: `token/${token.id}`,
      details: { name: token.name, owner: token.owner },
    });
  });
}

function ownOnly({ scopes, name }: KnownPrincipal): WhichTokens {
  return scopes.includes('tenant:admin') ? {} : { owner: name };
}

export interface Token {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly scopes: readonly Scope[];
  readonly patterns: readonly string[];
  /** `user:EMAIL` or `service:NAME`. */
  readonly owner: string;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly lastUsedAt: Date | null;
  readonly revokedAt: Date | null;
}

/** By default all tokens of a tenant. */
interface WhichTokens {
  /** Any text is allowed; one that is not an id finds nothing. */
  readonly id?: string;
  readonly owner?: string;
}

/** Newest first, including revoked ones. */
export async function readTokens(
  queries: Queries,
  tenantId: number,
  { id, owner }: WhichTokens = {},
): Promise<readonly Token[]> {
  const ownerName = sql<string>`coalesce('service:' || tokens.service, 'user:' || users.email)`;
  let query = queries
    .selectFrom('tokens')
    .leftJoin('users', 'users.id', 'tokens.user_id')
    .where('tokens.tenant_id', '=', tenantId)
    .select([
      'tokens.id',
      'tokens.name',
      'tokens.prefix',
      'tokens.scopes',
      'tokens.patterns',
      'tokens.created_at as createdAt',
      'tokens.expires_at as expiresAt',
      'tokens.last_used_at as lastUsedAt',
      'tokens.revoked_at as revokedAt',
    ])
    .select(ownerName.as('owner'))
    .orderBy('tokens.created_at', 'desc')
    .orderBy('tokens.id');
  if (id !== undefined) query = query.where(sql`tokens.id::text`, '=', id);
  if (owner !== undefined) query = query.where(ownerName, '=', owner);
  return query.execute();
}

export type NewTokenOwner = { readonly service: string } | { readonly email: string };

/** For the admin command. */
export async function makeToken(
  registry: RegistryRows,
  tenantId: number,
  owner: NewTokenOwner,
  wanted: WantedToken,
): Promise<MadeToken> {
  const found =
    'service' in owner
      ? serviceOwner(owner.service)
      : await userOwner(registry, tenantId, owner.email, wanted);
  return createToken(registry, adminActor(tenantId), found, wanted);
}

function serviceOwner(service: string): TokenOwner {
  if (/^[A-Za-z0-9][A-Za-z0-9._-]{0,79}$/.test(service)) return { userId: null, service };
  throw new CoppiceError('bad-value', `${service} cannot be the name of a service`, {
    hint: 'use up to 80 letters, digits, dots, underscores and hyphens; --service sets a name other than that of the token',
  });
}

async function userOwner(
  { database }: RegistryRows,
  tenantId: number,
  email: string,
  { scopes }: WantedToken,
): Promise<TokenOwner> {
  const { userId, role } = await findMember(database, tenantId, { email });
  const own = await scopesOfMember(database, tenantId, { userId, role });
  const beyond = scopesBeyond(scopes, own);
  if (beyond.length === 0) return { userId, service: null };
  throw new CoppiceError('bad-value', `a ${role} does not have ${beyond.join(', ')}`, {
    hint: `choose from: ${own.join(' ')}`,
  });
}
