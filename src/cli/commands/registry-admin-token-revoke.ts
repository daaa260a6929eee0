/*
 * `coppice registry admin token revoke`: a token is worthless from now on.
 */

import { adminActor } from '../../registry/access/tenants.js';
import { revokeToken } from '../../registry/access/tokens.js';
import { withTenant } from '../admin-registry.js';
import type { Context } from '../context.js';
import type { Input } from '../input.js';
import type { Report } from '../verb.js';

export async function runTokenRevoke(context: Context, input: Input): Promise<Report> {
  const id = input.argument('id') ?? '';
  await withTenant(context, input, 'registry admin token revoke', (registry, tenantId) =>
    revokeToken(registry, adminActor(tenantId), { id }),
  );
  return { document: { revoked: id }, text: `revoked ${id}\n` };
}
