/*
 * The members of a tenant, their roles and their sign-in links. A user is one person in all tenants; the membership in
 * each decides what they may do. A tenant that has an admin keeps one, even when two admins demote each other at the same
 * instant. A removed member loses tokens, sessions and links in the same transaction.
 */

import { sql, type Transaction } from 'kysely';
import { z } from 'zod';
import { CoppiceError } from '../../text/errors.js';
import { hourMs } from '../../text/time.js';
import type { Role } from '../api/names.js';
import { type AuditActor, writeAudit } from '../data/db/audit.js';
import { change, type Queries } from '../data/db/database.js';
import type { Tables } from '../data/db/tables.js';
import type { RegistryRows } from '../registry.js';
import { newCredential } from './credentials.js';
import { adminActor } from './tenants.js';

export interface Member {
  readonly userId: number;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly createdAt: Date;
}

/** Any text is allowed; one that identifies nobody finds nobody. */
type WhichMember = { readonly id: string } | { readonly email: string };

/** Sorted by address. */
export function listMembers(queries: Queries, tenantId: number): Promise<readonly Member[]> {
  return selectMembers(queries, tenantId).orderBy('users.email').execute();
}

export async function changeRole(
  registry: RegistryRows,
  actor: AuditActor,
  which: WhichMember,
  role: Role,
): Promise<Member> {
  return changeMember(registry, actor, which, async (transaction, member, now) => {
    if (member.role === role) return member;
    if (role !== 'admin') await requireOtherAdmin(transaction, actor.tenantId, member);
    await transaction
      .updateTable('memberships')
      .set({ role })
      .where('tenant_id', '=', actor.tenantId)
      .where('user_id', '=', member.userId)
      .execute();
    await writeAudit(transaction, actor, now, {
      action: 'member.change',
      target: `user:${member.email}`,
      details: { from: member.role, to: role },
    });
    return { ...member, role };
  });
}

export async function removeMember(
  registry: RegistryRows,
  actor: AuditActor,
  which: WhichMember,
): Promise<Member> {
  return changeMember(registry, actor, which, async (transaction, member, now) => {
    await requireOtherAdmin(transaction, actor.tenantId, member);
    await transaction
      .deleteFrom('memberships')
      .where('tenant_id', '=', actor.tenantId)
      .where('user_id', '=', member.userId)
      .execute();
    await writeAudit(transaction, actor, now, {
      action: 'member.remove',
      target: `user:${member.email}`,
      details: { role: member.role },
    });
    return member;
  });
}

export async function findMember(queries: Queries, tenantId: number, which: WhichMember): Promise<Member> {
  const members = selectMembers(queries, tenantId);
  const member = await ('id' in which
    ? members.where(sql`users.id::text`, '=', which.id)
    : members.where('users.email', '=', which.email.toLowerCase())
  ).executeTakeFirst();
  if (member) return member;
  const [given] = Object.values(which);
  throw new CoppiceError('not-found', `there is no member ${given}`);
}

interface NewMember {
  readonly email: string;
  readonly name: string;
  readonly role: Role;
}

/** For the admin command. */
export async function addMember(
  registry: RegistryRows,
  tenantId: number,
  { email: given, name, role }: NewMember,
): Promise<Member> {
  const email = given.toLowerCase();
  if (!emailSchema.safeParse(email).success)
    throw new CoppiceError('bad-value', `${given} is not an e-mail address`);
  const now = registry.clock.now();
  const created_at = new Date(now);
  return change(registry, { tenantId, part: 'access' }, async (transaction) => {
    await transaction
      .insertInto('users')
      .values({ email, name, created_at })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .execute();
    const { id } = await transaction
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    const made = await transaction
      .insertInto('memberships')
      .values({ tenant_id: tenantId, user_id: id, role, created_at })
      .onConflict((conflict) => conflict.columns(['tenant_id', 'user_id']).doNothing())
      .returning('user_id')
      .executeTakeFirst();
    if (made === undefined) throw new CoppiceError('already-exists', `${email} is already a member`);
    await writeAudit(transaction, adminActor(tenantId), now, {
      action: 'member.add',
      target: `user:${email}`,
      details: { role },
    });
    return findMember(transaction, tenantId, { email });
  });
}

interface SignInLink {
  /** The path to open in a browser at the server's address. The text is a fragment, which servers do not log. */
  readonly path: string;
  readonly expiresAt: Date;
}

/** For the admin command. A link opens one session, once. */
export async function makeSignInLink(
  registry: RegistryRows,
  tenantId: number,
  email: string,
): Promise<SignInLink> {
  const now = registry.clock.now();
  const expiresAt = new Date(now + linkHours * hourMs);
  const { text, hash } = newCredential('link');
  await change(registry, { tenantId, part: 'access' }, async (transaction) => {
    const member = await findMember(transaction, tenantId, { email });
    await transaction
      .insertInto('sign_in_links')
      .values({
        hash,
        tenant_id: tenantId,
        user_id: member.userId,
        created_at: new Date(now),
        expires_at: expiresAt,
      })
      .execute();
    await writeAudit(transaction, adminActor(tenantId), now, {
      action: 'link.create',
      target: `user:${member.email}`,
      details: { expires_at: expiresAt },
    });
  });
  return { path: `/sign-in#${text}`, expiresAt };
}

const linkHours = 24;

/** Accepts the address of a person on one machine too. */
const emailSchema = z
  .email()
  .or(z.string().regex(/^[a-z0-9._-]+@localhost$/))
  .pipe(z.string().max(200));

type Change = (transaction: Transaction<Tables>, member: Member, now: number) => Promise<Member>;

/** Changes to a tenant's members run one after the other: each sees the result of the one before. */
async function changeMember(
  registry: RegistryRows,
  { tenantId }: AuditActor,
  which: WhichMember,
  run: Change,
): Promise<Member> {
  return change(registry, { tenantId, part: 'access' }, async (transaction) => {
    await transaction
      .selectFrom('tenants')
      .select('id')
      .where('id', '=', tenantId)
      .forNoKeyUpdate()
      .execute();
    const member = await findMember(transaction, tenantId, which);
    return run(transaction, member, registry.clock.now());
  });
}

/** A disabled admin cannot sign in, and does not count. */
async function requireOtherAdmin(
  queries: Queries,
  tenantId: number,
  { userId, role }: Member,
): Promise<void> {
  if (role !== 'admin') return;
  const other = await selectMembers(queries, tenantId)
    .where('memberships.role', '=', 'admin')
    .where('memberships.user_id', '!=', userId)
    .where('users.disabled_at', 'is', null)
    .executeTakeFirst();
  if (other) return;
  throw new CoppiceError('bad-value', 'the last admin of a tenant cannot be demoted or removed', {
    hint: 'make somebody else an admin first',
  });
}

function selectMembers(queries: Queries, tenantId: number) {
  return queries
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .where('memberships.tenant_id', '=', tenantId)
    .select([
      'memberships.user_id as userId',
      'users.email',
      'users.name',
      'memberships.role',
      'memberships.created_at as createdAt',
    ]);
}
