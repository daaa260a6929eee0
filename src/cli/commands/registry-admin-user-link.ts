/*
 * `coppice registry admin user link`: lets a member sign in, once.
 */

import { makeSignInLink } from '../../registry/access/members.js';
import { registryConfig } from '../../registry/server/config.js';
import { withTenant } from '../admin-registry.js';
import { type Context, libraryPlace } from '../context.js';
import type { Input } from '../input.js';
import { timeText } from '../time-text.js';
import type { Report } from '../verb.js';

export async function runUserLink(context: Context, input: Input): Promise<Report> {
  const email = input.argument('email') ?? '';
  const { publicUrl } = registryConfig(context.environment, libraryPlace(context, input).home);
  const link = await withTenant(context, input, 'registry admin user link', (registry, tenantId) =>
    makeSignInLink(registry, tenantId, email),
  );
  const until = `once, until ${timeText(link.expiresAt.getTime())} UTC\n`;
  if (publicUrl === undefined)
    return { document: link, text: `${link.path}\n`, talk: `to be opened at the server's address, ${until}` };
  const url = `${publicUrl}${link.path}`;
  return { document: { ...link, url }, text: `${url}\n`, talk: `to be opened ${until}` };
}
