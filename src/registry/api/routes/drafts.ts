/*
 * Drafts: what agents and people propose, for a person to read, edit and publish, or discard.
 */

import { z } from 'zod';
import { evaluationAnswer, evaluationClaim } from '../evaluation.js';
import { fileSchema, versionAnswer } from '../item.js';
import {
  draftStates,
  itemSlugSchema,
  itemStates,
  kindSchema,
  reviewVerdicts,
  tagSchema,
  timeSchema,
  versionSchema,
} from '../names.js';
import { approvalRule } from '../rights.js';
import { pageOf, pageQuery, routeTable } from '../route.js';
import { absorbsSchema } from './publish.js';

const draftOrigins = ['cli', 'evolver', 'web', 'agent'] as const;

const createMetadata = z.object({
  slug: itemSlugSchema,
  kind: kindSchema.default('skill'),
  origin: z.enum(draftOrigins).default('cli').describe('What made the proposal'),
  notes: z.string().max(10_000).default('').describe('What reviewers should know'),
  tags: z.array(tagSchema).max(50).default([]),
  when_to_use: z.string().max(1_024).optional(),
  evaluation: evaluationClaim.optional().describe('The result of `coppice eval` that the proposer claims'),
  absorbs: absorbsSchema.optional().describe('Slugs of items of the same kind that it would absorb'),
  version: versionSchema.optional().describe('The version that the proposer would publish it as'),
  source: z
    .object({ repo: z.string().max(500), commit: z.string().max(100) })
    .optional()
    .describe('Where the content comes from: `{repo, commit}`'),
});
export type DraftMetadata = z.output<typeof createMetadata>;

const approvalAnswer = z.object({
  /** The approvals that a publish under this name needs; null for none. */
  rule: approvalRule.nullable(),
  approved_by: z.array(z.string()),
  changes_requested_by: z.array(z.string()),
  /** How many approvals are missing. */
  missing: z.number().int(),
  /** The latest word of each reviewer, the oldest first. */
  reviews: z.array(
    z.object({
      by: z.string(),
      verdict: z.enum(reviewVerdicts),
      comment: z.string(),
      revision: z.number().int(),
      at: timeSchema,
      /**
       * Why it does not count: it is about other content or another name, the reviewer has no right to decide (any more), or
       * they wrote the draft; null where it counts.
       */
      uncounted: z.enum(['other-content', 'no-right', 'own']).nullable(),
    }),
  ),
});

export const draftAnswer = z.object({
  id: z.string(),
  kind: kindSchema,
  slug: itemSlugSchema,
  state: z.enum(draftStates),
  origin: z.enum(draftOrigins),
  notes: z.string(),
  description: z.string(),
  when_to_use: z.string().nullable(),
  tags: z.array(z.string()),
  revision: z.number().int(),
  content_digest: z.string(),
  created_by: z.string(),
  created_at: timeSchema,
  reviewed_by: z.string().nullable(),
  reviewed_at: timeSchema.nullable(),
  published_version: versionSchema.nullable(),
  /** The version that the proposer would publish it as; absent in the answer of a registry before 0.2. */
  wanted_version: versionSchema.nullable().optional(),
  /** What it waits for, and what reviewers said; only in the answer for one draft. */
  approval: approvalAnswer.optional(),
  /** What is claimed about exactly this content, as of a version; only in the answer for one draft. */
  evaluations: z.array(evaluationAnswer).optional(),
  /**
   * Items that it absorbs when it is published, and who has agreed; null where it waits for an owner or a curator. Absent
   * in the answer of a registry before 0.2.
   */
  absorbs: z
    .array(
      z.object({
        slug: itemSlugSchema,
        state: z.enum(itemStates),
        owners: z.array(z.string()),
        agreed_by: z.string().nullable(),
        agreed_at: timeSchema.nullable(),
      }),
    )
    .optional(),
  /** Published items that are similar, the closest first. */
  similar: z.array(
    z.object({
      slug: itemSlugSchema,
      kind: kindSchema,
      /** From 0 to 1. */
      similarity: z.number(),
      /** `meaning` where a model compared them, else `letters`. */
      measure: z.enum(['meaning', 'letters']),
    }),
  ),
});
export type DraftAnswer = z.infer<typeof draftAnswer>;

const draftDiff = z.object({
  /** Newest first, at most 50; each diff is against the previous revision, and empty for the first. */
  revisions: z.array(
    z.object({ revision: z.number().int(), by: z.string(), at: timeSchema, diff: z.string() }),
  ),
  published: z.object({ version: versionSchema, diff: z.string() }).nullable(),
});
export type DraftDiff = z.infer<typeof draftDiff>;

const expectedRevision = z
  .number()
  .int()
  .optional()
  .describe('Refuse with 409 if the draft is at another revision');

const draftChanges = z.strictObject({
  slug: itemSlugSchema.optional(),
  description: z.string().trim().min(1).max(1_024).optional(),
  when_to_use: z.string().max(1_024).optional().describe('An empty text removes it'),
  tags: z.array(tagSchema).max(50).optional(),
  notes: z.string().max(10_000).optional(),
  skill_md: z
    .string()
    .max(1_000_000)
    .optional()
    .describe('The whole SKILL.md, instead of `description`, `when_to_use` and `tags`'),
  absorbs: absorbsSchema.optional().describe('Replaces the items that it would absorb'),
  expected_revision: expectedRevision,
});
export type DraftChanges = z.output<typeof draftChanges>;

