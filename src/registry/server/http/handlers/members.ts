/*
 * Handlers of the routes about members.
 */

import { dayMs } from '../../../../text/time.js';
import {
  changeRole,
  handOver,
  reinstateMember,
  removeMember,
  suspendMember,
} from '../../../access/change-member.js';
import { readGroupRoles, setGroupRoles } from '../../../access/group-roles.js';
import {
  acceptInvite,
  type Invite,
  listInvites,
  makeInvite,
  readInvite,
  withdrawInvite,
} from '../../../access/invites.js';
import { type MemberActivity, memberActivity } from '../../../access/member-activity.js';
import { listMembers, type Member } from '../../../access/members.js';
import { createSignInLink } from '../../../access/sign-in-links.js';
import { createScimToken } from '../../../access/tokens.js';
import type {
  InviteAnswer,
  MemberAnswer,
  memberRoutes,
  ShownInviteAnswer,
} from '../../../api/routes/members.js';
import { actorOf } from '../../../data/db/audit.js';
import { transferItems } from '../../../items/lifecycle/transfer-items.js';
import { addressHint } from '../../../rules/access/address-hint.js';
import { sessionCookie } from '../../../rules/access/credential-text.js';
import { cookieSeconds } from '../../../rules/access/session-life.js';
import type { Handlers } from '../handler.js';
import { signingBrowser } from '../signing-browser.js';
import { whoAnswer } from '../who-answer.js';
import { tokenAnswer } from './account.js';

export const memberHandlers: Handlers<typeof memberRoutes> = {
  listMembers: async ({ registry, tenant, principal }) => {
    const members = await listMembers(registry.database, tenant.id);
    const isAdmin = principal.kind !== 'anonymous' && principal.scopes.includes('tenant:admin');
    const activity = isAdmin ? await memberActivity(registry.database, tenant.id) : undefined;
    return { json: members.map((member) => memberAnswer(member, activity?.get(member.userId))) };
  },
  changeMember: async ({ registry, caller, params, body }) => {
    const member = await changeRole(registry, actorOf(caller()), params, body.role);
    return { json: memberAnswer(member) };
  },
  suspendMember: async ({ registry, caller, params }) => {
    const member = await suspendMember(registry, actorOf(caller()), params);
    return { json: memberAnswer(member) };
  },
  reinstateMember: async ({ registry, caller, params }) => {
    const member = await reinstateMember(registry, actorOf(caller()), params, { overrule: false });
    return { json: memberAnswer(member) };
  },
  removeMember: async ({ registry, caller, params }) => {
    await removeMember(registry, actorOf(caller()), params);
    return { json: { ok: true } };
  },
  transferItems: async ({ registry, caller, params, body }) => ({
    json: { items: await transferItems(registry, actorOf(caller()), params, body.to) },
  }),
  createSignInLink: async ({ registry, caller, params, origin }) => {
    const { path, expiresAt } = await createSignInLink(registry, caller(), params);
    return { json: { url: `${origin}${path}`, expires_at: expiresAt.toISOString() } };
  },
  listInvites: async ({ registry, tenant }) => ({
    json: (await listInvites(registry, tenant.id)).map(inviteAnswer),
  }),
  createInvite: async ({ registry, caller, body, origin }) => {
    const { expires_in_days: days, ...wanted } = body;
    const made = await makeInvite(registry, actorOf(caller()), { ...wanted, days });
    return { json: { ...inviteAnswer(made), url: `${origin}/invite#${made.text}` } };
  },
  withdrawInvite: async ({ registry, caller, params }) => {
    await withdrawInvite(registry, actorOf(caller()), params.id);
    return { json: { ok: true } };
  },
  showInvite: async ({ registry, body }) => {
    const { tenant, role, invitedBy, email, expiresAt } = await readInvite(registry, body.invite);
    const json: ShownInviteAnswer = {
      tenant: tenant.slug,
      tenant_name: tenant.name,
      role,
      invited_by: invitedBy,
      email_hint: addressHint(email),
      expires_at: expiresAt.toISOString(),
    };
    return { json };
  },
  acceptInvite: async (call) => {
    const { registry, body, origin } = call;
    const { invite, email, name } = body;
    const browser = await signingBrowser(call, body.replace);
    const { tenant, principal, text } = await acceptInvite(registry, {
      ...browser,
      text: invite,
      email,
      name,
    });
    return {
      json: whoAnswer(tenant, principal),
      cookies: [sessionCookie(text, cookieSeconds, origin)],
    };
  },
  setProvisioning: async ({ registry, caller, params, body }) => {
    const { provider, external_id: externalId } = body;
    const member = await handOver(registry, actorOf(caller()), params, { provider, externalId });
    return { json: memberAnswer(member) };
  },
  createScimToken: async ({ registry, caller, body }) => {
    const { provider, expires_in_days: days } = body;
    const expiresAt = days === null ? null : new Date(registry.clock.now() + days * dayMs);
    const made = await createScimToken(registry, caller(), { provider, expiresAt });
    return { json: { ...tokenAnswer(made), token: made.text } };
  },
  getGroupRoles: async ({ registry, tenant }) => ({
    json: await readGroupRoles(registry.database, tenant.id),
  }),
  setGroupRoles: async ({ registry, caller, body }) => ({
    json: await setGroupRoles(registry, actorOf(caller()), body.roles),
  }),
};

function memberAnswer(
  { userId, email, name, role, ...member }: Member,
  activity?: MemberActivity,
): MemberAnswer {
  return {
    id: String(userId),
    email,
    name,
    role,
    role_from: member.roleFrom,
    state: member.state,
    provisioned: member.provisionedBy !== null,
    created_at: member.createdAt.toISOString(),
    last_seen_at: activity?.lastSeenAt?.toISOString() ?? null,
    owns: activity?.owns ?? null,
  };
}

function inviteAnswer({ id, email, role, invitedBy, createdAt, expiresAt }: Invite): InviteAnswer {
  return {
    id,
    email,
    role,
    invited_by: invitedBy,
    created_at: createdAt.toISOString(),
    expires_at: expiresAt.toISOString(),
  };
}
