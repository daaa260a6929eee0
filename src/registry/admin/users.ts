/*
 * Users, as the admin command makes them members of a tenant and lets them sign in. A user is one person in all
 * tenants; what they may do, each tenant's membership says.
 */

import { z } from 'zod';
import { CoppiceError } from '../../system/errors.js';
import { newCredential } from '../access/credential.js';
import { findMember, type Member } from '../access/members.js';
import type { Role } from '../api/names.js';
import { writeAudit } from '../db/audit.js';
import { change } from '../db/database.js';
import type { RegistryRows } from '../registry.js';
import { adminActor } from './tenants.js';

export interface NewMember {
  readonly email: string;
  readonly name: string;
  readonly role: Role;
}

export async function addMember(
  registry: RegistryRows,
  tenantId: number,
  { email: given, name, role }: NewMember,
): Promise<Member> {
  const email = given.toLowerCase();
  if (!emailSchema.safeParse(email).success)
    throw new CoppiceError('bad-value', `${given} is no e-mail address`);
  const now = registry.clock.now();
  const created_at = new Date(now);
  return change(registry, { tenantId, part: 'access' }, async (transaction) => {
    await transaction
      .insertInto('users')
      .values({ email, name, created_at })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .execute();
    const { id } = await transaction
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    const made = await transaction
      .insertInto('memberships')
      .values({ tenant_id: tenantId, user_id: id, role, created_at })
      .onConflict((conflict) => conflict.columns(['tenant_id', 'user_id']).doNothing())
      .returning('user_id')
      .executeTakeFirst();
    if (made === undefined) throw new CoppiceError('already-exists', `${email} is a member already`);
    await writeAudit(transaction, adminActor(tenantId), now, {
      action: 'member.add',
      target: `user:${email}`,
      details: { role },
    });
    return findMember(transaction, tenantId, { email });
  });
}

/** Also the address of a person on one machine. */
const emailSchema = z
  .email()
  .or(z.string().regex(/^[a-z0-9._-]+@localhost$/))
  .pipe(z.string().max(200));

const linkHours = 24;

export interface SignInLink {
  /** To be opened in a browser at the server's address. The text is a fragment, which no server ever logs. */
  readonly path: string;
  readonly expiresAt: Date;
}

/** Opens one session, once. */
export async function makeSignInLink(
  registry: RegistryRows,
  tenantId: number,
  email: string,
): Promise<SignInLink> {
  const now = registry.clock.now();
  const expiresAt = new Date(now + linkHours * 60 * 60 * 1_000);
  const { text, hash } = newCredential('link');
  await change(registry, { tenantId, part: 'access' }, async (transaction) => {
    const member = await findMember(transaction, tenantId, { email });
    await transaction
      .insertInto('sign_in_links')
      .values({
        hash,
        tenant_id: tenantId,
        user_id: member.userId,
        created_at: new Date(now),
        expires_at: expiresAt,
      })
      .execute();
    await writeAudit(transaction, adminActor(tenantId), now, {
      action: 'link.create',
      target: `user:${member.email}`,
      details: { expires_at: expiresAt },
    });
  });
  return { path: `/sign-in#${text}`, expiresAt };
}
