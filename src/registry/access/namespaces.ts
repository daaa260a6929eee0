/*
 * The namespaces of a tenant: which there are, what everybody may do there, who has which role, and whether a publish
 * needs approval. An admin of the tenant creates and removes them; an admin of one changes it.
 */

import { sql } from 'kysely';
import { CoppiceError } from '../../text/errors.js';
import type { ApprovalRule } from '../api/rights.js';
import type { NamespaceAnswer, NamespaceChanges, NamespaceHolder } from '../api/routes/namespaces.js';
import { actorOf, writeAudit } from '../data/db/audit.js';
import { change, type Queries } from '../data/db/database.js';
import type { RegistryRows } from '../registry.js';
import { requireNamespaceAdmin } from '../rules/access/decide.js';
import type { Caller, Tenant } from '../rules/access/principal.js';
import { rightsOf } from '../rules/access/rights.js';
import { readAssignedRoles } from './credentials.js';
import { findMember } from './members.js';

interface StoredNamespace {
  readonly name: string;
  readonly description: string;
  readonly defaultRole: NamespaceAnswer['default_role'];
  readonly requireApproval: ApprovalRule | null;
  readonly items: number;
  readonly createdAt: Date;
}

/** Sorted by name. The roles are listed for those who may read the addresses of members. */
export async function listNamespaces(
  { database }: Pick<RegistryRows, 'database'>,
  { tenant, principal }: Caller,
): Promise<readonly NamespaceAnswer[]> {
  const found = await selectNamespaces(database, tenant.id);
  // Those of the caller are from before a change that this call may have made.
  const tenantRole = principal.rights.find(({ namespace }) => namespace === null)?.role ?? 'reader';
  const assigned = await readAssignedRoles(database, tenant.id, {
    userId: principal.userId,
    service: /^service:(.+)$/.exec(principal.name)?.[1] ?? null,
  });
  const rights = rightsOf(tenantRole, assigned);
  const roles = principal.scopes.includes('members:read') ? await readRoles(database, tenant.id) : undefined;
  return found.map((one) => ({
    name: one.name,
    description: one.description,
    default_role: one.defaultRole,
    require_approval: one.requireApproval,
    items: one.items,
    created_at: one.createdAt.toISOString(),
    yours: rights.find(({ namespace }) => namespace === one.name) ?? null,
    roles: roles ? roles.filter(({ namespace }) => namespace === one.name).map(withoutNamespace) : null,
  }));
}

export async function createNamespace(
  registry: RegistryRows,
  caller: Caller,
  { name, ...changes }: NamespaceChanges & { readonly name: string },
): Promise<NamespaceAnswer> {
  const tenantId = caller.tenant.id;
  const now = registry.clock.now();
  await change(registry, { tenantId, part: 'access' }, async (transaction) => {
    const made = await transaction
      .insertInto('namespaces')
      .values({
        tenant_id: tenantId,
        name,
        ...columnsOf(changes),
        created_at: new Date(now),
      })
      .onConflict((conflict) => conflict.columns(['tenant_id', 'name']).doNothing())
      .returning('name')
      .executeTakeFirst();
    if (made === undefined) throw new CoppiceError('already-exists', `the namespace @${name} already exists`);
    await writeAudit(transaction, actorOf(caller), now, {
      action: 'namespace.create',
      target: `@${name}`,
      details: changes,
    });
  });
  return readNamespace(registry, caller, name);
}

export async function changeNamespace(
  registry: RegistryRows,
  caller: Caller,
  name: string,
  changes: NamespaceChanges,
): Promise<NamespaceAnswer> {
  requireNamespaceAdmin(caller, name);
  const tenantId = caller.tenant.id;
  const columns = columnsOf(changes);
  if (Object.keys(columns).length > 0)
    await change(registry, { tenantId, part: 'access' }, async (transaction) => {
      const changed = await transaction
        .updateTable('namespaces')
        .set(columns)
        .where('tenant_id', '=', tenantId)
        .where('name', '=', name)
        .returning('name')
        .executeTakeFirst();
      if (changed === undefined) throw noSuchNamespace(name);
      await writeAudit(transaction, actorOf(caller), registry.clock.now(), {
        action: 'namespace.change',
        target: `@${name}`,
        details: changes,
      });
    });
  return readNamespace(registry, caller, name);
}

/** Refused while anything has a name in it, also a draft that waits: nobody could decide about it. */
export async function removeNamespace(registry: RegistryRows, caller: Caller, name: string): Promise<void> {
  const tenantId = caller.tenant.id;
  await change(registry, { tenantId, part: 'access' }, async (transaction) => {
    const locked = await transaction
      .selectFrom('namespaces')
      .select('name')
      .where('tenant_id', '=', tenantId)
      .where('name', '=', name)
      .forUpdate()
      .executeTakeFirst();
    if (locked === undefined) throw noSuchNamespace(name);
    const { rows } = await sql<{ readonly slug: string }>`
      select slug from items where tenant_id = ${tenantId} and starts_with(slug, ${`@${name}/`})
      union select slug from drafts
      where tenant_id = ${tenantId} and state = 'pending' and starts_with(slug, ${`@${name}/`})
      order by slug limit 1
    `.execute(transaction);
    const [first] = rows;
    if (first !== undefined)
      throw new CoppiceError('conflict', `@${name} is not empty: it has \`${first.slug}\``, {
        hint: 'purge its items and discard its drafts first',
      });
    await transaction
      .deleteFrom('namespaces')
      .where('tenant_id', '=', tenantId)
      .where('name', '=', name)
      .execute();
    await writeAudit(transaction, actorOf(caller), registry.clock.now(), {
      action: 'namespace.remove',
      target: `@${name}`,
    });
  });
}

