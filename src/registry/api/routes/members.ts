/*
 * The members of a tenant: who they are, what they may do, and changing that.
 */

import { z } from 'zod';
import { memberStates, roles, slugSchema, timeSchema } from '../names.js';
import { credentialBody, routeTable } from '../route.js';
import { replaceFlag, tokenAnswer, whoAnswer } from './account.js';

export const memberAnswer = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  role: z.enum(roles),
  /** The group that gives the role; null for a role that an admin gave. */
  role_from: z.string().nullable(),
  /** Whoever is suspended (by an admin) or deactivated (by the identity provider) has no access. */
  state: z.enum(memberStates),
  /** Whether an identity provider creates, changes and deactivates them (SCIM). */
  provisioned: z.boolean(),
  created_at: timeSchema,
  /** To the minute; null for never, and for callers who are no admins. */
  last_seen_at: timeSchema.nullable(),
  /** How many items they own; null for callers who are no admins. */
  owns: z.number().int().nullable(),
});
export type MemberAnswer = z.infer<typeof memberAnswer>;

const groupRole = z.strictObject({
  group: z.string().trim().min(1).max(200).describe('The name or id of the group, as the provider sends it'),
  role: z.enum(roles),
});

const inviteAnswer = z.object({
  id: z.string(),
  email: z.string(),
  role: z.enum(roles),
  invited_by: z.string(),
  created_at: timeSchema,
  expires_at: timeSchema,
});
export type InviteAnswer = z.infer<typeof inviteAnswer>;

const shownInvite = z.object({
  tenant: slugSchema,
  tenant_name: z.string(),
  role: z.enum(roles),
  /** The principal who invites. */
  invited_by: z.string(),
  /** The address that it is for, of which only the beginning and the end are shown. */
  email_hint: z.string(),
  expires_at: timeSchema,
});
export type ShownInviteAnswer = z.infer<typeof shownInvite>;

const inviteText = z.string().max(200).describe('The part of the link after the `#`');

const providerSchema = z
  .string()
  .regex(
    /^[a-z0-9][a-z0-9-]{0,39}$/,
    'the slug of a provider is 1 to 40 lower-case letters, digits and hyphens',
  )
  .describe('The slug of the identity provider');

const idParams = z.object({ id: z.string().max(64) });
const change = {
  access: 'tenant:admin',
  limit: 'write',
  params: idParams,
  cache: 'never',
} as const;

