/*
 * The members of a tenant: who they are, what they may do, and whether they may sign in. A user is one person in all
 * tenants; the membership in each decides what they may do.
 */

import { type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import { CoppiceError } from '../../text/errors.js';
import type { MemberState, Role } from '../api/names.js';
import { type AuditActor, writeAudit } from '../data/db/audit.js';
import { change, type Queries } from '../data/db/database.js';
import type { RegistryRows } from '../registry.js';
import { adminActor } from './tenants.js';

export interface Member {
  readonly userId: number;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly state: MemberState;
  /** The principal of the identity provider that provisions them; null for a member whom an admin added. */
  readonly provisionedBy: string | null;
  /** The group that gives the role; null for a role that an admin gave. */
  readonly roleFrom: string | null;
  readonly createdAt: Date;
}

/** Any text is allowed; one that identifies nobody finds nobody. */
export type WhichMember = { readonly id: string } | { readonly email: string };

/** Sorted by address. */
export function listMembers(queries: Queries, tenantId: number): Promise<readonly Member[]> {
  return selectMembers(queries, tenantId).orderBy('users.email').execute();
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
  const email = memberAddress(given);
  const now = registry.clock.now();
  return change(registry, { tenantId, part: 'access' }, async (transaction) => {
    await insertMember(transaction, tenantId, now, { email, name, role });
    await writeAudit(transaction, adminActor(tenantId), now, {
      action: 'member.add',
      target: `user:${email}`,
      details: { role },
    });
    return findMember(transaction, tenantId, { email });
  });
}

/** Throws `already-exists` for the address of a member. Returns the id of the user. */
export async function insertMember(
  transaction: Queries,
  tenantId: number,
  now: number,
  { email, name, role }: NewMember,
): Promise<number> {
  const created_at = new Date(now);
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
  return id;
}

/** The address as it is stored. Throws `bad-value` for a text that is none. */
export function memberAddress(given: string): string {
  const email = given.trim().toLowerCase();
  // Before it is in lower case: the sign for kelvin becomes the letter k.
  if (!/^[\x21-\x7e]+$/.test(given.trim()) || !emailSchema.safeParse(email).success)
    throw new CoppiceError('bad-value', `${given} is not an e-mail address`);
  return email;
}

/** Accepts the address of a person on one machine too. */
const emailSchema = z
  .email()
  .or(z.string().regex(/^[a-z0-9._-]+@localhost$/))
  .pipe(z.string().max(200));

/** An admin who cannot sign in does not count. */
export async function requireOtherAdmin(
  queries: Queries,
  tenantId: number,
  { userId, role, state }: Member,
): Promise<void> {
  if (role !== 'admin' || state !== 'active') return;
  if (await hasActiveAdmin(queries, tenantId, userId)) return;
  throw new CoppiceError('bad-value', 'the last admin of a tenant cannot be demoted, suspended or removed', {
    hint: 'make somebody else an admin first',
  });
}

export async function hasActiveAdmin(
  queries: Queries,
  tenantId: number,
  otherThan: number | null = null,
): Promise<boolean> {
  const admin = await selectMembers(queries, tenantId)
    .where('memberships.role', '=', 'admin')
    .where('memberships.user_id', 'is distinct from', otherThan)
    .where(isActiveMember)
    .executeTakeFirst();
  return admin !== undefined;
}

/** For queries that join memberships and users; `isActive` (rules/access/principal.ts) is the same for a row. */
const isActiveMember = sql<SqlBool>`(users.disabled_at is null and memberships.suspended_at is null
  and memberships.deactivated_at is null)`;

export function selectMembers(queries: Queries, tenantId: number) {
  return queries
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .where('memberships.tenant_id', '=', tenantId)
    .select([
      'memberships.user_id as userId',
      'users.email',
      'users.name',
      'memberships.role',
      'memberships.provisioned_by as provisionedBy',
      'memberships.role_from as roleFrom',
      'memberships.created_at as createdAt',
    ])
    .select(
      sql<MemberState>`case
        when memberships.deactivated_at is not null then 'deactivated'
        when memberships.suspended_at is not null or users.disabled_at is not null then 'suspended'
        else 'active' end`.as('state'),
    );
}

/** Changes to a tenant's members run one after the other: each sees the result of the one before. */
export async function lockMembers(
  transaction: Queries,
  { tenantId }: Pick<AuditActor, 'tenantId'>,
): Promise<void> {
  await transaction.selectFrom('tenants').select('id').where('id', '=', tenantId).forNoKeyUpdate().execute();
}
