/*
 * Accounts: signing in and out, sessions, tokens and the settings of a tenant.
 */

import { z } from 'zod';
import { allScopes, roles, scopes, slugSchema, timeSchema } from '../names.js';
import { namePattern, rightAnswer } from '../rights.js';
import { credentialBody, routeTable } from '../route.js';
import { settingsChanges, tenantSettings } from '../settings.js';

export const whoAnswer = z.object({
  tenant: slugSchema,
  /** `user:EMAIL` or `service:NAME`. */
  principal: z.string(),
  role: z.enum(roles).nullable(),
  scopes: z.array(z.enum(allScopes)),
  /** The role in each namespace and where it comes from; absent in the answer of a registry before 0.2. */
  rights: z.array(rightAnswer).optional(),
  /** Names with `*` that writes are confined to; none means all. */
  patterns: z.array(z.string()).optional(),
  via: z.enum(['token', 'session']),
  /**
   * What opened the session; null for a token. `link` stands for a person, also one who signed in with a provider. A session
   * that a token opened cannot create tokens.
   */
  opened_with: z.enum(['token', 'link']).nullable(),
  expires_at: timeSchema.nullable(),
  /** Every write of a session sends it as X-Coppice-Csrf; null for a token. */
  csrf: z.string().nullable(),
});
export type WhoAnswer = z.infer<typeof whoAnswer>;

export const tokenAnswer = z.object({
  id: z.string(),
  name: z.string(),
  prefix: z.string(),
  scopes: z.array(z.enum(allScopes)),
  /** Slugs with `*`; none means all items. */
  patterns: z.array(z.string()),
  owner: z.string(),
  created_at: timeSchema,
  expires_at: timeSchema.nullable(),
  last_used_at: timeSchema.nullable(),
  revoked_at: timeSchema.nullable(),
});
export type TokenAnswer = z.infer<typeof tokenAnswer>;

const sessionAnswer = z.object({
  id: z.string(),
  /** Like `Firefox on Windows`; empty where the browser is not known. */
  browser: z.string(),
  /** Where it was opened from. */
  ip: z.string().nullable(),
  created_at: timeSchema,
  last_used_at: timeSchema,
  /** When it expires unless it is used before. */
  expires_at: timeSchema,
  /** When it ends in any case. */
  ends_at: timeSchema,
  /** Whether it is the session of this request. */
  current: z.boolean(),
});
export type SessionAnswer = z.infer<typeof sessionAnswer>;

export const replaceFlag = z
  .boolean()
  .default(false)
  .describe(
    'Whether to end the session that this browser has as somebody else; needs its X-Coppice-Csrf. Without it the answer is 409, and `details` says who is signed in and who would be',
  );

const idParams = z.object({ id: z.string().max(64) });
const admin = { access: 'tenant:admin', limit: 'write' } as const;

export const accountRoutes = routeTable({
  signIn: {
    method: 'POST',
    path: '/v1/auth/session',
    summary: 'Sign in with a token or a one-time link: sets a session cookie',
    access: 'open',
    limit: 'write',
    body: z.union([
      z.strictObject({ token: z.string().max(200), replace: replaceFlag }),
      z.strictObject({ link: z.string().max(200), replace: replaceFlag }),
    ]),
    bodyLimit: credentialBody,
    cache: 'never',
    answer: whoAnswer,
    refusals: [401, 403, 409],
  },
  signOut: {
    method: 'POST',
    path: '/v1/auth/logout',
    summary: 'End the session',
    access: 'session',
    limit: 'write',
    confined: true,
    cache: 'never',
    answer: z.object({ ok: z.literal(true) }),
  },
  whoAmI: {
    method: 'GET',
    path: '/v1/auth/whoami',
    summary: 'Who the credential belongs to and what it may do',
    access: 'any',
    limit: 'read',
    cache: 'never',
    answer: whoAnswer,
  },
  listSessions: {
    method: 'GET',
    path: '/v1/profile/sessions',
    summary: 'Where the caller is signed in: their sessions, the last used first',
    access: 'session',
    limit: 'read',
    cache: 'never',
    answer: z.array(sessionAnswer),
  },
  endSession: {
    method: 'DELETE',
    path: '/v1/profile/sessions/{id}',
    summary: 'End a session of the caller, at once on every replica',
    access: 'session',
    limit: 'write',
    params: idParams,
    cache: 'never',
    answer: z.object({ ok: z.literal(true) }),
    refusals: [404],
  },
  endOtherSessions: {
    method: 'DELETE',
    path: '/v1/profile/sessions',
    summary: 'End all sessions of the caller but the one of this request',
    access: 'session',
    limit: 'write',
    cache: 'never',
    answer: z.object({ ended: z.number().int() }),
  },
  listTokens: {
    method: 'GET',
    path: '/v1/profile/tokens',
    summary: "The caller's tokens (for an admin: all tokens of the tenant), without their secret part",
    access: 'session',
    limit: 'read',
    cache: 'never',
    answer: z.array(tokenAnswer),
  },
  createToken: {
    method: 'POST',
    path: '/v1/profile/tokens',
    summary: 'Create a token, which only this response contains',
    access: 'session',
    limit: 'write',
    body: z.strictObject({
      name: z.string().trim().min(1).max(80),
      scopes: z.array(z.enum(scopes)).min(1),
      patterns: z
        .array(namePattern)
        .max(50)
        .default([])
        .describe(
          'The slugs that the token may write to, with `*` as a wildcard; by default all. With any, it changes nothing else, such as settings or members',
        ),
      expires_in_days: z
        .number()
        .int()
        .min(1)
        .max(3_650)
        .nullable()
        .default(90)
        .describe('1 to 3650, or null for a token that does not expire'),
    }),
    cache: 'never',
    answer: tokenAnswer.extend({ token: z.string() }),
    status: 201,
  },
  revokeToken: {
    method: 'DELETE',
    path: '/v1/profile/tokens/{id}',
    summary: 'Revoke a token',
    access: 'session',
    limit: 'write',
    params: idParams,
    cache: 'never',
    answer: z.object({ ok: z.literal(true) }),
    refusals: [404],
  },
  getSettings: {
    ...admin,
    method: 'GET',
    limit: 'read',
    path: '/v1/tenant/settings',
    summary: 'The settings of the tenant',
    cache: 'never',
    answer: tenantSettings,
  },
  changeSettings: {
    ...admin,
    method: 'PATCH',
    path: '/v1/tenant/settings',
    summary: 'Change settings; those that are left out stay as they are',
    body: settingsChanges,
    cache: 'never',
    answer: tenantSettings,
  },
});
