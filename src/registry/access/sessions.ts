/*
 * Signing in and out. A token opens a session with the token's scopes, which ends when the token does. A one-time link
 * opens one for a member; the statement that checks it also marks it as used, so that it never opens two. A session of
 * somebody else is replaced only where the person at the browser agreed to it.
 */

import { randomBytes, randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import { CoppiceError } from '../../text/errors.js';
import { scimScope } from '../api/names.js';
import { type AuditActor, actorOf, writeAudit } from '../data/db/audit.js';
import { change, type Queries } from '../data/db/database.js';
import type { Tables } from '../data/db/tables.js';
import type { RegistryRows } from '../registry.js';
import { isCredentialText, sessionInCookie } from '../rules/access/credential-text.js';
import type { Caller } from '../rules/access/principal.js';
import { newSessionLife, type SessionLife } from '../rules/access/session-life.js';
import { unauthorized } from './authenticate.js';
import { credentialHash, findGrant, type Grant, newCredential, tenantIdOf } from './credentials.js';
import { lockMembers } from './members.js';

/** The browser that signs in. */
export interface SigningBrowser {
  readonly ip: string | null;
  /** In words, or empty. */
  readonly browser: string;
  /** The session that it has now. */
  readonly current: Grant | undefined;
  /** Whether the person agreed to end that session. */
  readonly replace: boolean;
}

export interface SignIn extends SigningBrowser {
  readonly kind: 'token' | 'link';
  readonly text: string;
  /** The tenant that the request names, to which the credential must belong. */
  readonly tenant: string | undefined;
}

export interface OpenedSession extends Grant {
  /** For the cookie; it cannot be read again. */
  readonly text: string;
}

/** Throws `unauthorized` without a reason, or `conflict` where somebody else is signed in. */
export async function signIn(registry: RegistryRows, given: SignIn): Promise<OpenedSession> {
  const { database, clock } = registry;
  const { kind, text, tenant } = given;
  if (!isCredentialText(kind, text)) throw unauthorized();
  const hash = credentialHash(text);
  const tenantId = await tenantIdOf(database, kind, hash);
  if (tenantId === undefined || !(await hasSlug(database, tenantId, tenant))) throw unauthorized();
  const now = clock.now();
  const opened = await change(registry, { tenantId, part: 'access' }, async (transaction) => {
    // Whoever is suspended at the same instant loses this session too, and does not get it back one day.
    await lockMembers(transaction, { tenantId });
    const owner =
      kind === 'token'
        ? await ownerByToken(transaction, tenantId, hash, now)
        : await ownerByLink(transaction, tenantId, hash, now);
    if (owner === undefined) throw unauthorized();
    return openSession(transaction, tenantId, { owner, now, with: kind, ...given });
  });
  await endReplaced(registry, given, opened);
  return opened;
}

/** Exactly one of the two is set. */
type SessionOwner =
  | { readonly token_id: string | null; readonly user_id: null }
  | { readonly token_id: null; readonly user_id: number };

/** What a provider calls the person and their session. */
export type SessionOrigin = Pick<
  Selectable<Tables['sessions']>,
  'provider' | 'issuer' | 'subject' | 'provider_session'
>;

interface Opening extends SigningBrowser {
  readonly owner: SessionOwner;
  /** Where a provider opened it. */
  readonly origin?: SessionOrigin;
  readonly now: number;
  readonly life?: SessionLife;
  /** What it is opened with, for the audit log. */
  readonly with: string;
}

/** In a transaction: a refusal leaves no session, and what was to open it stays valid. */
export async function openSession(
  transaction: Queries,
  tenantId: number,
  { owner, now, life = newSessionLife(now), ...opening }: Opening,
): Promise<OpenedSession> {
  await removeExpired(transaction, tenantId, now);
  const id = randomUUID();
  const { text, hash } = newCredential('session');
  await transaction
    .insertInto('sessions')
    .values({
      id,
      tenant_id: tenantId,
      ...owner,
      ...opening.origin,
      hash,
      csrf: randomBytes(24).toString('base64url'),
      created_at: new Date(now),
      expires_at: life.expiresAt,
      ends_at: life.endsAt,
      last_used_at: new Date(now),
      browser: opening.browser,
      ip: opening.ip,
    })
    .execute();
  const opened = await findGrant(transaction, tenantId, { kind: 'session', hash }, now);
  if (opened === undefined) throw unauthorized();
  refuseUnasked(opening, opened);
  await writeAudit(transaction, actorOf({ ...opened, ip: opening.ip }), now, {
    action: 'session.open',
    target: `session/${id}`,
    details: { with: opening.with },
  });
  return { ...opened, text };
}

/** A link that somebody was lured to must not make them act as another person without their noticing. */
function refuseUnasked({ current, replace }: SigningBrowser, opened: Grant): void {
  if (current === undefined || replace || isSamePerson(current, opened)) return;
  const [now, then] = [current, opened].map(({ tenant, principal }) => ({
    principal: principal.name,
    tenant: tenant.slug,
  }));
  throw new CoppiceError(
    'conflict',
    `this browser is signed in as ${current.principal.name} in ${current.tenant.slug}`,
    { hint: 'send "replace": true to end that session', data: { signed_in: now, signing_in: then } },
  );
}

function isSamePerson(one: Grant, other: Grant): boolean {
  return one.tenant.id === other.tenant.id && one.principal.name === other.principal.name;
}

/** Ends the session that the browser had before. */
export async function endReplaced(
  registry: RegistryRows,
  { current, ip }: Pick<SigningBrowser, 'current' | 'ip'>,
  opened: Grant,
): Promise<void> {
  if (current !== undefined && current.principal.sessionId !== opened.principal.sessionId)
    await signOut(registry, { ...current, ip });
}

/** The session of a cookie; undefined where it has none that is valid. */
export async function sessionOfCookie(
  { database, clock }: Pick<RegistryRows, 'database' | 'clock'>,
  cookie: string | undefined,
): Promise<Grant | undefined> {
  const text = sessionInCookie(cookie);
  if (text === undefined || !isCredentialText('session', text)) return undefined;
  const hash = credentialHash(text);
  const tenantId = await tenantIdOf(database, 'session', hash);
  return tenantId === undefined
    ? undefined
    : findGrant(database, tenantId, { kind: 'session', hash }, clock.now());
}

export async function signOut(registry: RegistryRows, caller: Caller): Promise<void> {
  const { sessionId } = caller.principal;
  if (sessionId !== null) await endSessions(registry, actorOf(caller), [sessionId]);
}

/** Each is in the audit log. */
export async function endSessions(
  registry: RegistryRows,
  actor: AuditActor,
  ids: readonly string[],
): Promise<void> {
  const { tenantId } = actor;
  const now = registry.clock.now();
  await change(registry, { tenantId, part: 'access' }, async (transaction) => {
    for (const id of ids) {
      await transaction
        .updateTable('sessions')
        .set({ revoked_at: new Date(now) })
        .where('tenant_id', '=', tenantId)
        .where('id', '=', id)
        .execute();
      await writeAudit(transaction, actor, now, { action: 'session.close', target: `session/${id}` });
    }
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

async function ownerByToken(
  queries: Queries,
  tenantId: number,
  hash: Buffer,
  now: number,
): Promise<SessionOwner | undefined> {
  const grant = await findGrant(queries, tenantId, { kind: 'token', hash }, now);
  // A provider's token has one use, and no browser is part of it.
  if (grant === undefined || grant.principal.scopes.includes(scimScope)) return undefined;
  return { token_id: grant.principal.tokenId, user_id: null };
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
