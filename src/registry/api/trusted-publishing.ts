/*
 * Trusted publishers: which runs of a CI provider may publish which items, and the run that a version comes from.
 */

import { z } from 'zod';
import { itemSlugSchema, timeSchema } from './names.js';
import { issuerSchema } from './sign-in.js';

export const ciProviders = ['github', 'gitlab', 'forgejo', 'other'] as const;
export type CiProvider = (typeof ciProviders)[number];

/** The run that published a version, as the identity token of its provider said. */
export const ciRun = z.object({
  provider: z.enum(ciProviders),
  issuer: z.string(),
  /** The name of the trusted publisher. */
  publisher: z.string(),
  repository: z.string(),
  /** Null where the provider does not say. */
  commit: z.string().nullable(),
  ref: z.string().nullable(),
  workflow: z.string().nullable(),
  environment: z.string().nullable(),
  /** The page of the run, where its address follows from the token. */
  url: z.string().nullable(),
});
export type CiRun = z.infer<typeof ciRun>;

const idSchema = z.string().regex(/^\d{1,20}$/, 'an id is a number');
const pathSchema = z
  .string()
  .max(300)
  .regex(/^[^@\s]+$/, 'a path has no blank and no @');
const environmentSchema = z
  .string()
  .min(1)
  .max(255)
  .nullable()
  .default(null)
  .describe('The environment that the job must run in; null for any');

const common = {
  name: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'a name is 1 to 40 lower-case letters, digits and hyphens')
    .describe('What it publishes is published by `service:ci.NAME`'),
  slugs: z.array(itemSlugSchema).min(1).max(50).describe('The items that it may publish new versions of'),
  jwks: z
    .object({ keys: z.array(z.record(z.string(), z.unknown())).min(1).max(10) })
    .nullable()
    .default(null)
    .describe('The public keys of an issuer that the registry cannot reach; null to fetch them'),
};

const ofWorkflow = {
  repository_id: idSchema.describe('The immutable id of the repository'),
  owner_id: idSchema.describe('The immutable id of its owner'),
  workflow: pathSchema.describe('The file of the workflow, such as `.github/workflows/publish.yml`'),
  environment: environmentSchema,
};

export const newPublisher = z.discriminatedUnion('provider', [
  z.strictObject({
    provider: z.literal('github'),
    ...common,
    issuer: issuerSchema.default('https://token.actions.githubusercontent.com'),
    ...ofWorkflow,
  }),
  z.strictObject({ provider: z.literal('forgejo'), ...common, issuer: issuerSchema, ...ofWorkflow }),
  z.strictObject({
    provider: z.literal('gitlab'),
    ...common,
    issuer: issuerSchema.default('https://gitlab.com'),
    project_id: idSchema.describe('The immutable id of the project'),
    namespace_id: idSchema.describe('The immutable id of its namespace'),
    workflow: pathSchema.default('.gitlab-ci.yml').describe('The file of the pipeline'),
    environment: environmentSchema,
  }),
  z.strictObject({
    provider: z.literal('other'),
    ...common,
    issuer: issuerSchema,
    claims: z
      .record(z.string().max(100), z.string().max(500))
      .refine((claims) => Object.keys(claims).some((name) => !['iss', 'aud'].includes(name)), {
        error: 'name the claims that tell the runs that are trusted from others',
      })
      .describe('Claims that the identity token must have, with exactly these values'),
  }),
]);
export type NewPublisher = z.infer<typeof newPublisher>;

export const publisherAnswer = z.object({
  id: z.string(),
  name: z.string(),
  provider: z.enum(ciProviders),
  issuer: z.string(),
  claims: z.record(z.string(), z.string()),
  slugs: z.array(z.string()),
  offline_keys: z.boolean(),
  created_by: z.string(),
  created_at: timeSchema,
});
export type PublisherAnswer = z.infer<typeof publisherAnswer>;
