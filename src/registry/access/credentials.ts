/*
 * Creates credentials, and finds them by their hash: their text is shown once and never stored. The tenant is read first
 * and alone: it never changes, and a cache must read the tenant's revision before it reads the rest.
 */

import { hash, randomBytes } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Role, Scope } from '../api/names.js';
import { everyTenant, type Queries } from '../data/db/database.js';
import { type CredentialKind, credentialText, randomByteCount } from '../rules/access/credential-text.js';
import { scopesOf } from '../rules/access/permissions.js';
import {
  type CredentialRow,
  type KnownPrincipal,
  principalOf,
  type Tenant,
} from '../rules/access/principal.js';
import { type AssignedRole, namespaceRoleOf, rightsOf } from '../rules/access/rights.js';
import { readSettings } from '../rules/access/stored-settings.js';

/** The tenant and the principal of a valid credential. */
export interface Grant {
  readonly tenant: Tenant;
  readonly principal: KnownPrincipal;
}

const tables = { token: 'tokens', session: 'sessions', link: 'sign_in_links', invite: 'invites' } as const;

export async function tenantIdOf(
  queries: Queries,
  kind: CredentialKind,
  hash: Buffer,
): Promise<number | undefined> {
  const row = await queries
    .selectFrom(tables[kind])
    .select('tenant_id')
    .where('hash', '=', hash)
    .modifyEnd(everyTenant('the hash identifies the tenant'))
    .executeTakeFirst();
  return row?.tenant_id;
}

/** Undefined where the credential does not exist or is not valid now. */
export async function findGrant(
  queries: Queries,
  tenantId: number,
  { kind, hash }: { readonly kind: 'token' | 'session'; readonly hash: Buffer },
  now: number,
): Promise<Grant | undefined> {
  const { rows } = await sql<GrantRow>`
    select
      tenants.id as "tenantId", tenants.slug, tenants.settings,
      sessions.id as "sessionId", sessions.csrf,
      sessions.expires_at as "sessionExpiresAt", sessions.revoked_at as "sessionRevokedAt",
      tokens.id as "tokenId", tokens.service, tokens.scopes, tokens.patterns, tokens.ci_run as "ciRun",
      tokens.expires_at as "tokenExpiresAt", tokens.revoked_at as "tokenRevokedAt",
      users.id as "userId", users.email, users.disabled_at as "disabledAt", memberships.role,
      memberships.suspended_at as "suspendedAt", memberships.deactivated_at as "deactivatedAt"
    from ${sources[kind]}
    join tenants on tenants.id = ${tenantId}
    left join memberships on memberships.tenant_id = tenants.id
      and memberships.user_id = coalesce(sessions.user_id, tokens.user_id)
    left join users on users.id = memberships.user_id
    where ${sql.table(tables[kind])}.tenant_id = ${tenantId} and ${sql.table(tables[kind])}.hash = ${hash}
  `.execute(queries);
  const [row] = rows;
  if (row === undefined) return undefined;
  const principal = principalOf(row, now, await readAssignedRoles(queries, tenantId, row));
  if (principal === undefined) return undefined;
  return { tenant: { id: row.tenantId, slug: row.slug, settings: readSettings(row.settings) }, principal };
}

/** Every namespace of the tenant, each with the roles that were assigned to this person or service and to their groups. */
export async function readAssignedRoles(
  queries: Queries,
  tenantId: number,
  { userId, service }: Pick<CredentialRow, 'userId' | 'service'>,
): Promise<readonly AssignedRole[]> {
  const { rows } = await sql<AssignedRole>`
    select namespaces.name as namespace, namespaces.default_role as "defaultRole",
      assigned.role, assigned.group_name as "group"
    from namespaces
    left join namespace_roles assigned
      on assigned.tenant_id = namespaces.tenant_id and assigned.namespace = namespaces.name
      and (assigned.user_id = ${userId} or assigned.service = ${service} or assigned.group_name in (
        select unnest(array[groups.name, groups.external_id]) from group_members
        join groups on groups.tenant_id = group_members.tenant_id and groups.id = group_members.group_id
        where group_members.tenant_id = ${tenantId} and group_members.user_id = ${userId}
        union all
        select unnest(sign_in_groups) from memberships where tenant_id = ${tenantId} and user_id = ${userId}
      ))
    where namespaces.tenant_id = ${tenantId}
    order by namespaces.name, assigned.group_name nulls first
  `.execute(queries);
  return rows;
}

/** What a member may do somewhere in the tenant. */
export async function scopesOfMember(
  queries: Queries,
  tenantId: number,
  { userId, role }: { readonly userId: number; readonly role: Role },
): Promise<readonly Scope[]> {
  const assigned = await readAssignedRoles(queries, tenantId, { userId, service: null });
  return scopesOf(role, rightsOf(namespaceRoleOf(role), assigned));
}

interface NewCredential {
  readonly text: string;
  readonly hash: Buffer;
}

export function newCredential(kind: CredentialKind): NewCredential {
  const text = credentialText(kind, randomBytes(randomByteCount));
  return { text, hash: credentialHash(text) };
}

export function credentialHash(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}

interface GrantRow extends CredentialRow {
  readonly tenantId: number;
  readonly slug: string;
  readonly settings: unknown;
}

/** A token has no session; the join gives both the same columns. */
const sources: Readonly<Record<'token' | 'session', RawBuilder<unknown>>> = {
  token: sql`tokens left join sessions on false`,
  session: sql`sessions left join tokens
    on tokens.tenant_id = sessions.tenant_id and tokens.id = sessions.token_id`,
};
