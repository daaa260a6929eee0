/*
 * Which role the groups of an identity provider give: the highest that the table of the tenant has for any of them. A
 * group is named as the provider sends it, by name or by id, and names are compared as they are.
 */

import { type Role, roles } from '../../api/names.js';

export interface GroupRole {
  readonly group: string;
  readonly role: Role;
}

/** A role, and the group that gives it; null for a role that an admin gave. */
export interface GivenRole {
  readonly role: Role;
  readonly roleFrom: string | null;
}

/**
 * The role of somebody who is in these groups now. Groups that are not in the table say nothing, so that a role given by
 * an admin stays; a role that a group gave ends with it.
 */
export function roleInGroups(
  current: GivenRole,
  table: readonly GroupRole[],
  groups: readonly string[],
): GivenRole {
  const found = highest(table.filter(({ group }) => groups.includes(group)));
  if (found) return { role: found.role, roleFrom: found.group };
  return current.roleFrom === null ? current : { role: 'viewer', roleFrom: null };
}

function highest(given: readonly GroupRole[]): GroupRole | undefined {
  return given.reduce<GroupRole | undefined>(
    (best, each) => (best && roles.indexOf(best.role) >= roles.indexOf(each.role) ? best : each),
    undefined,
  );
}
