/*
 * The resolution of a manifest: the items that it requires, the versions that are locked, and the graph that satisfies
 * both.
 */

import { z } from 'zod';
import { digestSchema, itemSlugSchema, kindSchema, versionSchema } from './names.js';

/** Why no version was chosen. Only what was never published may still come: it is a forward reference. */
export const unresolvedCauses = ['unpublished', 'archived', 'yanked', 'no-version'] as const;
export type UnresolvedCause = (typeof unresolvedCauses)[number];

/** An npm semver range; `*` is any stable version. */
export const rangeSchema = z.string().trim().min(1).max(256);

export const resolveRequest = z.object({
  items: z
    .array(
      z.object({ kind: kindSchema.default('skill'), slug: itemSlugSchema, range: rangeSchema.default('*') }),
    )
    .max(1_000)
    .describe('What the manifest requires: `{kind, slug, range}`'),
  locked: z
    .array(z.object({ kind: kindSchema.default('skill'), slug: itemSlugSchema, version: versionSchema }))
    .max(10_000)
    .default([])
    .describe(
      'The versions in the lock, which are kept where they satisfy the ranges: `{kind, slug, version}`',
    ),
  namespaces: z
    .boolean()
    .optional()
    .describe('Whether the client understands names such as `@team/skill`; without it they are refused'),
});
export type ResolveRequest = z.output<typeof resolveRequest>;

export const resolvedNode = z.object({
  kind: kindSchema,
  slug: itemSlugSchema,
  version: versionSchema,
  digest: digestSchema,
  content_digest: digestSchema,
  size_bytes: z.number().int(),
  requires: z.array(z.string()),
  /** 0 for an item of the manifest. */
  depth: z.number().int(),
});
export type ResolvedNode = z.infer<typeof resolvedNode>;

const unresolvedNode = z.object({
  kind: kindSchema,
  slug: itemSlugSchema,
  range: z.string(),
  /** `slug@version` of the item that requires it; null for the manifest. */
  required_by: z.string().nullable(),
  /** Absent in the answer of a registry before 0.2, like the keys below. */
  cause: z.enum(unresolvedCauses).optional(),
  /** The cause for people: `it was archived by user:ada@example.com on 2026-01-15: replaced by otel`. */
  reason: z.string().optional(),
  /** Where the name of an absorbed item leads: a published item of the same kind. */
  absorbed_into: itemSlugSchema.optional(),
  /** Published items of the same name and another kind, then those with a similar name. */
  similar: z.array(z.object({ kind: kindSchema, slug: itemSlugSchema })).optional(),
});
export type UnresolvedNode = z.infer<typeof unresolvedNode>;

export const resolveAnswer = z.object({
  nodes: z.array(resolvedNode),
  unresolved: z.array(unresolvedNode),
  /** About items that are flagged or deprecated, by name. */
  warnings: z.array(z.string()),
});
export type ResolveAnswer = z.infer<typeof resolveAnswer>;
