/*
 * Changes to a member: role, suspension and removal. A tenant that has an admin keeps one, even when two admins demote
 * each other at the same instant. Whoever is suspended or removed loses tokens, sessions and links in the same
 * transaction, and gets none of them back.
 */

import type { Transaction } from 'kysely';
import { CoppiceError } from '../../text/errors.js';
import type { Role } from '../api/names.js';
import { type AuditActor, writeAudit } from '../data/db/audit.js';
import { change, type Queries } from '../data/db/database.js';
import type { Tables } from '../data/db/tables.js';
import type { RegistryRows } from '../registry.js';
import { findMember, lockMembers, type Member, requireOtherAdmin, type WhichMember } from './members.js';

export async function changeRole(
  registry: RegistryRows,
  actor: AuditActor,
  which: WhichMember,
  role: Role,
): Promise<Member> {
  return changeMember(registry, actor, which, async (transaction, member, now) => {
    if (member.role === role) return member;
    if (member.roleFrom !== null)
      throw new CoppiceError(
        'conflict',
        `the role of ${member.email} comes from the group ${member.roleFrom}`,
        {
          hint: 'change their groups at the identity provider, or the roles of groups here',
        },
      );
    if (role !== 'admin') await requireOtherAdmin(transaction, actor.tenantId, member);
    await transaction
      .updateTable('memberships')
      .set({ role })
      .where('tenant_id', '=', actor.tenantId)
      .where('user_id', '=', member.userId)
      .execute();
    await writeAudit(transaction, actor, now, {
      action: 'member.change',
      target: `user:${member.email}`,
      details: { from: member.role, to: role },
    });
    return { ...member, role };
  });
}

/** Idempotent. */
export async function suspendMember(
  registry: RegistryRows,
  actor: AuditActor,
  which: WhichMember,
): Promise<Member> {
  return changeMember(registry, actor, which, async (transaction, member, now) => {
    const { tenantId } = actor;
    await requireOtherAdmin(transaction, tenantId, member);
    const suspended = await transaction
      .updateTable('memberships')
      .set({ suspended_at: new Date(now) })
      .where('tenant_id', '=', tenantId)
      .where('user_id', '=', member.userId)
      .where('suspended_at', 'is', null)
      .executeTakeFirst();
    if (suspended.numUpdatedRows === 0n) return member;
    await endAccess(transaction, tenantId, member.userId, now);
    await writeAudit(transaction, actor, now, { action: 'member.suspend', target: `user:${member.email}` });
    return findMember(transaction, tenantId, { id: String(member.userId) });
  });
}

interface Reinstating {
  /** Whether to overrule the identity provider that deactivated them: for whoever has the database. */
  readonly overrule: boolean;
}

/** Idempotent. Their earlier tokens, sessions and links stay invalid. */
export async function reinstateMember(
  registry: RegistryRows,
  actor: AuditActor,
  which: WhichMember,
  { overrule }: Reinstating,
): Promise<Member> {
  return changeMember(registry, actor, which, async (transaction, member, now) => {
    const { tenantId } = actor;
    if (member.state === 'active') return member;
    if (member.state === 'deactivated' && !overrule)
      throw new CoppiceError('conflict', `the identity provider has deactivated ${member.email}`, {
        hint: 'activate them there, or use: coppice registry admin user reinstate',
      });
    await transaction
      .updateTable('memberships')
      .set({ suspended_at: null, deactivated_at: null })
      .where('tenant_id', '=', tenantId)
      .where('user_id', '=', member.userId)
      .execute();
    await writeAudit(transaction, actor, now, {
      action: 'member.reinstate',
      target: `user:${member.email}`,
      details: { from: member.state },
    });
    return findMember(transaction, tenantId, { id: String(member.userId) });
  });
}

interface HandingOver {
  /** The slug of the identity provider. */
  readonly provider: string;
  readonly externalId: string | null;
}

/** From then on the provider manages the member, and what it says of them replaces what is known. */
export async function handOver(
  registry: RegistryRows,
  actor: AuditActor,
  which: WhichMember,
  { provider, externalId }: HandingOver,
): Promise<Member> {
  return changeMember(registry, actor, which, async (transaction, member, now) => {
    const { tenantId } = actor;
    const provisionedBy = `service:${provider}`;
    if (member.provisionedBy !== null && member.provisionedBy !== provisionedBy)
      throw new CoppiceError('conflict', `${member.email} is managed by ${member.provisionedBy}`);
    const taken = await transaction
      .selectFrom('memberships')
      .select('user_id')
      .where('tenant_id', '=', tenantId)
      .where('external_id', '=', externalId)
      .where('user_id', '!=', member.userId)
      .executeTakeFirst();
    if (taken) throw new CoppiceError('conflict', `another member has the id ${externalId}`);
    const provided = { userName: member.email, ...(member.name !== '' && { displayName: member.name }) };
    await transaction
      .updateTable('memberships')
      .set({
        provisioned_by: provisionedBy,
        external_id: externalId,
        provided: JSON.stringify(provided),
        provided_at: new Date(now),
      })
      .where('tenant_id', '=', tenantId)
      .where('user_id', '=', member.userId)
      .execute();
    await writeAudit(transaction, actor, now, {
      action: 'member.hand-over',
      target: `user:${member.email}`,
      details: { provider, external_id: externalId },
    });
    return { ...member, provisionedBy };
  });
}

export async function removeMember(
  registry: RegistryRows,
  actor: AuditActor,
  which: WhichMember,
): Promise<Member> {
  return changeMember(registry, actor, which, async (transaction, member, now) => {
    await requireOtherAdmin(transaction, actor.tenantId, member);
    await transaction
      .deleteFrom('memberships')
      .where('tenant_id', '=', actor.tenantId)
      .where('user_id', '=', member.userId)
      .execute();
    await writeAudit(transaction, actor, now, {
      action: 'member.remove',
      target: `user:${member.email}`,
      details: { role: member.role },
    });
    return member;
  });
}

/** Ends everything that a member signs in with. The membership stays. */
export async function endAccess(
  transaction: Queries,
  tenantId: number,
  userId: number,
  now: number,
): Promise<void> {
  for (const table of ['sessions', 'tokens'] as const)
    await transaction
      .updateTable(table)
      .set({ revoked_at: new Date(now) })
      .where('tenant_id', '=', tenantId)
      .where('user_id', '=', userId)
      .where('revoked_at', 'is', null)
      .execute();
  for (const table of ['sign_in_links', 'program_sign_ins'] as const)
    await transaction
      .deleteFrom(table)
      .where('tenant_id', '=', tenantId)
      .where('user_id', '=', userId)
      .execute();
}

type Change = (transaction: Transaction<Tables>, member: Member, now: number) => Promise<Member>;

async function changeMember(
  registry: RegistryRows,
  { tenantId }: AuditActor,
  which: WhichMember,
  run: Change,
): Promise<Member> {
  return change(registry, { tenantId, part: 'access' }, async (transaction) => {
    await lockMembers(transaction, { tenantId });
    return run(transaction, await findMember(transaction, tenantId, which), registry.clock.now());
  });
}
