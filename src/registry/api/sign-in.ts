/*
 * How the people of a tenant sign in: a provider of identities (OpenID Connect) and what its word is taken for.
 */

import { z } from 'zod';
import { roles, timeSchema } from './names.js';

const providerSlugSchema = z
  .string()
  .regex(
    /^[a-z0-9][a-z0-9-]{0,39}$/,
    'the name of a provider in addresses is 1 to 40 lower-case letters, digits and hyphens, no hyphen first',
  );

/** Exactly as the provider writes it: it is compared as text. Plain http is for a provider on the same machine. */
export const issuerSchema = z
  .string()
  .max(500)
  .refine(isIssuer, 'an issuer is an https address without query, fragment and password');

const clientIdSchema = z.string().trim().min(1).max(200);
const clientSecretSchema = z.string().min(1).max(1_000);
const claimSchema = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .describe('The name of a claim; dots lead into nested ones, as in `realm_access.roles`');

export const providerSettings = z.strictObject({
  name: z.string().trim().max(60).default('').describe('On the button; by default the host of the issuer'),
  enabled: z.boolean().default(true).describe('Without it nobody signs in here, and its sessions end'),
  scopes: z
    .array(z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]{1,100}$/))
    .max(20)
    .default(['email', 'profile'])
    .describe('Requested besides `openid`'),
  link: z
    .boolean()
    .default(true)
    .describe('Whether a member who signs in for the first time is recognised by a verified address'),
  verified_claim: claimSchema
    .default('email_verified')
    .describe('The claim that says that the address was verified'),
  join: z.boolean().default(false).describe('Whether people who are no members become some by signing in'),
  join_role: z.enum(roles).exclude(['admin']).default('viewer').describe('The role of those who join'),
  join_domains: z
    .array(z.string().regex(/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/, 'a domain is like example.com'))
    .max(50)
    .default([])
    .describe('Only people with addresses in these domains may join; by default all that the provider knows'),
  groups_claim: claimSchema
    .nullable()
    .default(null)
    .describe('The claim with the groups of a person; the roles of groups follow from it'),
  external_id_claim: claimSchema
    .nullable()
    .default(null)
    .describe('The claim that is the `externalId` of SCIM: `sub` for Okta, `oid` for Entra ID'),
  max_hours: z
    .number()
    .int()
    .min(1)
    .max(2_160)
    .default(168)
    .describe('After how many hours a person has to sign in again in any case'),
});
export type ProviderSettings = z.infer<typeof providerSettings>;

const changes = Object.fromEntries(
  // A default would change what was left out.
  Object.entries(providerSettings.shape).map(([name, schema]) => [name, schema.unwrap()]),
) as {
  readonly [K in keyof typeof providerSettings.shape]: ReturnType<
    (typeof providerSettings.shape)[K]['unwrap']
  >;
};

export const newProvider = z.strictObject({
  slug: providerSlugSchema,
  issuer: issuerSchema,
  client_id: clientIdSchema,
  client_secret: clientSecretSchema.nullable().default(null).describe('Null for a public client'),
  ...providerSettings.shape,
});
export type NewProvider = z.infer<typeof newProvider>;

export const providerChanges = z
  .strictObject({
    issuer: issuerSchema.describe('A new issuer does not get the secret of the old one: send it again'),
    client_id: clientIdSchema,
    client_secret: clientSecretSchema.nullable(),
    ...changes,
  })
  .partial();
export type ProviderChanges = z.infer<typeof providerChanges>;

export const providerAnswer = z.object({
  slug: z.string(),
  /** Those that the environment of the server names are changed there. */
  source: z.enum(['settings', 'environment']),
  issuer: z.string(),
  client_id: z.string(),
  /** The secret itself is never shown. */
  has_secret: z.boolean(),
  settings: providerSettings,
  /** To be registered at the provider. */
  redirect_uri: z.string(),
  logout_uri: z.string(),
  created_at: timeSchema.nullable(),
});
export type ProviderAnswer = z.infer<typeof providerAnswer>;

function isIssuer(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || /[?#\s]/.test(text) || url.username !== '' || url.password !== '') return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isThisMachine(url.hostname));
}

export function isThisMachine(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}
