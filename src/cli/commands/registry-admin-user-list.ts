/*
 * `coppice registry admin user list`: who is in a team.
 */

import { listMembers } from '../../registry/access/members.js';
import { withTenant } from '../admin-registry.js';
import type { Context } from '../context.js';
import type { Input } from '../input.js';
import { rowsText } from '../rows.js';
import { timeText } from '../time-text.js';
import type { Report } from '../verb.js';

export async function runUserList(context: Context, input: Input): Promise<Report> {
  const members = await withTenant(context, input, 'registry admin user list', ({ database }, tenantId) =>
    listMembers(database, tenantId),
  );
  const rows = members.map(({ email, role, createdAt, name }) => [
    email,
    role,
    timeText(createdAt.getTime()),
    name,
  ]);
  return {
    document: { members },
    text: rowsText(context.terminal, ['EMAIL', 'ROLE', 'SINCE', 'NAME'], rows),
  };
}
