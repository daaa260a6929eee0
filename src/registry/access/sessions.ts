/*
 * Signing in and out. A token opens a session with the token's scopes, which ends when the token does. A one-time link
 * opens one for a member; the statement that checks it also marks it as used, so that it never opens two.
 */

import { randomBytes, randomUUID } from 'node:crypto';
import { actorOf, writeAudit } from '../data/db/audit.js';
import { change, type Queries } from '../data/db/database.js';
import type { RegistryRows } from '../registry.js';
import { isCredentialText } from '../rules/access/credential-text.js';
import type { Caller } from '../rules/access/principal.js';
import { unauthorized } from './authenticate.js';
import { credentialHash, findGrant, type Grant, newCredential, tenantIdOf } from './credentials.js';

export const sessionSeconds = 14 * 24 * 60 * 60;

export interface SignIn {
  readonly kind: 'token' | 'link';
  readonly text: string;
  /** The tenant that the request names, to which the credential must belong. */
  readonly tenant: string | undefined;
  readonly ip: string | null;
}

export interface OpenedSession extends Grant {
  /** For the cookie; it cannot be read again. */
  readonly text: string;
}

/** Throws `unauthorized` without a reason. */
export async function signIn(registry: RegistryRows, given: SignIn): Promise<OpenedSession> {
  const { database, clock } = registry;
  const { kind, text, tenant, ip } = given;
  if (!isCredentialText(kind, text)) throw unauthorized();
  const hash = credentialHash(text);
  const tenantId = await tenantIdOf(database, kind, hash);
  if (tenantId === undefined || !(await hasSlug(database, tenantId, tenant))) throw unauthorized();
  const now = clock.now();
  const session = newCredential('session');
  const grant = await change(registry, { tenantId, part: 'access' }, async (transaction) => {
    const owner =
      kind === 'token'
        ? await ownerByToken(transaction, tenantId, hash, now)
        : await ownerByLink(transaction, tenantId, hash, now);
    if (owner === undefined) throw unauthorized();
    await removeExpired(transaction, tenantId, now);
    const id = randomUUID();
    await transaction
      .insertInto('sessions')
      .values({
        id,
        tenant_id: tenantId,
        ...owner,
        hash: session.hash,
        csrf: randomBytes(24).toString('base64url'),
        created_at: new Date(now),
        expires_at: new Date(now + sessionSeconds * 1_000),
      })
      .execute();
    const opened = await findGrant(transaction, tenantId, { kind: 'session', hash: session.hash }, now);
    if (opened === undefined) throw unauthorized();
    await writeAudit(transaction, actorOf({ ...opened, ip }), now, {
      action: 'session.open',
      target: `session/${id}`,
      details: { with: kind },
    });
    return opened;
  });
  return { ...grant, text: session.text };
}

export async function signOut(registry: RegistryRows, caller: Caller): Promise<void> {
  const { tenant, principal } = caller;
  const now = registry.clock.now();
  await change(registry, { tenantId: tenant.id, part: 'access' }, async (transaction) => {
    await transaction
      .updateTable('sessions')
      .set({ revoked_at: new Date(now) })
      .where('tenant_id', '=', tenant.id)
      .where('id', '=', principal.sessionId)
      .execute();
    await writeAudit(transaction, actorOf(caller), now, {
      action: 'session.close',
      target: `session/${principal.sessionId}`,
    });
  });
}

async function hasSlug(queries: Queries, tenantId: number, slug: string | undefined): Promise<boolean> {
  if (slug === undefined) return true;
  const row = await queries
    .selectFrom('tenants')
    .select('slug')
    .where('id', '=', tenantId)
    .executeTakeFirst();
  return row?.slug === slug;
}

/** Exactly one of the two is set. */
type SessionOwner =
  | { readonly token_id: string | null; readonly user_id: null }
  | { readonly token_id: null; readonly user_id: number };

async function ownerByToken(
  queries: Queries,
  tenantId: number,
  hash: Buffer,
  now: number,
): Promise<SessionOwner | undefined> {
  const grant = await findGrant(queries, tenantId, { kind: 'token', hash }, now);
  return grant && { token_id: grant.principal.tokenId, user_id: null };
}

async function ownerByLink(
  queries: Queries,
  tenantId: number,
  hash: Buffer,
  now: number,
): Promise<SessionOwner | undefined> {
  const spent = await queries
    .updateTable('sign_in_links')
    .set({ used_at: new Date(now) })
    .where('tenant_id', '=', tenantId)
    .where('hash', '=', hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', new Date(now))
    .returning('user_id')
    .executeTakeFirst();
  return spent && { token_id: null, user_id: spent.user_id };
}

/** Runs at every sign-in, so that expired rows need no job of their own. */
async function removeExpired(queries: Queries, tenantId: number, now: number): Promise<void> {
  for (const table of ['sessions', 'sign_in_links'] as const) {
    await queries
      .deleteFrom(table)
      .where('tenant_id', '=', tenantId)
      .where('expires_at', '<=', new Date(now))
      .execute();
  }
}
