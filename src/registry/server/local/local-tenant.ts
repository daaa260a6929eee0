/*
 * The tenant of a server for one person on one machine: the first start creates it, with that person as its admin.
 */

import { CoppiceError, hasCode } from '../../../text/errors.js';
import { addMember, listMembers, type Member } from '../../access/members.js';
import { createTenant } from '../../access/tenants.js';
import type { RegistryRows } from '../../registry.js';
import { roleScopes } from '../../rules/access/permissions.js';
import type { Caller } from '../../rules/access/principal.js';
import { namespaceRoleOf, rightsOf } from '../../rules/access/rights.js';
import { readSettings } from '../../rules/access/stored-settings.js';

const localTenant = 'local';

/** Returns the person as a caller with all scopes. */
export async function openLocalTenant(
  registry: RegistryRows,
  person: { readonly email: string; readonly name: string },
): Promise<Caller & { readonly email: string }> {
  await unlessExists(() => createTenant(registry, { slug: localTenant, name: 'This machine' }));
  const tenant = await registry.database
    .selectFrom('tenants')
    .select(['id', 'slug', 'settings'])
    .where('slug', '=', localTenant)
    .executeTakeFirstOrThrow();
  const { email, role, userId } = await adminOf(registry, tenant.id, person);
  return {
    email,
    tenant: { ...tenant, settings: readSettings(tenant.settings) },
    principal: {
      kind: 'session',
      name: `user:${email}`,
      userId,
      role,
      scopes: roleScopes[role],
      rights: rightsOf(namespaceRoleOf(role), []),
      patterns: [],
      tokenId: null,
      sessionId: null,
      expiresAt: null,
      csrf: null,
    },
    ip: null,
  };
}

/** Of every kind, archived ones too. */
export async function countItems({ database }: RegistryRows, tenantId: number): Promise<number> {
  const { count } = await database
    .selectFrom('items')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('tenant_id', '=', tenantId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** An existing admin stays the only one, so that another name of the same person creates no second. */
async function adminOf(
  registry: RegistryRows,
  tenantId: number,
  person: { readonly email: string; readonly name: string },
): Promise<Member> {
  const admin = async () => {
    const members = await listMembers(registry.database, tenantId);
    const admins = members.filter(({ role }) => role === 'admin');
    return admins.find(({ email }) => email === person.email) ?? admins[0];
  };
  const known = await admin();
  if (known !== undefined) return known;
  await unlessExists(() => addMember(registry, tenantId, { ...person, role: 'admin' }));
  const made = await admin();
  if (made !== undefined) return made;
  throw new CoppiceError('conflict', `${person.email} is not an admin of the tenant ${localTenant}`, {
    hint: `see: coppice registry admin user list --tenant ${localTenant}`,
  });
}

/** Another server may be starting at the same time. */
async function unlessExists(make: () => Promise<unknown>): Promise<void> {
  try {
    await make();
  } catch (error) {
    if (!hasCode(error, 'already-exists')) throw error;
  }
}
