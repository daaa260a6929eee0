/*
 * Members as an identity provider manages them by SCIM. A provider sees and changes those that it created, or that an
 * admin handed over to it: a user whose address is that of another member is refused, never linked to them. It decides
 * about its members alone, so it may also deactivate the last admin.
 */

import { type SqlBool, sql } from 'kysely';
import { CoppiceError } from '../../text/errors.js';
import { endAccess } from '../access/change-member.js';
import { insertMember, lockMembers, memberAddress } from '../access/members.js';
import { actorOf, writeAudit } from '../data/db/audit.js';
import { change, everyTenant, type Queries } from '../data/db/database.js';
import type { RegistryRows } from '../registry.js';
import type { Caller } from '../rules/access/principal.js';
import { type Filter, matchesFilter, soughtValue } from '../rules/scim/filter.js';
import { applyPatch } from '../rules/scim/patch.js';
import {
  addressesOf,
  readUser,
  shownName,
  type UserResource,
  userAttributes,
} from '../rules/scim/resources.js';
import { invalidValue, notUnique } from '../rules/scim/scim-fault.js';
import { renamePrincipal } from './rename-principal.js';

export interface ScimUser extends UserResource {
  readonly id: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Those that the filter describes, the oldest first. */
export async function listUsers(
  { database }: RegistryRows,
  caller: Caller,
  filter: Filter | undefined,
): Promise<readonly ScimUser[]> {
  const users = await readUsers(database, caller, filter && soughtValue(filter));
  return filter === undefined ? users : users.filter((user) => matchesFilter(filter, user));
}

/** Throws `not-found` for a user that the provider does not manage. */
export async function getUser({ database }: RegistryRows, caller: Caller, id: string): Promise<ScimUser> {
  return (await findUser(database, caller, id)).user;
}

export async function createUser(registry: RegistryRows, caller: Caller, body: unknown): Promise<ScimUser> {
  const tenantId = caller.tenant.id;
  const actor = actorOf(caller);
  const now = registry.clock.now();
  const wanted = readUser(body);
  const email = accountAddress(wanted);
  return change(registry, { tenantId, part: 'access' }, async (transaction) => {
    await lockMembers(transaction, actor);
    await refuseTaken(transaction, caller, wanted, null);
    const id = await insertUnlinked(transaction, tenantId, now, { email, name: shownName(wanted) });
    await storeUser(transaction, caller, { id, wanted, now, wasActive: true });
    await writeAudit(transaction, actor, now, {
      action: 'member.provision',
      target: `user:${email}`,
      details: { external_id: wanted.externalId, active: wanted.active },
    });
    return (await findUser(transaction, caller, String(id))).user;
  });
}

export async function replaceUser(
  registry: RegistryRows,
  caller: Caller,
  id: string,
  body: unknown,
): Promise<ScimUser> {
  return changeUser(registry, caller, id, ({ active }) => readUser(body, active));
}

export async function patchUser(
  registry: RegistryRows,
  caller: Caller,
  id: string,
  body: unknown,
): Promise<ScimUser> {
  return changeUser(registry, caller, id, (user) =>
    readUser(applyPatch(userAttributes, { ...user }, body), user.active),
  );
}

/** Ends the membership. What they published stays. */
export async function deleteUser(registry: RegistryRows, caller: Caller, id: string): Promise<void> {
  const tenantId = caller.tenant.id;
  const actor = actorOf(caller);
  await change(registry, { tenantId, part: 'access' }, async (transaction) => {
    await lockMembers(transaction, actor);
    const { userId, email } = await findUser(transaction, caller, id);
    await transaction
      .deleteFrom('memberships')
      .where('tenant_id', '=', tenantId)
      .where('user_id', '=', userId)
      .execute();
    await writeAudit(transaction, actor, registry.clock.now(), {
      action: 'member.remove',
      target: `user:${email}`,
    });
  });
}

async function changeUser(
  registry: RegistryRows,
  caller: Caller,
  id: string,
  wantedOf: (user: ScimUser) => UserResource,
): Promise<ScimUser> {
  const tenantId = caller.tenant.id;
  const now = registry.clock.now();
  const catalog = { tenantId, part: 'catalog' } as const;
  let isRenamed = false;
  const changed = await change(registry, { tenantId, part: 'access' }, async (transaction) => {
    await lockMembers(transaction, { tenantId });
    const before = await findUser(transaction, caller, id);
    const wanted = wantedOf(before.user);
    await refuseTaken(transaction, caller, wanted, before.userId);
    const email = accountAddress(wanted);
    if (email !== accountAddress(before.user)) {
      isRenamed = await renameUser(transaction, caller, before, email, now);
      // Items are shown with their owners.
      if (isRenamed) await registry.changes.announce(transaction, catalog);
    }
    await storeUser(transaction, caller, { id: before.userId, wanted, now, wasActive: before.user.active });
    await nameUser(transaction, before.userId, tenantId, shownName(wanted));
    if (wanted.active !== before.user.active)
      await writeAudit(transaction, actorOf(caller), now, {
        action: wanted.active ? 'member.activate' : 'member.deactivate',
        target: `user:${isRenamed ? email : before.email}`,
      });
    return (await findUser(transaction, caller, id)).user;
  });
  if (isRenamed) registry.changes.advance(catalog);
  return changed;
}

interface FoundUser {
  readonly userId: number;
  /** Of the account. */
  readonly email: string;
  readonly user: ScimUser;
}

async function findUser(queries: Queries, caller: Caller, id: string): Promise<FoundUser> {
  const [user] = await readUsers(queries, caller, { attribute: 'id', value: id });
  if (user === undefined) throw new CoppiceError('not-found', `there is no user ${id}`);
  const { email } = await queries
    .selectFrom('users')
    .select('email')
    .where('id', '=', Number(user.id))
    .executeTakeFirstOrThrow();
  return { userId: Number(user.id), email, user };
}

async function readUsers(
  queries: Queries,
  { tenant, principal }: Caller,
  sought: { readonly attribute: string; readonly value: string } | undefined,
): Promise<readonly ScimUser[]> {
  const conditions: Readonly<Record<string, ReturnType<typeof sql<SqlBool>>>> = {
    id: sql<SqlBool>`user_id::text = ${sought?.value}`,
    externalid: sql<SqlBool>`external_id = ${sought?.value}`,
    username: sql<SqlBool>`lower(provided ->> 'userName') = lower(${sought?.value})`,
  };
  const condition = sought && conditions[sought.attribute];
  let query = queries
    .selectFrom('memberships')
    .where('tenant_id', '=', tenant.id)
    .where('provisioned_by', '=', principal.name)
    .select(['user_id', 'external_id', 'provided', 'deactivated_at', 'created_at', 'provided_at'])
    .orderBy('created_at')
    .orderBy('user_id');
  if (condition) query = query.where(condition);
  const rows = await query.execute();
  return rows.map((row) => ({
    ...readUser(row.provided),
    id: String(row.user_id),
    externalId: row.external_id,
    active: row.deactivated_at === null,
    createdAt: row.created_at,
    updatedAt: row.provided_at ?? row.created_at,
  }));
}

/** The first of the addresses of a user that is one. */
function accountAddress(user: UserResource): string {
  for (const candidate of addressesOf(user)) {
    try {
      return memberAddress(candidate);
    } catch (error) {
      if (!(error instanceof CoppiceError)) throw error;
    }
  }
  throw invalidValue('the userName, or the value of one of the emails, must be an e-mail address');
}

async function refuseTaken(
  queries: Queries,
  caller: Caller,
  { userName, externalId }: UserResource,
  own: number | null,
): Promise<void> {
  for (const [attribute, value] of [
    ['userName', userName],
    ['externalId', externalId],
  ] as const) {
    if (value === null) continue;
    const taken = await readUsers(queries, caller, { attribute: attribute.toLowerCase(), value });
    if (taken.some(({ id }) => id !== String(own)))
      throw notUnique(`another user has the ${attribute} ${value}`);
  }
  if (externalId === null) return;
  const other = await queries
    .selectFrom('memberships')
    .select('user_id')
    .where('tenant_id', '=', caller.tenant.id)
    .where('external_id', '=', externalId)
    .where(sql<SqlBool>`user_id is distinct from ${own}`)
    .executeTakeFirst();
  if (other) throw notUnique(`another member has the externalId ${externalId}`);
}

/** Never the account of a member, whose address it may be. */
async function insertUnlinked(
  transaction: Queries,
  tenantId: number,
  now: number,
  { email, name }: { readonly email: string; readonly name: string },
): Promise<number> {
  try {
    return await insertMember(transaction, tenantId, now, { email, name, role: 'viewer' });
  } catch (error) {
    if (!(error instanceof CoppiceError) || error.code !== 'already-exists') throw error;
    throw notUnique(
      `${email} is a member whom this provider does not manage; an admin can hand them over to it (POST /v1/tenant/members/{id}/provisioning)`,
    );
  }
}

interface StoredUser {
  readonly id: number;
  readonly wanted: UserResource;
  readonly now: number;
  readonly wasActive: boolean;
}

async function storeUser(
  transaction: Queries,
  { tenant, principal }: Caller,
  { id, wanted, now, wasActive }: StoredUser,
): Promise<void> {
  const { externalId, active, ...provided } = wanted;
  const tenantId = tenant.id;
  await transaction
    .updateTable('memberships')
    .set({
      provisioned_by: principal.name,
      external_id: externalId,
      provided: JSON.stringify(provided),
      provided_at: new Date(now),
      ...(active !== wasActive && { deactivated_at: active ? null : new Date(now) }),
    })
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', id)
    .execute();
  if (!active && wasActive) await endAccess(transaction, tenantId, id, now);
}

/**
 * The account follows the address that the provider gives, with what it owns here. A person who is a member of another
 * team too keeps the name of the account: one team does not rename it for another. Returns whether it was renamed.
 */
async function renameUser(
  transaction: Queries,
  caller: Caller,
  { userId, email: from }: FoundUser,
  to: string,
  now: number,
): Promise<boolean> {
  const tenantId = caller.tenant.id;
  if (await isMemberElsewhere(transaction, userId, tenantId)) return false;
  const taken = await transaction.selectFrom('users').select('id').where('email', '=', to).executeTakeFirst();
  if (taken) throw notUnique(`another account has the address ${to}`);
  await transaction.updateTable('users').set({ email: to }).where('id', '=', userId).execute();
  await renamePrincipal(transaction, tenantId, { from: `user:${from}`, to: `user:${to}` });
  await writeAudit(transaction, actorOf(caller), now, {
    action: 'member.rename',
    target: `user:${to}`,
    details: { from: `user:${from}` },
  });
  return true;
}

async function nameUser(queries: Queries, userId: number, tenantId: number, name: string): Promise<void> {
  if (name === '' || (await isMemberElsewhere(queries, userId, tenantId))) return;
  await queries.updateTable('users').set({ name }).where('id', '=', userId).execute();
}

async function isMemberElsewhere(queries: Queries, userId: number, tenantId: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from memberships where user_id = ${userId} and tenant_id <> ${tenantId} limit 1
    ${everyTenant('an account may be that of a member of several')}`.execute(queries);
  return rows.length > 0;
}
