/*
 * Publishing, and the state of what is published: yanked, deprecated, archived, flagged, its owners and channels.
 */

import { z } from 'zod';
import { evaluationClaim } from '../evaluation.js';
import { itemAnswer, versionAnswer } from '../item.js';
import { itemSlugSchema, kindSchema, slugSchema, tagSchema, versionSchema } from '../names.js';
import { routeTable } from '../route.js';
import { itemParams, kindQuery, versionParams } from './catalog.js';

export const absorbsSchema = z.array(itemSlugSchema).max(20);

export const publishMetadata = z.object({
  slug: itemSlugSchema,
  version: versionSchema,
  kind: kindSchema.default('skill'),
  tags: z.array(tagSchema).max(50).default([]),
  when_to_use: z.string().max(1_024).optional(),
  source: z
    .object({ repo: z.string().max(500), commit: z.string().max(100) })
    .optional()
    .describe('Where the content comes from: `{repo, commit}`'),
  absorbs: absorbsSchema
    .optional()
    .describe(
      'Slugs of items of the same kind to archive with it; their names lead to it (owner or curator)',
    ),
  allow_secret: z
    .boolean()
    .default(false)
    .describe('Publish even if a secret is found; needs the scope `tenant:admin`'),
  evaluation: evaluationClaim
    .optional()
    .describe('The result of `coppice eval` that the publisher claims; some tenants require it'),
});
export type PublishMetadata = z.output<typeof publishMetadata>;

/** What moves together in one request. */
export const maxSetVersions = 20;

export const validateAnswer = z.object({
  ok: z.literal(true),
  name: z.string(),
  description: z.string(),
  tags: z.array(z.string()),
  requires: z.array(z.string()),
  size_bytes: z.number().int(),
  digest: z.string(),
  content_digest: z.string(),
  scan: versionAnswer.shape.scan,
  warnings: z.array(z.string()),
});

/** The item after the change. */
export const changeAnswer = z.object({ item: itemAnswer, warnings: z.array(z.string()) });
export type ChangeAnswer = z.infer<typeof changeAnswer>;

const archiveAnswer = changeAnswer.extend({ slug: itemSlugSchema, version: versionSchema.nullable() });

const reasonBody = z.object({ reason: z.string().trim().min(1).max(500) });
const ifUnrequired = {
  if_unrequired: z
    .boolean()
    .default(false)
    .describe('Refuse with 409 if other items require it, instead of naming them in `warnings`'),
};
const optionalReason = z.object({ reason: z.string().trim().max(500).default('') }).default({ reason: '' });

const archiveBody = z
  .object({ reason: z.string().trim().max(500).default(''), ...ifUnrequired })
  .prefault({});

const change = {
  method: 'POST',
  cache: 'never',
  limit: 'write',
  confined: true,
  params: itemParams,
  query: kindQuery,
  refusals: [404],
} as const;

