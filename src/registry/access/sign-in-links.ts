/*
 * One-time sign-in links of members, made by the admin command. A link opens one session, once.
 */

import { CoppiceError } from '../../text/errors.js';
import { hourMs } from '../../text/time.js';
import { writeAudit } from '../data/db/audit.js';
import { change } from '../data/db/database.js';
import type { RegistryRows } from '../registry.js';
import { newCredential } from './credentials.js';
import { findMember } from './members.js';
import { adminActor } from './tenants.js';

interface SignInLink {
  /** The path to open in a browser at the server's address. The text is a fragment, which servers do not log. */
  readonly path: string;
  readonly expiresAt: Date;
}

const linkHours = 24;

export async function makeSignInLink(
  registry: RegistryRows,
  tenantId: number,
  email: string,
): Promise<SignInLink> {
  const now = registry.clock.now();
  const expiresAt = new Date(now + linkHours * hourMs);
  const { text, hash } = newCredential('link');
  await change(registry, { tenantId, part: 'access' }, async (transaction) => {
    const member = await findMember(transaction, tenantId, { email });
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
    await writeAudit(transaction, adminActor(tenantId), now, {
      action: 'link.create',
      target: `user:${member.email}`,
      details: { expires_at: expiresAt },
    });
  });
  return { path: `/sign-in#${text}`, expiresAt };
}
