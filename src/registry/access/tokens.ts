/*
 * Making and revoking tokens. A member makes them for themself and within what they may do; for a
 * service only the admin command does.
 */

import { randomUUID } from 'node:crypto';
import { CoppiceError } from '../../system/errors.js';
import type { Scope } from '../api/names.js';
import { type AuditActor, actorOf, writeAudit } from '../db/audit.js';
import { change } from '../db/database.js';
import type { RegistryRows } from '../registry.js';
import { newCredential } from './credential.js';
import type { Caller, KnownPrincipal } from './principal.js';
import { scopesBeyond } from './role-scopes.js';
import { readTokens, type Token, type WhichTokens } from './token-list.js';
import { shownPrefix } from './token-text.js';

export interface WantedToken {
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly patterns: readonly string[];
  readonly expiresAt: Date | null;
}

export type TokenOwner =
  | { readonly userId: number; readonly service: null }
  | { readonly userId: null; readonly service: string };

export interface MadeToken extends Token {
  /** It is not to be had again. */
  readonly text: string;
}

/** For the caller, who must have signed in as a person: a token does not make tokens that outlive it. */
export async function createOwnToken(
  registry: RegistryRows,
  caller: Caller,
  wanted: WantedToken,
): Promise<MadeToken> {
  const { userId, tokenId, scopes } = caller.principal;
  if (userId === null || tokenId !== null) {
    throw new CoppiceError('forbidden', 'a session that was opened with a token makes no tokens', {
      hint: 'sign in with a one-time link: coppice registry admin user link',
    });
  }
  const beyond = scopesBeyond(wanted.scopes, scopes);
  if (beyond.length > 0) {
    throw new CoppiceError('forbidden', `a token cannot have more than its maker: ${beyond.join(', ')}`);
  }
  return createToken(registry, actorOf(caller), { userId, service: null }, wanted);
}

export async function createToken(
  registry: RegistryRows,
  actor: AuditActor,
  owner: TokenOwner,
  { name, scopes, patterns, expiresAt }: WantedToken,
): Promise<MadeToken> {
  const { tenantId } = actor;
  const now = registry.clock.now();
  const id = randomUUID();
  const { text, hash } = newCredential('token');
  return change(registry, { tenantId, part: 'access' }, async (transaction) => {
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
      })
      .execute();
    await writeAudit(transaction, actor, now, {
      action: 'token.create',
      target: `token/${id}`,
      details: { name, scopes, patterns, expires_at: expiresAt },
    });
    const [made] = await readTokens(transaction, tenantId, { id });
    if (made === undefined) throw new CoppiceError('internal', 'a token that was just made is not there');
    return { ...made, text };
  });
}

/** One's own; an admin's are all of the tenant. Newest first, revoked ones too. */
export function listTokens(
  { database }: RegistryRows,
  { tenant, principal }: Caller,
): Promise<readonly Token[]> {
  return readTokens(database, tenant.id, ownOnly(principal));
}

/** Idempotent. Throws `not-found` for what the caller cannot list. */
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
