/*
 * `coppice registry admin user add`: a new member of a team.
 */

import { type Context, libraryOptions } from '../../../app/context.js';
import { withTenant } from '../../../app/project/admin-registry.js';
import {
  changeRole,
  reinstateMember,
  removeMember,
  suspendMember,
} from '../../../registry/access/change-member.js';
import { makeInvite } from '../../../registry/access/invites.js';
import { addMember, listMembers } from '../../../registry/access/members.js';
import { makeSignInLink } from '../../../registry/access/sign-in-links.js';
import { adminActor } from '../../../registry/access/tenants.js';
import { transferItems } from '../../../registry/items/lifecycle/transfer-items.js';
import { registryConfig } from '../../../registry/server/config.js';
import { CoppiceError } from '../../../text/errors.js';
import { counted } from '../../../text/plural.js';
import { printable } from '../../../text/printable.js';
import { timeText } from '../../../text/time.js';
import { rowsText } from '../../frame/rows.js';
import { wholeNumber } from '../../rules/flags.js';
import type { Report } from '../../rules/verb.js';
import type { Input } from '../../verbs/records.js';

export async function runUserAdd(context: Context, input: Input<'registry admin user add'>): Promise<Report> {
  const email = input.argument('email');
  const role = input.text('role');
  const name = input.text('name') ?? '';
  const member = await withTenant(context, input.text('tenant'), (registry, tenantId) =>
    addMember(registry, tenantId, { email, name, role }),
  );
  return {
    document: member,
    text: `${printable(`added ${member.email} as ${member.role}`)}\n`,
    notes: `create a sign-in link with: coppice registry admin user link ${printable(member.email)} --tenant ${input.text('tenant')}\n`,
  };
}

/*
 * `coppice registry admin user list`: who is in a team.
 */

export async function runUserList(
  context: Context,
  input: Input<'registry admin user list'>,
): Promise<Report> {
  const members = await withTenant(context, input.text('tenant'), ({ database }, tenantId) =>
    listMembers(database, tenantId),
  );
  const rows = members.map(({ email, role, state, createdAt, name }) => [
    email,
    role,
    state,
    timeText(createdAt.getTime()),
    name,
  ]);
  return {
    document: { members },
    text: rowsText(context.terminal, ['EMAIL', 'ROLE', 'STATE', 'SINCE', 'NAME'], rows),
  };
}

/*
 * `coppice registry admin user role`: another role for a member.
 */

export async function runUserRole(
  context: Context,
  input: Input<'registry admin user role'>,
): Promise<Report> {
  const [email, role] = [input.argument('email'), input.text('role')];
  const member = await withTenant(context, input.text('tenant'), (registry, tenantId) =>
    changeRole(registry, adminActor(tenantId), { email }, role),
  );
  return { document: member, text: `${printable(`${member.email} has the role ${member.role}`)}\n` };
}

/*
 * `coppice registry admin user suspend`: ends the access of a member.
 */

export async function runUserSuspend(
  context: Context,
  input: Input<'registry admin user suspend'>,
): Promise<Report> {
  const email = input.argument('email');
  const member = await withTenant(context, input.text('tenant'), (registry, tenantId) =>
    suspendMember(registry, adminActor(tenantId), { email }),
  );
  return {
    document: member,
    text: `${printable(`${member.email} is suspended: their sessions, tokens and links have ended`)}\n`,
  };
}

/*
 * `coppice registry admin user reinstate`: the way back for a member who is suspended or deactivated.
 */

export async function runUserReinstate(
  context: Context,
  input: Input<'registry admin user reinstate'>,
): Promise<Report> {
  const email = input.argument('email');
  const member = await withTenant(context, input.text('tenant'), (registry, tenantId) =>
    reinstateMember(registry, adminActor(tenantId), { email }, { overrule: true }),
  );
  return {
    document: member,
    text: `${printable(`${member.email} may sign in again, as ${member.role}`)}\n`,
    notes: `create a sign-in link with: coppice registry admin user link ${printable(member.email)} --tenant ${input.text('tenant')}\n`,
  };
}

/*
 * `coppice registry admin user link`: a one-time sign-in link for a member.
 */

export async function runUserLink(
  context: Context,
  input: Input<'registry admin user link'>,
): Promise<Report> {
  const email = input.argument('email');
  const { path, ...link } = await withTenant(context, input.text('tenant'), (registry, tenantId) =>
    makeSignInLink(registry, tenantId, email),
  );
  return linkReport(context, link, path);
}

/*
 * `coppice registry admin user invite`: a link by which somebody becomes a member.
 */

export async function runUserInvite(
  context: Context,
  input: Input<'registry admin user invite'>,
): Promise<Report> {
  const wanted = { email: input.argument('email'), role: input.text('role'), days: daysIn(input) };
  const { text, ...invite } = await withTenant(context, input.text('tenant'), (registry, tenantId) =>
    makeInvite(registry, adminActor(tenantId), wanted),
  );
  return linkReport(context, invite, `/invite#${text}`);
}

const maxInviteDays = 30;

function daysIn(input: Input<'registry admin user invite'>): number {
  const days = wholeNumber(input, 'days', 1) ?? 7;
  if (days <= maxInviteDays) return days;
  throw new CoppiceError('bad-value', `--days cannot be more than ${maxInviteDays}`);
}

/** The whole link where the address of the server is known. */
function linkReport(context: Context, made: { readonly expiresAt: Date }, path: string): Report {
  const { publicUrl } = registryConfig(context.environment, libraryOptions(context).home);
  const until = `works once, until ${timeText(made.expiresAt.getTime())} UTC\n`;
  if (publicUrl === undefined)
    return {
      document: { ...made, path },
      text: `${path}\n`,
      notes: `open it at the URL of the server; it ${until}`,
    };
  const url = `${publicUrl}${path}`;
  return { document: { ...made, path, url }, text: `${url}\n`, notes: `the link ${until}` };
}

/*
 * `coppice registry admin user transfer`: gives what a member owns to somebody else.
 */

export async function runUserTransfer(
  context: Context,
  input: Input<'registry admin user transfer'>,
): Promise<Report> {
  const [email, given] = [input.argument('email'), input.text('to')];
  const to = given.startsWith('service:') ? given : `user:${given.toLowerCase()}`;
  const items = await withTenant(context, input.text('tenant'), (registry, tenantId) =>
    transferItems(registry, adminActor(tenantId), { email }, to),
  );
  return {
    document: { items, to },
    text: `${printable(`${counted(items, 'item')} of ${email} now ${items === 1 ? 'belongs' : 'belong'} to ${given}`)}\n`,
  };
}

/*
 * `coppice registry admin user remove`: removes a member from a team, with their tokens and sessions.
 */

export async function runUserRemove(
  context: Context,
  input: Input<'registry admin user remove'>,
): Promise<Report> {
  const email = input.argument('email');
  const removed = await withTenant(context, input.text('tenant'), (registry, tenantId) =>
    removeMember(registry, adminActor(tenantId), { email }),
  );
  return {
    document: { removed: removed.email },
    text: `${printable(removed.email)} is no longer a member\n`,
  };
}
