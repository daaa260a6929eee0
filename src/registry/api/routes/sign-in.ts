/*
 * Signing in with a provider of identities, and its settings.
 */

import { z } from 'zod';
import { credentialBody, routeTable } from '../route.js';
import { newProvider, providerAnswer, providerChanges } from '../sign-in.js';
import { replaceFlag, whoAnswer } from './account.js';

/** Whether there is one by this name is another question: strangers learn no more than that there is none. */
const slugText = z.string().max(64);
const slugParams = z.object({ slug: slugText });

const waysAnswer = z.object({
  /** Null where nobody signs in with a provider, and where the request has to name the tenant. */
  tenant: z.string().nullable(),
  providers: z.array(z.object({ slug: z.string(), name: z.string() })),
  /** Whether the registry has several tenants, some with providers. */
  needs_tenant: z.boolean(),
});

const finishedAnswer = whoAnswer.extend({
  /** The page where the person wanted to be. */
  back: z.string(),
});

const logoutAnswer = z.object({
  error: z.string().optional(),
  error_description: z.string().optional(),
});

const admin = { access: 'tenant:admin', cache: 'never' } as const;

/** Part of an address of our own pages. */
const backSchema = z
  .string()
  .max(1_000)
  .regex(/^\/(?![/\\])[^\\\p{Cc}]*$/u, 'it must be a page of the registry, such as /drafts')
  .default('/');

const checkAnswer = z.object({
  authorization_endpoint: z.string(),
  /** Whether it says by whom an answer is given (RFC 9207). */
  names_issuer: z.boolean(),
  /** Whether it reports that somebody signed out. */
  reports_logout: z.boolean(),
  keys: z.number().int(),
});

export const signInRoutes = routeTable({
  listSignInWays: {
    method: 'GET',
    path: '/v1/auth/providers',
    summary: 'The providers that the people of a tenant sign in with',
    access: 'open',
    limit: 'read',
    query: z.object({ tenant: slugText.optional() }),
    cache: 'never',
    answer: waysAnswer,
  },
  startSignIn: {
    method: 'POST',
    path: '/v1/auth/providers/{slug}/start',
    summary: 'Begin to sign in with a provider: sets a cookie, and returns the address to send the person to',
    access: 'open',
    limit: 'write',
    params: slugParams,
    body: z.strictObject({ tenant: slugText, back: backSchema }),
    bodyLimit: credentialBody,
    cache: 'never',
    answer: z.object({ location: z.string() }),
    refusals: [403, 404],
  },
  finishSignIn: {
    method: 'POST',
    path: '/v1/auth/callback',
    summary: 'Finish signing in with what the provider put into the address: sets a session cookie',
    access: 'open',
    limit: 'write',
    body: z.strictObject({
      at: z.string().max(200).describe('The path of the page that the provider sent the person to'),
      state: z.string().max(200),
      code: z.string().max(3_000).optional(),
      iss: z.string().max(500).optional(),
      error: z.string().max(200).optional(),
      error_description: z.string().max(500).optional(),
      replace: replaceFlag,
    }),
    bodyLimit: credentialBody,
    cache: 'never',
    answer: finishedAnswer,
    refusals: [403, 409],
  },
  endByProvider: {
    method: 'POST',
    path: '/v1/auth/backchannel-logout/{tenant}/{slug}',
    summary:
      'The provider reports that a person signed out there (OpenID Connect Back-Channel Logout): their sessions end',
    access: 'open',
    limit: 'write',
    params: z.object({ tenant: slugText, slug: slugText }),
    body: z.object({ logout_token: z.string().max(4_000) }),
    form: true,
    bodyLimit: credentialBody,
    cache: 'never',
    answer: logoutAnswer,
    otherStatuses: { 400: 'the token is not a logout token of this provider for this registry' },
  },
  listProviders: {
    ...admin,
    method: 'GET',
    path: '/v1/tenant/providers',
    summary: 'The sign-in providers of the tenant with their settings',
    limit: 'read',
    answer: z.array(providerAnswer),
  },
  createProvider: {
    ...admin,
    method: 'POST',
    path: '/v1/tenant/providers',
    summary: 'Add a sign-in provider',
    limit: 'write',
    body: newProvider,
    answer: providerAnswer,
    status: 201,
    refusals: [409],
  },
  changeProvider: {
    ...admin,
    method: 'PATCH',
    path: '/v1/tenant/providers/{slug}',
    summary: 'Change a sign-in provider; what is left out stays as it is',
    limit: 'write',
    params: slugParams,
    body: providerChanges,
    answer: providerAnswer,
    refusals: [404, 409],
  },
  removeProvider: {
    ...admin,
    method: 'DELETE',
    path: '/v1/tenant/providers/{slug}',
    summary: 'Remove a sign-in provider; the sessions that it opened end',
    limit: 'write',
    params: slugParams,
    answer: z.object({ ok: z.literal(true) }),
    refusals: [404, 409],
  },
  checkProvider: {
    ...admin,
    method: 'POST',
    path: '/v1/tenant/providers/{slug}/check',
    summary: 'Ask the provider what it publishes about itself, to find mistakes in its settings',
    limit: 'write',
    params: slugParams,
    answer: checkAnswer,
    refusals: [404],
  },
});
