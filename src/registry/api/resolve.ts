/*
 * The resolution of a manifest: the items that it requires, the versions that are locked, and the graph that satisfies
 * both.
 */

import { z } from 'zod';
import { digestSchema, kindSchema, slugSchema, versionSchema } from './names.js';

/** An npm semver range; `*` is any stable version. */
export const rangeSchema = z.string().trim().min(1).max(256);

export const resolveRequest = z.object({
  items: z
    .array(z.object({ kind: kindSchema.default('skill'), slug: slugSchema, range: rangeSchema.default('*') }))
    .max(1_000),
  locked: z
    .array(z.object({ kind: kindSchema.default('skill'), slug: slugSchema, version: versionSchema }))
    .max(10_000)
    .default([]),
});
export type ResolveRequest = z.output<typeof resolveRequest>;

export const resolvedNode = z.object({
  kind: kindSchema,
  slug: slugSchema,
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
  slug: slugSchema,
  range: z.string(),
  /** `slug@version` of the item that requires it; null for the manifest. */
  required_by: z.string().nullable(),
});

export const resolveAnswer = z.object({
  nodes: z.array(resolvedNode),
  unresolved: z.array(unresolvedNode),
  /** About items that are flagged or deprecated, by name. */
  warnings: z.array(z.string()),
});
export type ResolveAnswer = z.infer<typeof resolveAnswer>;
