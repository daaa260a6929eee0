/*
 * Invitations: an admin invites an address with a role, and whoever has the link and knows the address becomes a member,
 * once. The secret is in the link alone. An invitation ends with its time, with its withdrawal, and when the admin who
 * made it may no longer invite.
 */

import { randomUUID } from 'node:crypto';
import { CoppiceError } from '../../text/errors.js';
import { dayMs } from '../../text/time.js';
import type { Role } from '../api/names.js';
import { type AuditActor, writeAudit } from '../data/db/audit.js';
import { change, type Queries } from '../data/db/database.js';
import type { RegistryRows } from '../registry.js';
import { isCredentialText } from '../rules/access/credential-text.js';
import { credentialHash, newCredential, tenantIdOf } from './credentials.js';
import { insertMember, lockMembers, memberAddress, selectMembers } from './members.js';
import { endReplaced, type OpenedSession, openSession, type SigningBrowser } from './sessions.js';

export interface Invite {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  /** The principal who invites. */
  readonly invitedBy: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export interface MadeInvite extends Invite {
  /** It cannot be read again. */
  readonly text: string;
}

interface WantedInvite {
  readonly email: string;
  readonly role: Role;
  readonly days: number;
}

/** Those that can still be accepted, by address. */
export function listInvites({ database, clock }: RegistryRows, tenantId: number): Promise<readonly Invite[]> {
  return selectInvites(database, tenantId)
    .where('expires_at', '>', new Date(clock.now()))
    .orderBy('email')
    .execute();
}

/** An earlier invitation of the same address no longer works. Throws `conflict` for the address of a member. */
export async function makeInvite(
  registry: RegistryRows,
  actor: AuditActor,
  { email: given, role, days }: WantedInvite,
): Promise<MadeInvite> {
  const { tenantId } = actor;
  const email = memberAddress(given);
  const now = registry.clock.now();
  const { text, hash } = newCredential('invite');
  const row = {
    id: randomUUID(),
    email,
    role,
    invited_by: actor.actor,
    created_at: new Date(now),
    expires_at: new Date(now + days * dayMs),
  };
  return change(registry, { tenantId, part: 'access' }, async (transaction) => {
    await lockMembers(transaction, actor);
    const member = await selectMembers(transaction, tenantId)
      .where('users.email', '=', email)
      .executeTakeFirst();
    if (member) throw new CoppiceError('conflict', `${email} is already a member`);
    await transaction
      .deleteFrom('invites')
      .where('tenant_id', '=', tenantId)
      .where((is) => is.or([is('email', '=', email), is('expires_at', '<=', new Date(now))]))
      .execute();
    await transaction
      .insertInto('invites')
      .values({ ...row, tenant_id: tenantId, hash })
      .execute();
    await writeAudit(transaction, actor, now, {
      action: 'member.invite',
      target: `user:${email}`,
      details: { role, expires_at: row.expires_at },
    });
    const made = await selectInvites(transaction, tenantId)
      .where('id', '=', row.id)
      .executeTakeFirstOrThrow();
    return { ...made, text };
  });
}

/** Throws `not-found` for one that was accepted, or is of another tenant. */
export async function withdrawInvite(registry: RegistryRows, actor: AuditActor, id: string): Promise<void> {
  const { tenantId } = actor;
  await change(registry, { tenantId, part: 'access' }, async (transaction) => {
    const invite = (await selectInvites(transaction, tenantId).execute()).find((each) => each.id === id);
    if (invite === undefined) throw new CoppiceError('not-found', `there is no invitation ${id}`);
    await transaction
      .deleteFrom('invites')
      .where('tenant_id', '=', tenantId)
      .where('id', '=', invite.id)
      .execute();
    await writeAudit(transaction, actor, registry.clock.now(), {
      action: 'member.withdraw-invite',
      target: `user:${invite.email}`,
    });
  });
}

export interface ShownInvite extends Invite {
  readonly tenant: { readonly slug: string; readonly name: string };
}

/** What an invitation is to, before it is accepted. Throws `unauthorized` for one that does not work. */
export async function readInvite(registry: RegistryRows, text: string): Promise<ShownInvite> {
  const { database, clock } = registry;
  const tenantId = await tenantOfInvite(database, text);
  const invite = await findInvite(database, tenantId, text, clock.now());
  const tenant = await database
    .selectFrom('tenants')
    .select(['slug', 'name'])
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow();
  return { ...invite, tenant };
}

export interface Acceptance extends SigningBrowser {
  readonly text: string;
  /** The address that the person was invited at. */
  readonly email: string;
  readonly name: string;
}

/** Throws `forbidden` for another address, or `conflict` where somebody else is signed in: then it can still be accepted. */
export async function acceptInvite(registry: RegistryRows, given: Acceptance): Promise<OpenedSession> {
  const { text, name, ip } = given;
  const now = registry.clock.now();
  const tenantId = await tenantOfInvite(registry.database, text);
  const opened = await change(registry, { tenantId, part: 'access' }, async (transaction) => {
    await lockMembers(transaction, { tenantId });
    const { email, role, invitedBy, id } = await findInvite(transaction, tenantId, text, now);
    if (given.email.trim().toLowerCase() !== email)
      throw new CoppiceError('forbidden', 'the invitation is for another address', {
        hint: 'give the address that it was sent to',
      });
    await transaction.deleteFrom('invites').where('tenant_id', '=', tenantId).where('id', '=', id).execute();
    const userId = await insertMember(transaction, tenantId, now, { email, name, role });
    await writeAudit(transaction, { tenantId, actor: `user:${email}`, ip }, now, {
      action: 'member.join',
      target: `user:${email}`,
      details: { role, invited_by: invitedBy },
    });
    const owner = { token_id: null, user_id: userId };
    return openSession(transaction, tenantId, { ...given, owner, now, with: 'invite' });
  });
  await endReplaced(registry, given, opened);
  return opened;
}

async function tenantOfInvite(queries: Queries, text: string): Promise<number> {
  if (!isCredentialText('invite', text)) throw noInvite();
  const tenantId = await tenantIdOf(queries, 'invite', credentialHash(text));
  if (tenantId !== undefined) return tenantId;
  throw noInvite();
}

async function findInvite(queries: Queries, tenantId: number, text: string, now: number): Promise<Invite> {
  const invite = await selectInvites(queries, tenantId)
    .where('hash', '=', credentialHash(text))
    .where('expires_at', '>', new Date(now))
    .executeTakeFirst();
  if (invite === undefined || !(await mayInvite(queries, tenantId, invite.invitedBy))) throw noInvite();
  return invite;
}

/** A program that invited had the right at that time; a person must have it still. */
async function mayInvite(queries: Queries, tenantId: number, principal: string): Promise<boolean> {
  const [, email] = /^user:(.*)$/.exec(principal) ?? [];
  if (email === undefined) return true;
  const member = await selectMembers(queries, tenantId).where('users.email', '=', email).executeTakeFirst();
  return member?.role === 'admin' && member.state === 'active';
}

/** The one answer, whether it never was, is over or was withdrawn. */
function noInvite(): CoppiceError {
  return new CoppiceError('unauthorized', 'the invitation was accepted, withdrawn, or has expired', {
    hint: 'ask for a new one',
  });
}

function selectInvites(queries: Queries, tenantId: number) {
  return queries
    .selectFrom('invites')
    .where('tenant_id', '=', tenantId)
    .select([
      'id',
      'email',
      'role',
      'invited_by as invitedBy',
      'created_at as createdAt',
      'expires_at as expiresAt',
    ]);
}
