/*
 * `coppice registry admin user remove`: a member leaves a team, and what they signed in with is worthless.
 */

import { removeMember } from '../../registry/access/members.js';
import { adminActor } from '../../registry/access/tenants.js';
import { printable } from '../../text/printable.js';
import { withTenant } from '../admin-registry.js';
import type { Context } from '../context.js';
import type { Input } from '../input.js';
import type { Report } from '../verb.js';

export async function runUserRemove(context: Context, input: Input): Promise<Report> {
  const email = input.argument('email') ?? '';
  const removed = await withTenant(context, input, 'registry admin user remove', (registry, tenantId) =>
    removeMember(registry, adminActor(tenantId), { email }),
  );
  return {
    document: { removed: removed.email },
    text: `${printable(removed.email)} is no member any more\n`,
  };
}
