/*
 * `coppice registry admin tenant delete`: a team and all that is its own, for good.
 */

import { deleteTenant } from '../../registry/access/tenants.js';
import { CoppiceError } from '../../text/errors.js';
import { withRegistry } from '../admin-registry.js';
import type { Context } from '../context.js';
import type { Input } from '../input.js';
import type { Report } from '../verb.js';

export async function runTenantDelete(context: Context, input: Input): Promise<Report> {
  const slug = input.argument('slug') ?? '';
  if (input.text('confirm') !== slug) {
    throw new CoppiceError('usage', 'deleting a tenant needs its slug twice', {
      hint: `coppice registry admin tenant delete ${slug} --confirm ${slug}`,
    });
  }
  await withRegistry(context, input, (registry) => deleteTenant(registry, slug));
  return { document: { deleted: slug }, text: `deleted the tenant ${slug}\n` };
}
