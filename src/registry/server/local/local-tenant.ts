/*
 * The tenant of a server for one person on one machine: made at the first start, with that person as its admin.
 */

import { CoppiceError } from '../../../text/errors.js';
import { addMember, listMembers, type Member } from '../../access/members.js';
import { createTenant } from '../../access/tenants.js';
import type { RegistryRows } from '../../registry.js';
import { roleScopes } from '../../rules/access/permissions.js';
import type { Caller } from '../../rules/access/principal.js';
import { readSettings } from '../../rules/access/stored-settings.js';

export const localTenant = 'local';

/** The person as a caller, who may do everything in it. */
export async function openLocalTenant(
  registry: RegistryRows,
  person: { readonly email: string; readonly name: string },
): Promise<Caller & { readonly email: string }> {
  await unlessThere(() => createTenant(registry, { slug: localTenant, name: 'This machine' }));
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
      ...{ userId, role, scopes: roleScopes[role], patterns: [] },
      ...{ tokenId: null, sessionId: null, expiresAt: null, csrf: null },
    },
    ip: null,
  };
}

/** Whoever is the admin already stays the one, so that another name of the same person makes no second. */
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
  await unlessThere(() => addMember(registry, tenantId, { ...person, role: 'admin' }));
  const made = await admin();
  if (made !== undefined) return made;
  throw new CoppiceError('conflict', `${person.email} is no admin of the tenant ${localTenant}`, {
    hint: `coppice registry admin user list --tenant ${localTenant}`,
  });
}

/** Another server may be starting at the same time. */
async function unlessThere(make: () => Promise<unknown>): Promise<void> {
  try {
    await make();
  } catch (error) {
    if (!(error instanceof CoppiceError) || error.code !== 'already-exists') throw error;
  }
}
