/*
 * `coppice registry admin tenant create`: a new team.
 */

import { createTenant } from '../../registry/access/tenants.js';
import { withRegistry } from '../admin-registry.js';
import type { Context } from '../context.js';
import type { Input } from '../input.js';
import type { Report } from '../verb.js';

export async function runTenantCreate(context: Context, input: Input): Promise<Report> {
  const tenant = { slug: input.argument('slug') ?? '', name: input.text('name') ?? '' };
  await withRegistry(context, input, (registry) => createTenant(registry, tenant));
  return { document: tenant, text: `made the tenant ${tenant.slug}\n` };
}
