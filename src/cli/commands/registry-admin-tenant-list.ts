/*
 * `coppice registry admin tenant list`: the teams on this registry.
 */

import { listTenants } from '../../registry/access/tenants.js';
import { withRegistry } from '../admin-registry.js';
import type { Context } from '../context.js';
import type { Input } from '../input.js';
import { rowsText } from '../rows.js';
import { timeText } from '../time-text.js';
import type { Report } from '../verb.js';

export async function runTenantList(context: Context, input: Input): Promise<Report> {
  const tenants = await withRegistry(context, input, ({ database }) => listTenants(database));
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
