/*
 * `coppice registry admin user add`: a new member of a team.
 */

import { addMember } from '../../registry/access/members.js';
import { roles } from '../../registry/api/names.js';
import { printable } from '../../text/printable.js';
import { withTenant } from '../admin-registry.js';
import type { Context } from '../context.js';
import type { Input } from '../input.js';
import type { Report } from '../verb.js';
import { needed } from '../whole-number.js';

const addVerb = 'registry admin user add';

export async function runUserAdd(context: Context, input: Input): Promise<Report> {
  const email = input.argument('email') ?? '';
  const given = needed(input, addVerb, 'role');
  const role = roles.find((known) => known === given) ?? 'viewer';
  const name = input.text('name') ?? '';
  const member = await withTenant(context, input, addVerb, (registry, tenantId) =>
    addMember(registry, tenantId, { email, name, role }),
  );
  return {
    document: member,
    text: `${printable(`${member.email} is a member: ${member.role}`)}\n`,
    talk: `let them sign in: coppice registry admin user link ${printable(member.email)} --tenant ${input.text('tenant')}\n`,
  };
}
