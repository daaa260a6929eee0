/*
 * The table of a tenant that says which role each group of an identity provider gives, and the roles of members that
 * follow from it. Groups reach the registry by provisioning (SCIM), or with a sign-in; both use this table.
 */

import { sql } from 'kysely';
import { CoppiceError } from '../../text/errors.js';
import { type AuditActor, writeAudit } from '../data/db/audit.js';
import { change, type Queries } from '../data/db/database.js';
import type { RegistryRows } from '../registry.js';
import { type GivenRole, type GroupRole, roleInGroups } from '../rules/access/group-roles.js';
import { hasActiveAdmin, lockMembers, type Member, selectMembers } from './members.js';

/** In the order of the groups. */
export async function readGroupRoles(queries: Queries, tenantId: number): Promise<readonly GroupRole[]> {
  return queries
    .selectFrom('group_roles')
    .select(['group_name as group', 'role'])
    .where('tenant_id', '=', tenantId)
    .orderBy('group_name')
    .execute();
}

/**
 * Replaces the table, and changes the roles of all members whom it concerns. Throws `bad-value` where no admin would be
 * left: whoever changes the table must not lock everybody out.
 */
export async function setGroupRoles(
  registry: RegistryRows,
  actor: AuditActor,
  given: readonly GroupRole[],
): Promise<readonly GroupRole[]> {
  const { tenantId } = actor;
  const now = registry.clock.now();
  return change(registry, { tenantId, part: 'access' }, async (transaction) => {
    await lockMembers(transaction, actor);
    const before = await readGroupRoles(transaction, tenantId);
    const hadAdmin = await hasActiveAdmin(transaction, tenantId);
    await transaction.deleteFrom('group_roles').where('tenant_id', '=', tenantId).execute();
    if (given.length > 0)
      await transaction
        .insertInto('group_roles')
        .values(given.map(({ group, role }) => ({ tenant_id: tenantId, group_name: group, role })))
        .execute();
    await writeAudit(transaction, actor, now, {
      action: 'settings.group-roles',
      target: 'group-roles',
      details: { from: rolesOf(before), to: rolesOf(given) },
    });
    const groupsOf = await provisionedGroups(transaction, tenantId);
    for (const member of await selectMembers(transaction, tenantId).execute()) {
      const provisioned = groupsOf.get(member.userId) ?? [];
      // Groups that came with a sign-in are not stored, but for the one that gives the role.
      const groups = provisioned.length > 0 || member.roleFrom === null ? provisioned : [member.roleFrom];
      await applyGroups(transaction, actor, now, { member, groups, table: given });
    }
    if (hadAdmin && !(await hasActiveAdmin(transaction, tenantId)))
      throw new CoppiceError('bad-value', 'with these roles the tenant would have no admin', {
        hint: 'make somebody an admin by hand first, or give the role admin to a group that has members',
      });
    return readGroupRoles(transaction, tenantId);
  });
}

function rolesOf(table: readonly GroupRole[]): Readonly<Record<string, string>> {
  return Object.fromEntries(table.map(({ group, role }) => [group, role]));
}

interface AppliedGroups {
  readonly member: Pick<Member, 'userId' | 'email'> & GivenRole;
  /** All groups of the member, by name or id. */
  readonly groups: readonly string[];
  readonly table: readonly GroupRole[];
}

/** Gives the member the role of their groups, in a transaction that has locked the members. */
export async function applyGroups(
  transaction: Queries,
  actor: AuditActor,
  now: number,
  { member, groups, table }: AppliedGroups,
): Promise<void> {
  const { role, roleFrom } = roleInGroups(member, table, groups);
  if (role === member.role && roleFrom === member.roleFrom) return;
  await transaction
    .updateTable('memberships')
    .set({ role, role_from: roleFrom })
    .where('tenant_id', '=', actor.tenantId)
    .where('user_id', '=', member.userId)
    .execute();
  if (role === member.role) return;
  await writeAudit(transaction, actor, now, {
    action: 'member.change',
    target: `user:${member.email}`,
    details: { from: member.role, to: role, group: roleFrom },
  });
}

/** The names and the provider's ids of the groups that were provisioned, by member. */
export async function provisionedGroups(
  queries: Queries,
  tenantId: number,
): Promise<ReadonlyMap<number, readonly string[]>> {
  const { rows } = await sql<{ readonly userId: number; readonly groups: readonly string[] }>`
    select group_members.user_id as "userId",
      array_agg(groups.name order by groups.name)
        || array_remove(array_agg(groups.external_id order by groups.name), null) as groups
    from group_members
    join groups on groups.tenant_id = group_members.tenant_id and groups.id = group_members.group_id
    where group_members.tenant_id = ${tenantId}
    group by group_members.user_id
  `.execute(queries);
  return new Map(rows.map(({ userId, groups }) => [userId, groups]));
}
