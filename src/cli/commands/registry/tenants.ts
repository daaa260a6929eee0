/*
 * `coppice registry admin tenant create`: a new team.
 */

import type { Context } from '../../../app/context.js';
import { withRegistry } from '../../../app/project/admin-registry.js';
import { createTenant, deleteTenant, listTenants } from '../../../registry/access/tenants.js';
import { CoppiceError } from '../../../text/errors.js';
import { timeText } from '../../../text/time.js';
import { rowsText } from '../../frame/rows.js';
import type { Report } from '../../rules/verb.js';
import type { Input } from '../../verbs/records.js';

export async function runTenantCreate(
  context: Context,
  input: Input<'registry admin tenant create'>,
): Promise<Report> {
  const tenant = { slug: input.argument('slug'), name: input.text('name') ?? '' };
  await withRegistry(context, (registry) => createTenant(registry, tenant));
  return { document: tenant, text: `created the tenant ${tenant.slug}\n` };
}

/*
 * `coppice registry admin tenant list`: the teams on this registry.
 */

export async function runTenantList(context: Context): Promise<Report> {
  const tenants = await withRegistry(context, ({ database }) => listTenants(database));
  const headers = ['SLUG', 'VISIBILITY', 'MEMBERS', 'ITEMS', 'MADE', 'NAME'];
  const rows = tenants.map(({ slug, visibility, members, items, createdAt, name }) => [
    slug,
    visibility,
    String(members),
    String(items),
    timeText(createdAt.getTime()),
    name,
  ]);
  return { document: { tenants }, text: rowsText(context.terminal, headers, rows) };
}

/*
 * `coppice registry admin tenant delete`: deletes a team and all its data permanently.
 */

export async function runTenantDelete(
  context: Context,
  input: Input<'registry admin tenant delete'>,
): Promise<Report> {
  const slug = input.argument('slug');
  if (input.text('confirm') !== slug) {
    throw new CoppiceError('usage', '--confirm must repeat the slug of the tenant', {
      hint: `coppice registry admin tenant delete ${slug} --confirm ${slug}`,
    });
  }
  await withRegistry(context, (registry) => deleteTenant(registry, slug));
  return { document: { deleted: slug }, text: `deleted the tenant ${slug}\n` };
}