const draftParams = z.object({ id: z.uuid() });
const draft = { limit: 'write', confined: true, params: draftParams, refusals: [404, 409] } as const;

export const draftRoutes = routeTable({
  createDraft: {
    method: 'POST',
    path: '/v1/drafts',
    summary: 'Propose a bundle as a draft',
    access: 'skills:propose',
    limit: 'publish',
    confined: true,
    upload: { metadata: createMetadata },
    cache: 'never',
    answer: draftAnswer,
    status: 201,
    refusals: [413],
  },
  listDrafts: {
    method: 'GET',
    path: '/v1/drafts',
    summary: 'Drafts, newest first',
    access: 'skills:propose',
    limit: 'read',
    query: z.object({ ...pageQuery, state: z.enum([...draftStates, 'all']).default('pending') }),
    cache: 'validated',
    answer: pageOf(draftAnswer),
  },
  getDraft: {
    ...draft,
    method: 'GET',
    path: '/v1/drafts/{id}',
    summary: 'A draft',
    access: 'skills:propose',
    limit: 'read',
    cache: 'validated',
    answer: draftAnswer,
  },
  getDraftSkillMd: {
    ...draft,
    method: 'GET',
    path: '/v1/drafts/{id}/skill-md',
    summary: 'The SKILL.md of a draft, in its newest or a given revision',
    access: 'skills:propose',
    limit: 'read',
    query: z.object({ revision: z.coerce.number().int().min(1).optional() }),
    cache: 'validated',
    answer: 'text/markdown; charset=utf-8',
  },
  listDraftFiles: {
    ...draft,
    method: 'GET',
    path: '/v1/drafts/{id}/files',
    summary: 'The files of a draft in its newest revision',
    access: 'skills:propose',
    limit: 'read',
    cache: 'validated',
    answer: z.array(fileSchema),
  },
  getDraftFile: {
    ...draft,
    method: 'GET',
    path: '/v1/drafts/{id}/files/{path*}',
    summary: 'One file of a draft in its newest revision',
    access: 'skills:propose',
    limit: 'read',
    params: draftParams.extend({ path: z.string().min(1).max(1_024) }),
    cache: 'validated',
    answer: 'application/octet-stream',
  },
  getDraftDiff: {
    ...draft,
    method: 'GET',
    path: '/v1/drafts/{id}/diff',
    summary: 'What the revisions changed, and how the draft differs from the published item',
    access: 'skills:propose',
    limit: 'read',
    cache: 'validated',
    answer: draftDiff,
  },
  editDraft: {
    ...draft,
    method: 'PATCH',
    path: '/v1/drafts/{id}',
    summary:
      'Edit a pending draft, as a new revision (who proposed it, or a curator); the fields are changed in its SKILL.md',
    access: 'skills:propose',
    body: draftChanges,
    bodyLimit: { bytes: 1_048_576 },
    cache: 'never',
    answer: draftAnswer,
  },
  consentToDraft: {
    ...draft,
    method: 'POST',
    path: '/v1/drafts/{id}/consent',
    summary: 'Agree that a draft absorbs an item, or take that back (owner of the item, or curator)',
    access: 'skills:publish',
    body: z.object({
      slug: itemSlugSchema,
      agree: z.boolean().default(true),
      expected_revision: expectedRevision,
    }),
    cache: 'never',
    answer: draftAnswer,
  },
  reviewDraft: {
    ...draft,
    method: 'POST',
    path: '/v1/drafts/{id}/review',
    summary: 'Approve a draft, or ask for changes; it counts while the draft has this content and name',
    access: 'skills:publish',
    body: z.strictObject({
      verdict: z.enum(reviewVerdicts),
      comment: z.string().trim().max(10_000).default(''),
      expected_revision: expectedRevision,
    }),
    cache: 'never',
    answer: draftAnswer,
  },
  publishDraft: {
    ...draft,
    method: 'POST',
    path: '/v1/drafts/{id}/publish',
    summary:
      'Publish a pending draft as a version (who proposed it, or a curator), with the same checks as for any published version and with the approvals that its namespace requires',
    access: 'skills:publish',
    limit: 'publish',
    confined: true,
    body: z.object({
      version: versionSchema,
      slug: itemSlugSchema.optional().describe('By default that of the draft'),
      expected_revision: expectedRevision,
    }),
    cache: 'never',
    answer: z.object({ draft_id: z.string(), version: versionAnswer }),
  },
  discardDraft: {
    ...draft,
    method: 'POST',
    path: '/v1/drafts/{id}/discard',
    summary: 'Discard a pending draft (who proposed it, or a curator)',
    access: 'skills:propose',
    body: z.object({ reason: z.string().max(500).default('') }).default({ reason: '' }),
    cache: 'never',
    answer: draftAnswer,
  },
});
