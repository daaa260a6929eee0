/*
 * Signing a program in from a browser: a person who is signed in there decides about it. With a code that they type, for a
 * program on another machine (RFC 8628), or with a redirect to a program on the same one (RFC 8252). Bodies and refusals of
 * the two endpoints for programs are those of OAuth.
 */

import { z } from 'zod';
import { allScopes, timeSchema } from '../names.js';
import { credentialBody, routeTable } from '../route.js';

/** The requested scopes, as OAuth writes them: with blanks between. */
const scopeText = z
  .string()
  .max(200)
  .describe('Scopes with blanks between them; those of the person are the most');
const programSchema = z
  .string()
  .trim()
  .min(1)
  .max(80)
  .regex(/^[^\p{Cc}\p{Cf}]*$/u, 'the name of a program has no control characters')
  .describe('What the person sees: the program and the machine');

const deviceAnswer = z.object({
  device_code: z.string(),
  user_code: z.string(),
  verification_uri: z.string(),
  expires_in: z.number().int(),
  interval: z.number().int(),
});

const exchangeAnswer = z.union([
  z.object({
    access_token: z.string(),
    token_type: z.literal('Bearer'),
    expires_in: z.number().int(),
    scope: z.string(),
    tenant: z.string(),
  }),
  z.object({ error: z.string(), error_description: z.string() }),
]);

const programAnswer = z.object({
  program: z.string(),
  scopes: z.array(z.enum(allScopes)),
  /** Where it was started from. */
  ip: z.string().nullable(),
  created_at: timeSchema,
});

/** Typed by a person: in any case, with or without the hyphen. */
const userCodeParams = z.object({ code: z.string().max(20) });
const person = { access: 'session', cache: 'never' } as const;

export const programRoutes = routeTable({
  startDevice: {
    method: 'POST',
    path: '/v1/auth/device_authorization',
    summary: 'Begin to sign a program in: the person types `user_code` at `verification_uri` (RFC 8628)',
    access: 'open',
    limit: 'write',
    body: z.object({ client_id: programSchema, scope: scopeText.optional() }),
    form: true,
    bodyLimit: credentialBody,
    cache: 'never',
    answer: deviceAnswer,
  },
  exchangeCode: {
    method: 'POST',
    path: '/v1/auth/token',
    summary: 'The token of a program, once a person has agreed (RFC 8628, RFC 6749)',
    access: 'open',
    limit: 'write',
    body: z.object({
      grant_type: z
        .string()
        .max(100)
        .describe('`urn:ietf:params:oauth:grant-type:device_code`, or `authorization_code`'),
      device_code: z.string().max(200).optional(),
      code: z.string().max(200).optional(),
      redirect_uri: z.string().max(300).optional(),
      code_verifier: z.string().max(128).optional(),
    }),
    form: true,
    bodyLimit: credentialBody,
    cache: 'never',
    answer: exchangeAnswer,
    otherStatuses: {
      400: '`authorization_pending`, `slow_down`, `access_denied`, `expired_token`, `invalid_grant` or `unsupported_grant_type`, as `error`',
    },
  },
  getProgram: {
    ...person,
    method: 'GET',
    path: '/v1/auth/programs/{code}',
    summary: 'The program that shows this code',
    limit: 'read',
    params: userCodeParams,
    answer: programAnswer,
    refusals: [404],
  },
  decideProgram: {
    ...person,
    method: 'POST',
    path: '/v1/auth/programs/{code}',
    summary: 'Let the program that shows this code act for the caller, or refuse it',
    limit: 'write',
    params: userCodeParams,
    body: z.strictObject({ approve: z.boolean() }),
    answer: z.object({ ok: z.literal(true) }),
    refusals: [404],
  },
  authorizeProgram: {
    ...person,
    method: 'POST',
    path: '/v1/auth/authorize',
    summary: 'Let a program on the machine of the caller act for them: returns the address to go to',
    limit: 'write',
    body: z.strictObject({
      program: programSchema,
      scope: scopeText.default(''),
      redirect_uri: z
        .string()
        .max(300)
        .describe('http://127.0.0.1:PORT/ or http://[::1]:PORT/ with a path, and no other'),
      state: z.string().min(1).max(200),
      code_challenge: z.string().regex(/^[\w-]{43}$/, 'a challenge of PKCE has 43 characters'),
      code_challenge_method: z.literal('S256'),
    }),
    answer: z.object({ location: z.string() }),
  },
});
