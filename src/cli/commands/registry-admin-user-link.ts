/*
 * `coppice registry admin user link`: lets a member sign in, once.
 */

import { makeSignInLink } from '../../registry/admin/users.js';
import { withTenant } from '../admin-registry.js';
import type { Context } from '../context.js';
import type { Input } from '../input.js';
import { timeText } from '../time-text.js';
import type { Report } from '../verb.js';

export async function run(context: Context, input: Input): Promise<Report> {
  const email = input.argument('email') ?? '';
  const link = await withTenant(context, input, 'registry admin user link', (registry, tenantId) =>
    makeSignInLink(registry, tenantId, email),
  );
  return {
    document: link,
    text: `${link.path}\n`,
    talk: `to be opened at the server's address, once, until ${timeText(link.expiresAt.getTime())} UTC\n`,
  };
}
