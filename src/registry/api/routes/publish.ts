/*
 * Publishing, and what may be said about what is published: yanked, deprecated, archived, flagged, owned, named.
 */

import { z } from 'zod';
import { itemAnswer, versionAnswer } from '../item.js';
import { kindSchema, slugSchema, tagSchema, versionSchema } from '../names.js';
import { routeTable } from '../route.js';
import { itemParams, kindQuery, versionParams } from './catalog.js';

export const publishMetadata = z.object({
  slug: slugSchema,
  version: versionSchema,
  kind: kindSchema.default('skill'),
  tags: z.array(tagSchema).max(50).default([]),
  when_to_use: z.string().max(1_024).optional(),
  source: z.object({ repo: z.string().max(500), commit: z.string().max(100) }).optional(),
  /** Publishes although a secret was found; needs the scope tenant:admin. */
  allow_secret: z.boolean().default(false),
});
export type PublishMetadata = z.output<typeof publishMetadata>;

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

/** The item after the change, and what is worth knowing about it. */
export const changeAnswer = z.object({ item: itemAnswer, warnings: z.array(z.string()) });
export type ChangeAnswer = z.infer<typeof changeAnswer>;

const archiveAnswer = changeAnswer.extend({ slug: slugSchema, version: versionSchema.nullable() });

const reasonBody = z.object({ reason: z.string().trim().min(1).max(500) });
const optionalReason = z.object({ reason: z.string().trim().max(500).default('') }).default({ reason: '' });

const change = {
  method: 'POST',
  limit: 'write',
  params: itemParams,
  query: kindQuery,
  refusals: [404],
} as const;

export const publishRoutes = routeTable({
  publish: {
    method: 'POST',
    path: '/v1/skills',
    summary: 'Publish a version (200 where the same content is there already)',
    access: 'skills:publish',
    limit: 'publish',
    upload: { metadata: publishMetadata },
    answer: versionAnswer,
    status: 201,
    otherStatuses: { 200: 'The same content is there already' },
    refusals: [409, 413],
  },
  validate: {
    method: 'POST',
    path: '/v1/skills/validate',
    summary: 'Check a bundle as a publish would, and change nothing',
    access: 'skills:publish',
    limit: 'publish',
    upload: {},
    answer: validateAnswer,
    refusals: [413],
  },
  yank: {
    ...change,
    path: '/v1/skills/{slug}/versions/{version}/yank',
    summary: 'Take a version out of new resolutions; locks keep it (owner or admin)',
    access: 'skills:publish',
    params: versionParams,
    body: reasonBody,
    answer: versionAnswer,
  },
  unyank: {
    ...change,
    path: '/v1/skills/{slug}/versions/{version}/unyank',
    summary: 'Bring a yanked version back (owner or admin)',
    access: 'skills:publish',
    params: versionParams,
    body: optionalReason,
    answer: versionAnswer,
  },
  deprecate: {
    ...change,
    path: '/v1/skills/{slug}/deprecate',
    summary: 'Say that an item should not be used for new work (owner or admin)',
    access: 'skills:publish',
    body: z.object({
      message: z.string().trim().min(1).max(500),
      replacement: slugSchema.nullable().default(null),
    }),
    answer: changeAnswer,
  },
  undeprecate: {
    ...change,
    path: '/v1/skills/{slug}/undeprecate',
    summary: 'Take the deprecation back (owner or admin)',
    access: 'skills:publish',
    body: optionalReason,
    answer: changeAnswer,
  },
  archive: {
    ...change,
    path: '/v1/skills/{slug}/archive',
    summary: 'Archive an item: gone from the catalog and from new resolutions, kept for locks',
    access: 'tenant:admin',
    body: optionalReason,
    answer: archiveAnswer,
  },
  unarchive: {
    ...change,
    path: '/v1/skills/{slug}/unarchive',
    summary: 'Bring an archived item back',
    access: 'tenant:admin',
    body: optionalReason,
    answer: archiveAnswer,
  },
  flag: {
    ...change,
    path: '/v1/skills/{slug}/flag',
    summary: 'Mark an item as a candidate for the archive',
    access: 'skills:curate',
    body: optionalReason,
    answer: changeAnswer,
    refusals: [404, 409],
  },
  unflag: {
    ...change,
    path: '/v1/skills/{slug}/unflag',
    summary: 'Take the mark off',
    access: 'skills:curate',
    body: optionalReason,
    answer: changeAnswer,
  },
  setOwners: {
    ...change,
    method: 'PUT',
    path: '/v1/skills/{slug}/owners',
    summary: 'Say who owns an item (owner or admin); at least one stays',
    access: 'skills:publish',
    body: z.object({
      owners: z
        .array(z.string().regex(/^(user|service):.{1,200}$/))
        .min(1)
        .max(50),
    }),
    answer: changeAnswer,
  },
  setChannel: {
    ...change,
    method: 'PUT',
    path: '/v1/skills/{slug}/channels/{channel}',
    summary: 'Name a version (owner or admin)',
    access: 'skills:publish',
    params: itemParams.extend({ channel: slugSchema }),
    body: z.object({ version: versionSchema }),
    answer: changeAnswer,
  },
  removeChannel: {
    ...change,
    method: 'DELETE',
    path: '/v1/skills/{slug}/channels/{channel}',
    summary: 'Take a name off (owner or admin)',
    access: 'skills:publish',
    params: itemParams.extend({ channel: slugSchema }),
    answer: changeAnswer,
  },
});
