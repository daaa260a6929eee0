/*
 * One-time sign-in links of members: for the first admin, and for whoever has no session and no provider to sign in with.
 * A link opens one session, once. An admin who makes one could use it, so it takes a person, and the audit log names them.
 */

import { CoppiceError } from '../../text/errors.js';
import { hourMs } from '../../text/time.js';
import { type AuditActor, actorOf, writeAudit } from '../data/db/audit.js';
import { change } from '../data/db/database.js';
import type { RegistryRows } from '../registry.js';
import type { Caller } from '../rules/access/principal.js';
import { newCredential } from './credentials.js';
import { findMember, lockMembers, type WhichMember } from './members.js';
import { adminActor } from './tenants.js';
import { requirePerson } from './tokens.js';

interface SignInLink {
  /** The path to open in a browser at the server's address. The text is a fragment, which servers do not log. */
  readonly path: string;
  readonly expiresAt: Date;
}

const linkHours = 24;

/** For an admin who signed in as a person. */
export async function createSignInLink(
  registry: RegistryRows,
  caller: Caller,
  which: WhichMember,
): Promise<SignInLink> {
  requirePerson(caller);
  return linkFor(registry, actorOf(caller), which);
}

/** For the admin command. */
export function makeSignInLink(registry: RegistryRows, tenantId: number, email: string): Promise<SignInLink> {
  return linkFor(registry, adminActor(tenantId), { email });
}

async function linkFor(registry: RegistryRows, actor: AuditActor, which: WhichMember): Promise<SignInLink> {
  const { tenantId } = actor;
  const now = registry.clock.now();
  const expiresAt = new Date(now + linkHours * hourMs);
  const { text, hash } = newCredential('link');
  await change(registry, { tenantId, part: 'access' }, async (transaction) => {
    await lockMembers(transaction, actor);
    const member = await findMember(transaction, tenantId, which);
    if (member.state !== 'active')
      throw new CoppiceError('conflict', `${member.email} is ${member.state}, and cannot sign in`, {
        hint: 'reinstate them first: coppice registry admin user reinstate',
      });
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
    await writeAudit(transaction, actor, now, {
      action: 'link.create',
      target: `user:${member.email}`,
      details: { expires_at: expiresAt },
    });
  });
  return { path: `/sign-in#${text}`, expiresAt };
}
