/*
 * Groups as an identity provider manages them by SCIM. They give their members the roles of the tenant's table, at once
 * with each change. A provider sees its own groups, and only its own users can be in them.
 */

import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { CoppiceError } from '../../text/errors.js';
import { applyGroups, provisionedGroups, readGroupRoles } from '../access/group-roles.js';
import { lockMembers, selectMembers } from '../access/members.js';
import { actorOf, writeAudit } from '../data/db/audit.js';
import { change, type Queries } from '../data/db/database.js';
import type { RegistryRows } from '../registry.js';
import type { Caller } from '../rules/access/principal.js';
import { type Filter, matchesFilter } from '../rules/scim/filter.js';
import { applyPatch } from '../rules/scim/patch.js';
import { type GroupResource, groupAttributes, readGroup } from '../rules/scim/resources.js';
import { invalidValue, notUnique } from '../rules/scim/scim-fault.js';

export interface ScimGroup extends GroupResource {
  readonly id: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Those that the filter describes, the oldest first. */
export async function listGroups(
  { database }: RegistryRows,
  caller: Caller,
  filter: Filter | undefined,
): Promise<readonly ScimGroup[]> {
  const groups = await readGroups(database, caller);
  if (filter === undefined) return groups;
  return groups.filter((group) => matchesFilter(filter, withMemberValues(group)));
}

/** Throws `not-found` for a group of another provider. */
export async function getGroup({ database }: RegistryRows, caller: Caller, id: string): Promise<ScimGroup> {
  return findGroup(database, caller, id);
}

export async function createGroup(registry: RegistryRows, caller: Caller, body: unknown): Promise<ScimGroup> {
  const wanted = readGroup(body);
  const id = randomUUID();
  return changeGroups(registry, caller, async (transaction, at) => {
    await refuseTaken(transaction, caller, wanted, id);
    await transaction
      .insertInto('groups')
      .values({
        tenant_id: caller.tenant.id,
        id,
        name: wanted.displayName,
        external_id: wanted.externalId,
        provisioned_by: caller.principal.name,
        created_at: at,
        updated_at: at,
      })
      .execute();
    await setMembers(transaction, caller, id, wanted.members);
    return { id, action: 'group.create', name: wanted.displayName, affected: wanted.members };
  });
}

export async function replaceGroup(
  registry: RegistryRows,
  caller: Caller,
  id: string,
  body: unknown,
): Promise<ScimGroup> {
  return changeGroup(registry, caller, id, () => readGroup(body));
}

export async function patchGroup(
  registry: RegistryRows,
  caller: Caller,
  id: string,
  body: unknown,
): Promise<ScimGroup> {
  return changeGroup(registry, caller, id, (group) =>
    readGroup(applyPatch(groupAttributes, withMemberValues(group), body)),
  );
}

export async function deleteGroup(registry: RegistryRows, caller: Caller, id: string): Promise<void> {
  await changeGroups(registry, caller, async (transaction) => {
    const group = await findGroup(transaction, caller, id);
    await transaction
      .deleteFrom('groups')
      .where('tenant_id', '=', caller.tenant.id)
      .where('id', '=', group.id)
      .execute();
    return { id: undefined, action: 'group.remove', name: group.displayName, affected: group.members };
  });
}

async function changeGroup(
  registry: RegistryRows,
  caller: Caller,
  id: string,
  wantedOf: (group: ScimGroup) => GroupResource,
): Promise<ScimGroup> {
  return changeGroups(registry, caller, async (transaction, at) => {
    const before = await findGroup(transaction, caller, id);
    const wanted = wantedOf(before);
    await refuseTaken(transaction, caller, wanted, before.id);
    await transaction
      .updateTable('groups')
      .set({ name: wanted.displayName, external_id: wanted.externalId, updated_at: at })
      .where('tenant_id', '=', caller.tenant.id)
      .where('id', '=', before.id)
      .execute();
    await setMembers(transaction, caller, before.id, wanted.members);
    const affected = [...new Set([...before.members, ...wanted.members])];
    return { id: before.id, action: 'group.change', name: wanted.displayName, affected };
  });
}

interface GroupChange<Id extends string | undefined> {
  /** Undefined for a group that is gone. */
  readonly id: Id;
  readonly action: string;
  readonly name: string;
  /** The users who are or were in it. */
  readonly affected: readonly string[];
}

async function changeGroups<Id extends string | undefined>(
  registry: RegistryRows,
  caller: Caller,
  run: (transaction: Queries, at: Date) => Promise<GroupChange<Id>>,
): Promise<Id extends string ? ScimGroup : undefined> {
  const tenantId = caller.tenant.id;
  const actor = actorOf(caller);
  const now = registry.clock.now();
  return change(registry, { tenantId, part: 'access' }, async (transaction) => {
    await lockMembers(transaction, actor);
    const { id, action, name, affected } = await run(transaction, new Date(now));
    await writeAudit(transaction, actor, now, { action, target: `group:${name}` });
    const table = await readGroupRoles(transaction, tenantId);
    const groupsOf = await provisionedGroups(transaction, tenantId);
    const ids = new Set(affected);
    for (const member of await selectMembers(transaction, tenantId).execute())
      if (ids.has(String(member.userId)))
        await applyGroups(transaction, actor, now, {
          member,
          groups: groupsOf.get(member.userId) ?? [],
          table,
        });
    const result = id === undefined ? undefined : await findGroup(transaction, caller, id);
    return result as Id extends string ? ScimGroup : undefined;
  });
}

async function findGroup(queries: Queries, caller: Caller, id: string): Promise<ScimGroup> {
  const group = (await readGroups(queries, caller)).find((each) => each.id === id);
  if (group) return group;
  throw new CoppiceError('not-found', `there is no group ${id}`);
}

async function readGroups(queries: Queries, { tenant, principal }: Caller): Promise<readonly ScimGroup[]> {
  const { rows } = await sql<ScimGroup>`
    select groups.id, groups.name as "displayName", groups.external_id as "externalId",
      groups.created_at as "createdAt", groups.updated_at as "updatedAt",
      array(
        select user_id::text from group_members
        where group_members.tenant_id = groups.tenant_id and group_id = groups.id order by user_id
      ) as members
    from groups
    where groups.tenant_id = ${tenant.id} and provisioned_by = ${principal.name}
    order by groups.created_at, groups.id
  `.execute(queries);
  return rows;
}

/** As the provider sees the members, for filters and patches. */
function withMemberValues(group: ScimGroup) {
  return { ...group, members: group.members.map((value) => ({ value })) };
}

/** Names and ids give roles, so no provider may use those of another's groups, one as the other either. */
async function refuseTaken(
  queries: Queries,
  { tenant, principal }: Caller,
  { displayName, externalId }: GroupResource,
  own: string,
): Promise<void> {
  const given = [displayName, ...(externalId === null ? [] : [externalId])];
  const { rows } = await sql<{ readonly name: string }>`
    select name from groups
    where tenant_id = ${tenant.id} and id <> ${own}::uuid and (
      lower(name) = lower(${displayName})
      or (provisioned_by <> ${principal.name} and (name = any (${given}::text[]) or external_id = any (${given}::text[])))
    )
    limit 1
  `.execute(queries);
  if (rows.length > 0) throw notUnique(`another group has the name or the id of ${displayName}`);
}

async function setMembers(
  transaction: Queries,
  { tenant, principal }: Caller,
  groupId: string,
  members: readonly string[],
): Promise<void> {
  const tenantId = tenant.id;
  await transaction
    .deleteFrom('group_members')
    .where('tenant_id', '=', tenantId)
    .where('group_id', '=', groupId)
    .execute();
  const { rows } = await sql<{ readonly id: string }>`
    insert into group_members (tenant_id, group_id, user_id)
    select tenant_id, ${groupId}::uuid, user_id from memberships
    where tenant_id = ${tenantId} and provisioned_by = ${principal.name} and user_id::text = any (${members}::text[])
    returning user_id::text as id
  `.execute(transaction);
  if (rows.length === members.length) return;
  const known = new Set(rows.map(({ id }) => id));
  throw invalidValue(`there is no user ${members.find((id) => !known.has(id))}`);
}
