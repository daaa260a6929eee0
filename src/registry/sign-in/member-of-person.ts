/*
 * Which member of the tenant a person is whom a provider describes. They are known by issuer and subject; at their first
 * sign-in by the id that the directory has for them, or by an address that the provider verified, where its settings
 * allow that. Who is nobody yet may become a member where the settings say so. Everything else is refused, with the reason.
 */

import { CoppiceError } from '../../text/errors.js';
import { applyGroups, readGroupRoles } from '../access/group-roles.js';
import {
  findMember,
  hasActiveAdmin,
  insertMember,
  lockMembers,
  type Member,
  memberAddress,
  selectMembers,
} from '../access/members.js';
import { type AuditActor, writeAudit } from '../data/db/audit.js';
import type { Queries } from '../data/db/database.js';
import { roleInGroups } from '../rules/access/group-roles.js';
import type { Person } from '../rules/sign-in/person.js';
import type { Provider, TenantName } from './providers.js';

interface Arrival {
  readonly tenant: TenantName;
  readonly provider: Provider;
  readonly person: Person;
  /** For the audit log. */
  readonly actor: AuditActor;
  readonly now: number;
}

/** In a transaction. The identity exists afterwards, and the role is that of the groups. */
export async function memberOfPerson(transaction: Queries, arrival: Arrival): Promise<Member> {
  const { tenant, person } = arrival;
  await lockMembers(transaction, { tenantId: tenant.id });
  const known = await memberByIdentity(transaction, arrival);
  const member =
    known ??
    (await memberByDirectory(transaction, arrival)) ??
    (await memberByVerifiedAddress(transaction, arrival));
  if (member.state !== 'active')
    throw new CoppiceError('forbidden', `${member.email} is ${member.state} in ${tenant.slug}`, {
      hint: 'ask an admin of the team',
    });
  if (known === undefined) await addIdentity(transaction, arrival, member);
  else await touchIdentity(transaction, arrival);
  return person.groups === null ? member : withRoleOfGroups(transaction, arrival, member, person.groups);
}

async function memberByIdentity(
  transaction: Queries,
  { tenant, person: { issuer, subject } }: Arrival,
): Promise<Member | undefined> {
  const row = await transaction
    .selectFrom('identities')
    .select('user_id')
    .where('tenant_id', '=', tenant.id)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return row && findMember(transaction, tenant.id, { id: String(row.user_id) });
}

/** By the `externalId` of SCIM; only a member whom this provider's own directory made, because another could claim any id. */
async function memberByDirectory(
  transaction: Queries,
  { tenant, provider, person: { externalId } }: Arrival,
): Promise<Member | undefined> {
  if (externalId === null) return undefined;
  return selectMembers(transaction, tenant.id)
    .where('memberships.external_id', '=', externalId)
    .where('memberships.provisioned_by', '=', `service:${provider.slug}`)
    .executeTakeFirst();
}

/** What was not verified is refused before it is looked up, so that nobody learns by it who the members are. */
async function memberByVerifiedAddress(transaction: Queries, arrival: Arrival): Promise<Member> {
  const { email, isVerified } = arrival.person;
  if (email !== null && !isVerified)
    throw new CoppiceError('forbidden', `the provider does not say that it verified ${email}`, {
      hint: 'verify your address there, or ask an admin of the team which claim says so',
    });
  return (await memberByAddress(transaction, arrival)) ?? newMember(transaction, arrival);
}

async function memberByAddress(
  transaction: Queries,
  { tenant, provider: { settings }, person }: Arrival,
): Promise<Member | undefined> {
  const { email, issuer } = person;
  if (email === null) return undefined;
  const member = await selectMembers(transaction, tenant.id)
    .where('users.email', '=', email)
    .executeTakeFirst();
  if (member === undefined) return undefined;
  if (!settings.link)
    throw new CoppiceError('forbidden', `this provider does not sign in ${email} yet`, {
      hint: 'its settings do not recognise members by their address; ask an admin of the team',
    });
  // An address that the provider gave to somebody else in the meantime must not open the account of the first.
  const other = await transaction
    .selectFrom('identities')
    .select('subject')
    .where('tenant_id', '=', tenant.id)
    .where('user_id', '=', member.userId)
    .where('issuer', '=', issuer)
    .executeTakeFirst();
  if (other === undefined) return member;
  throw new CoppiceError('forbidden', `${email} belongs to another person of this provider`, {
    hint: 'an admin of the team can remove the member with this address and invite you',
  });
}

async function newMember(
  transaction: Queries,
  { tenant, provider: { settings }, person, actor, now }: Arrival,
): Promise<Member> {
  const { email, name } = person;
  if (!settings.join)
    throw new CoppiceError('forbidden', `${email ?? 'you'} cannot sign in: not a member of ${tenant.slug}`, {
      hint: 'ask an admin of the team for an invitation',
    });
  if (email === null)
    throw new CoppiceError('forbidden', 'the provider does not say what your address is', {
      hint: 'an admin of the team can have it send the claim email',
    });
  const domain = email.slice(email.lastIndexOf('@') + 1);
  if (settings.join_domains.length > 0 && !settings.join_domains.includes(domain))
    throw new CoppiceError('forbidden', `addresses of ${domain} cannot join ${tenant.slug}`, {
      hint: 'ask an admin of the team for an invitation',
    });
  const address = memberAddress(email);
  await insertMember(transaction, tenant.id, now, { email: address, name, role: settings.join_role });
  await writeAudit(transaction, actor, now, {
    action: 'member.join',
    target: `user:${address}`,
    details: { role: settings.join_role },
  });
  return findMember(transaction, tenant.id, { email: address });
}

async function addIdentity(
  transaction: Queries,
  { tenant, person, provider, actor, now }: Arrival,
  { userId, email }: Member,
): Promise<void> {
  const { issuer, subject, externalId } = person;
  await transaction
    .insertInto('identities')
    .values({
      tenant_id: tenant.id,
      issuer,
      subject,
      user_id: userId,
      external_id: externalId,
      created_at: new Date(now),
      last_used_at: new Date(now),
    })
    .execute();
  await writeAudit(transaction, actor, now, {
    action: 'identity.link',
    target: `user:${email}`,
    details: { provider: provider.slug, issuer, subject },
  });
}

async function touchIdentity(
  transaction: Queries,
  { tenant, person: { issuer, subject, externalId }, now }: Arrival,
): Promise<void> {
  await transaction
    .updateTable('identities')
    .set({ last_used_at: new Date(now), ...(externalId !== null && { external_id: externalId }) })
    .where('tenant_id', '=', tenant.id)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .execute();
}

/** Whoever is provisioned has the groups of the directory; the last admin stays one, whatever their groups say. */
async function withRoleOfGroups(
  transaction: Queries,
  { tenant, actor, now }: Arrival,
  member: Member,
  groups: readonly string[],
): Promise<Member> {
  if (member.provisionedBy !== null) return member;
  // Namespaces give roles to groups, too.
  await transaction
    .updateTable('memberships')
    .set({ sign_in_groups: groups })
    .where('tenant_id', '=', tenant.id)
    .where('user_id', '=', member.userId)
    .execute();
  const table = await readGroupRoles(transaction, tenant.id);
  const { role } = roleInGroups(member, table, groups);
  const losesAdmin = member.role === 'admin' && role !== 'admin';
  if (losesAdmin && !(await hasActiveAdmin(transaction, tenant.id, member.userId))) return member;
  await applyGroups(transaction, actor, now, { member, groups, table });
  return findMember(transaction, tenant.id, { id: String(member.userId) });
}