export const memberRoutes = routeTable({
  listMembers: {
    method: 'GET',
    path: '/v1/tenant/members',
    summary: 'Members, their roles and states',
    access: 'members:read',
    limit: 'read',
    cache: 'never',
    answer: z.array(memberAnswer),
  },
  changeMember: {
    ...change,
    method: 'PATCH',
    path: '/v1/tenant/members/{id}',
    summary:
      'Change the role of a member; the last admin cannot lose that role, and a role that comes from a group is changed there',
    body: z.strictObject({ role: z.enum(roles) }),
    answer: memberAnswer,
    refusals: [404, 409],
  },
  suspendMember: {
    ...change,
    method: 'POST',
    path: '/v1/tenant/members/{id}/suspend',
    summary:
      'Suspend a member: their sessions, tokens and links end at once on every replica; the last admin cannot be suspended',
    answer: memberAnswer,
    refusals: [404],
  },
  reinstateMember: {
    ...change,
    method: 'POST',
    path: '/v1/tenant/members/{id}/reinstate',
    summary:
      'Let a suspended member sign in again, with new credentials; one whom the identity provider deactivated is activated there',
    answer: memberAnswer,
    refusals: [404, 409],
  },
  removeMember: {
    ...change,
    method: 'DELETE',
    path: '/v1/tenant/members/{id}',
    summary: 'Remove a member with their tokens and sessions; the last admin cannot be removed',
    answer: z.object({ ok: z.literal(true) }),
    refusals: [404],
  },
  transferItems: {
    ...change,
    method: 'POST',
    path: '/v1/tenant/members/{id}/transfer',
    summary: 'Hand everything that a member owns to another member or a service',
    body: z.strictObject({
      to: z.string().max(210).describe('`user:EMAIL` of an active member, or `service:NAME`'),
    }),
    answer: z.object({ items: z.number().int() }),
    refusals: [404, 409],
  },
  createSignInLink: {
    ...change,
    method: 'POST',
    path: '/v1/tenant/members/{id}/link',
    summary:
      'Create a one-time sign-in link for a member who has no other way in; it works for 24 hours. Needs the session of an admin',
    answer: z.object({ url: z.string(), expires_at: timeSchema }),
    status: 201,
    refusals: [404, 409],
  },
  listInvites: {
    method: 'GET',
    path: '/v1/tenant/invites',
    summary: 'Invitations that can still be accepted',
    access: 'tenant:admin',
    limit: 'read',
    cache: 'never',
    answer: z.array(inviteAnswer),
  },
  createInvite: {
    method: 'POST',
    path: '/v1/tenant/members',
    summary:
      'Invite somebody: the link in the response works once, for this address; it replaces an earlier one. Nothing is sent',
    access: 'tenant:admin',
    limit: 'write',
    body: z.strictObject({
      email: z.string().max(200),
      role: z.enum(roles),
      expires_in_days: z.number().int().min(1).max(30).default(7),
    }),
    cache: 'never',
    answer: inviteAnswer.extend({ url: z.string() }),
    status: 201,
    refusals: [409],
  },
  withdrawInvite: {
    ...change,
    method: 'DELETE',
    path: '/v1/tenant/invites/{id}',
    summary: 'Withdraw an invitation',
    answer: z.object({ ok: z.literal(true) }),
    refusals: [404],
  },
  showInvite: {
    method: 'POST',
    path: '/v1/auth/invite',
    summary: 'Who invites, and to what; it can still be accepted afterwards',
    access: 'open',
    limit: 'write',
    body: z.strictObject({ invite: inviteText }),
    bodyLimit: credentialBody,
    cache: 'never',
    answer: shownInvite,
    refusals: [401],
  },
  acceptInvite: {
    method: 'POST',
    path: '/v1/auth/invite/accept',
    summary: 'Become a member with an invitation, and sign in: sets a session cookie',
    access: 'open',
    limit: 'write',
    body: z.strictObject({
      invite: inviteText,
      email: z.string().max(200).describe('The address that the invitation was sent to'),
      name: z.string().trim().max(200).default('').describe('The name that others see'),
      replace: replaceFlag,
    }),
    bodyLimit: credentialBody,
    cache: 'never',
    answer: whoAnswer,
    refusals: [401, 403, 409],
  },
  setProvisioning: {
    ...change,
    method: 'POST',
    path: '/v1/tenant/members/{id}/provisioning',
    summary:
      'Hand a member over to an identity provider, which manages them by SCIM from then on: only an admin decides that an account belongs to a person of the provider',
    body: z.strictObject({
      provider: providerSchema,
      external_id: z
        .string()
        .trim()
        .min(1)
        .max(255)
        .nullable()
        .default(null)
        .describe('The id that the provider has for them; signing in with it is compared with this'),
    }),
    answer: memberAnswer,
    refusals: [404, 409],
  },
  createScimToken: {
    method: 'POST',
    path: '/v1/tenant/scim-tokens',
    summary:
      'Create the token with which an identity provider uses /scim/v2, and nothing else; only this response contains it. Needs the session of an admin',
    access: 'tenant:admin',
    limit: 'write',
    body: z.strictObject({
      provider: providerSchema,
      expires_in_days: z
        .number()
        .int()
        .min(1)
        .max(3_650)
        .nullable()
        .default(365)
        .describe('1 to 3650, or null for a token that does not expire'),
    }),
    cache: 'never',
    answer: tokenAnswer.extend({ token: z.string() }),
    status: 201,
  },
  getGroupRoles: {
    method: 'GET',
    path: '/v1/tenant/group-roles',
    summary: 'Which role each group of an identity provider gives',
    access: 'tenant:admin',
    limit: 'read',
    cache: 'never',
    answer: z.array(groupRole),
  },
  setGroupRoles: {
    method: 'PUT',
    path: '/v1/tenant/group-roles',
    summary:
      'Replace which role each group gives, and change the roles of its members at once: each gets the highest role of their groups, and one without such a group keeps the role that an admin gave',
    access: 'tenant:admin',
    limit: 'write',
    body: z.strictObject({
      roles: z
        .array(groupRole)
        .max(200)
        .refine(
          (given) => new Set(given.map(({ group }) => group)).size === given.length,
          'a group is named twice',
        ),
    }),
    cache: 'never',
    answer: z.array(groupRole),
  },
});