/** Gives a member, a service or a group a role in the namespace; null takes it away. */
export async function setNamespaceRole(
  registry: RegistryRows,
  caller: Caller,
  name: string,
  { holder, role }: NamespaceHolder,
): Promise<NamespaceAnswer> {
  requireNamespaceAdmin(caller, name);
  const tenantId = caller.tenant.id;
  await change(registry, { tenantId, part: 'access' }, async (transaction) => {
    const exists = await transaction
      .selectFrom('namespaces')
      .select('name')
      .where('tenant_id', '=', tenantId)
      .where('name', '=', name)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (exists === undefined) throw noSuchNamespace(name);
    const whom = await findHolder(transaction, tenantId, holder);
    const { rows } = await sql<{ readonly role: string }>`
      delete from namespace_roles where tenant_id = ${tenantId} and namespace = ${name}
        and (user_id = ${whom.user_id} or service = ${whom.service} or group_name = ${whom.group_name})
      returning role
    `.execute(transaction);
    const before = rows[0]?.role ?? null;
    if (role !== null)
      await transaction
        .insertInto('namespace_roles')
        .values({ tenant_id: tenantId, namespace: name, ...whom, role })
        .execute();
    if (before === role) return;
    await writeAudit(transaction, actorOf(caller), registry.clock.now(), {
      action: 'namespace.role',
      target: `@${name}`,
      details: { holder, from: before, to: role },
    });
  });
  return readNamespace(registry, caller, name);
}

/** The rule for publishing this name; null where no approval is needed. */
export async function readApprovalRule(
  queries: Queries,
  { id, settings }: Tenant,
  namespace: string | null,
): Promise<ApprovalRule | null> {
  if (namespace === null) return settings.require_approval;
  const row = await queries
    .selectFrom('namespaces')
    .select('require_approval')
    .where('tenant_id', '=', id)
    .where('name', '=', namespace)
    .executeTakeFirst();
  return row?.require_approval ?? null;
}

interface Holder {
  readonly user_id: number | null;
  readonly service: string | null;
  readonly group_name: string | null;
}

async function findHolder(queries: Queries, tenantId: number, holder: string): Promise<Holder> {
  const [, kind, name = ''] = /^(user|service|group):(.+)$/.exec(holder) ?? [];
  const nobody: Holder = { user_id: null, service: null, group_name: null };
  if (kind === 'user')
    return { ...nobody, user_id: (await findMember(queries, tenantId, { email: name })).userId };
  return kind === 'service' ? { ...nobody, service: name } : { ...nobody, group_name: name };
}

async function readNamespace(registry: RegistryRows, caller: Caller, name: string): Promise<NamespaceAnswer> {
  const found = (await listNamespaces(registry, caller)).find((one) => one.name === name);
  if (found === undefined) throw noSuchNamespace(name);
  return found;
}

async function selectNamespaces(queries: Queries, tenantId: number): Promise<readonly StoredNamespace[]> {
  const { rows } = await sql<StoredNamespace>`
    select name, description, default_role as "defaultRole", require_approval as "requireApproval",
      created_at as "createdAt",
      (select count(*) from items
        where items.tenant_id = namespaces.tenant_id and starts_with(items.slug, '@' || namespaces.name || '/')
      ) as items
    from namespaces where tenant_id = ${tenantId} order by name
  `.execute(queries);
  return rows;
}

interface HeldRole {
  readonly namespace: string;
  readonly holder: string;
  readonly role: NonNullable<NamespaceHolder['role']>;
}

async function readRoles(queries: Queries, tenantId: number): Promise<readonly HeldRole[]> {
  const { rows } = await sql<HeldRole>`
    select assigned.namespace, assigned.role,
      case when users.email is not null then 'user:' || users.email
        when assigned.service is not null then 'service:' || assigned.service
        else 'group:' || assigned.group_name end as holder
    from namespace_roles assigned left join users on users.id = assigned.user_id
    where assigned.tenant_id = ${tenantId}
    order by assigned.namespace, holder
  `.execute(queries);
  return rows;
}

function withoutNamespace({ holder, role }: HeldRole): { holder: string; role: HeldRole['role'] } {
  return { holder, role };
}

function columnsOf({ description, default_role, require_approval }: NamespaceChanges) {
  return {
    ...(description !== undefined && { description }),
    ...(default_role !== undefined && { default_role }),
    ...(require_approval !== undefined && {
      require_approval: require_approval === null ? null : JSON.stringify(require_approval),
    }),
  };
}

function noSuchNamespace(name: string): CoppiceError {
  return new CoppiceError('not-found', `there is no namespace @${name}`);
}
