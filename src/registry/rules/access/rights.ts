/*
 * The role that somebody has in each namespace, and where it comes from: the highest of the default of the namespace, an
 * assignment to them, and assignments to their groups. A namespace without a default gives everybody the role that they have
 * in the tenant. An admin of the tenant is one everywhere.
 */

import type { Role } from '../../api/names.js';
import { isAtLeast, type NamespaceRole, type Right } from '../../api/rights.js';

/** A namespace with one of the roles that were assigned to the principal there; several rows where there are several. */
export interface AssignedRole {
  readonly namespace: string;
  readonly defaultRole: NamespaceRole | null;
  /** Null where none was assigned. */
  readonly role: NamespaceRole | null;
  /** The group that it was assigned to; null for the principal itself. */
  readonly group: string | null;
}

export function rightsOf(tenantRole: NamespaceRole, rows: readonly AssignedRole[]): readonly Right[] {
  const whole: Right = { namespace: null, role: tenantRole, from: 'tenant', group: null };
  const found = new Map<string | null, Right>([[null, whole]]);
  for (const { namespace, defaultRole, role, group } of rows) {
    const general: Right =
      defaultRole === null || tenantRole === 'admin'
        ? { ...whole, namespace }
        : { namespace, role: defaultRole, from: 'default', group: null };
    const best = found.get(namespace) ?? general;
    // An assignment is named where it gives no less, since it is what an admin would look for.
    const isBetter =
      role !== null && isAtLeast(role, best.role) && !(role === best.role && best.from === 'person');
    found.set(
      namespace,
      isBetter ? { namespace, role, from: group === null ? 'person' : 'group', group } : best,
    );
  }
  return [...found.values()];
}

/** The role of the tenant in the words of namespaces. */
export function namespaceRoleOf(role: Role): NamespaceRole {
  return role === 'viewer' ? 'reader' : role;
}