export const publishRoutes = routeTable({
  publish: {
    method: 'POST',
    path: '/v1/skills',
    summary: 'Publish a version (200 if it already exists with the same content)',
    access: 'skills:propose',
    limit: 'publish',
    confined: true,
    upload: { metadata: publishMetadata },
    cache: 'never',
    answer: versionAnswer,
    status: 201,
    otherStatuses: { 200: 'The version exists with the same content' },
    refusals: [409, 413],
  },
  publishSet: {
    method: 'POST',
    path: '/v1/publish-set',
    summary:
      'Publish several versions in one transaction, checked against the state after all of them; one part `bundle` for each entry of `metadata`, in the same order',
    access: 'skills:publish',
    limit: 'publish',
    confined: true,
    upload: { metadata: z.array(publishMetadata).min(1).max(maxSetVersions), many: true },
    bodyLimit: { bytes: 20 * 1_048_576 + 65_536, values: 500 * maxSetVersions, parts: 16 + maxSetVersions },
    cache: 'never',
    answer: z.object({
      versions: z.array(versionAnswer.extend({ outcome: z.enum(['published', 'unchanged']) })),
    }),
    status: 201,
    otherStatuses: { 200: 'All of them exist with the same content' },
    refusals: [409, 413],
  },
  validate: {
    method: 'POST',
    path: '/v1/skills/validate',
    summary: 'Check a bundle as publishing it would, and change nothing',
    access: 'skills:propose',
    limit: 'publish',
    confined: true,
    upload: {},
    cache: 'never',
    answer: validateAnswer,
    refusals: [413],
  },
  yank: {
    ...change,
    path: '/v1/skills/{slug}/versions/{version}/yank',
    summary: 'Exclude a version from new resolutions; locks that have it keep it (owner or admin)',
    access: 'skills:publish',
    params: versionParams,
    body: reasonBody.extend(ifUnrequired),
    answer: versionAnswer,
    refusals: [404, 409],
  },
  unyank: {
    ...change,
    path: '/v1/skills/{slug}/versions/{version}/unyank',
    summary: 'Restore a yanked version (owner or admin)',
    access: 'skills:publish',
    params: versionParams,
    body: optionalReason,
    answer: versionAnswer,
  },
  deprecate: {
    ...change,
    path: '/v1/skills/{slug}/deprecate',
    summary: 'Deprecate an item: it should not be used for new work (owner or admin)',
    access: 'skills:publish',
    body: z.object({
      message: z.string().trim().min(1).max(500),
      replacement: itemSlugSchema.nullable().default(null).describe('The slug of the item to use instead'),
    }),
    answer: changeAnswer,
  },
  undeprecate: {
    ...change,
    path: '/v1/skills/{slug}/undeprecate',
    summary: 'Remove the deprecation (owner or admin)',
    access: 'skills:publish',
    body: optionalReason,
    answer: changeAnswer,
  },
  archive: {
    ...change,
    path: '/v1/skills/{slug}/archive',
    summary:
      'Archive an item: it is left out of the catalog and of new resolutions; locks that have it keep it (admin of the tenant or of the namespace)',
    access: 'namespaces:admin',
    body: archiveBody,
    answer: archiveAnswer,
    refusals: [404, 409],
  },
  unarchive: {
    ...change,
    path: '/v1/skills/{slug}/unarchive',
    summary: 'Restore an archived item (admin of the tenant or of the namespace)',
    access: 'namespaces:admin',
    body: optionalReason,
    answer: archiveAnswer,
  },
  flag: {
    ...change,
    path: '/v1/skills/{slug}/flag',
    summary: 'Flag an item as a candidate for the archive',
    access: 'skills:curate',
    body: optionalReason,
    answer: changeAnswer,
    refusals: [404, 409],
  },
  unflag: {
    ...change,
    path: '/v1/skills/{slug}/unflag',
    summary: 'Remove the flag',
    access: 'skills:curate',
    body: optionalReason,
    answer: changeAnswer,
  },
  setOwners: {
    ...change,
    method: 'PUT',
    path: '/v1/skills/{slug}/owners',
    summary: 'Set the owners of an item, at least one (owner or admin)',
    access: 'skills:publish',
    body: z.object({
      owners: z
        .array(z.string().regex(/^(user|service):.{1,200}$/))
        .min(1)
        .max(50)
        .describe('`user:EMAIL` or `service:NAME`'),
    }),
    cache: 'never',
    answer: changeAnswer,
  },
  setChannel: {
    ...change,
    method: 'PUT',
    path: '/v1/skills/{slug}/channels/{channel}',
    summary: 'Point a channel at a version (owner or admin)',
    access: 'skills:publish',
    params: itemParams.extend({ channel: slugSchema }),
    body: z.object({ version: versionSchema }),
    cache: 'never',
    answer: changeAnswer,
  },
  removeChannel: {
    ...change,
    method: 'DELETE',
    path: '/v1/skills/{slug}/channels/{channel}',
    summary: 'Remove a channel (owner or admin)',
    access: 'skills:publish',
    params: itemParams.extend({ channel: slugSchema }),
    cache: 'never',
    answer: changeAnswer,
  },
});
