/*
 * Items and their versions as the API returns them. An item has a state and a latest version; a version never changes,
 * except that it can be yanked.
 */

import { z } from 'zod';
import { evaluationAnswer } from './evaluation.js';
import { digestSchema, itemSlugSchema, itemStates, kindSchema, timeSchema, versionSchema } from './names.js';
import { ciRun } from './trusted-publishing.js';

export const fileSchema = z.object({
  path: z.string(),
  digest: digestSchema,
  size_bytes: z.number().int(),
  executable: z.boolean(),
});

const findingSchema = z.object({
  rule: z.string(),
  severity: z.string(),
  confidence: z.string(),
  file: z.string(),
  line: z.number().int().nullable(),
  excerpt: z.string(),
  why: z.string(),
});

const yankedSchema = z.object({ reason: z.string(), at: timeSchema, by: z.string() });

export const versionAnswer = z.object({
  kind: kindSchema,
  slug: itemSlugSchema,
  version: versionSchema,
  digest: digestSchema,
  content_digest: digestSchema,
  size_bytes: z.number().int(),
  unpacked_bytes: z.number().int(),
  name: z.string(),
  description: z.string(),
  when_to_use: z.string().nullable(),
  tags: z.array(z.string()),
  /** As written: `slug` or `slug@range`. */
  requires: z.array(z.string()),
  files: z.array(fileSchema),
  published_by: z.string(),
  published_at: timeSchema,
  source: z.object({ repo: z.string(), commit: z.string() }).nullable(),
  /** The run of CI that published it, as its provider confirmed. Absent in the answer of a registry before 0.2. */
  ci_run: ciRun.nullable().optional(),
  scan: z.object({ verdict: z.enum(['pass', 'review', 'warn', 'block']), findings: z.array(findingSchema) }),
  yanked: yankedSchema.nullable(),
  /**
   * What publishers claim about exactly this content, the newest first, at most ten. Absent in the answer of a registry
   * before 0.2.
   */
  evaluations: z.array(evaluationAnswer).optional(),
  /** Only in the answer to a publish or a yank. */
  warnings: z.array(z.string()).optional(),
});
export type VersionAnswer = z.infer<typeof versionAnswer>;

export const versionSummary = versionAnswer
  .pick({
    version: true,
    digest: true,
    content_digest: true,
    size_bytes: true,
    published_by: true,
    published_at: true,
    yanked: true,
  })
  .extend({
    /** The description, cut at 200 characters. */
    change_summary: z.string(),
    is_latest: z.boolean(),
  });
export type VersionSummary = z.infer<typeof versionSummary>;

export const itemAnswer = z.object({
  kind: kindSchema,
  slug: itemSlugSchema,
  state: z.enum(itemStates),
  /** Null where nobody gave a reason. */
  state_reason: z.string().nullable(),
  state_at: timeSchema,
  /** The latest version, which the keys up to `requires` describe; null where every version is yanked. */
  version: versionSchema.nullable(),
  digest: digestSchema.nullable(),
  content_digest: digestSchema.nullable(),
  size_bytes: z.number().int().nullable(),
  name: z.string(),
  description: z.string(),
  when_to_use: z.string().nullable(),
  tags: z.array(z.string()),
  requires: z.array(z.string()),
  scan_verdict: z.enum(['pass', 'review', 'warn', 'block']),
  published_at: timeSchema.nullable(),
  /** Slugs of live items whose latest version requires this one. */
  used_by: z.array(z.string()),
  owners: z.array(z.string()),
  /** Named versions. */
  channels: z.record(z.string(), versionSchema),
  deprecated: z.object({ message: z.string(), replacement: itemSlugSchema.nullable() }).nullable(),
  /** The slug of the item that absorbed an archived one. Absent in the answer of a registry before 0.2. */
  absorbed_into: itemSlugSchema.nullable().optional(),
  /** Everything that keeps the item from decaying: uses, views and downloads together. */
  use_count: z.number().int(),
  last_used_at: timeSchema.nullable(),
  created_at: timeSchema,
  /** What `use_count` is made of, and installs, which are no use. Absent in the answer of a registry before 0.2. */
  usage: z
    .object({
      /** Reported by projects in which the item was really used. */
      uses: z.number().int(),
      views: z.number().int(),
      downloads: z.number().int(),
      installs: z.number().int(),
      /** Projects that installed or used it, as far as events are kept. */
      projects: z.number().int(),
      /** Reported beyond what is trusted of one caller on a day: counted nowhere else. */
      unverified: z.number().int().optional(),
    })
    .optional(),
});
export type ItemAnswer = z.infer<typeof itemAnswer>;

/** A row of the catalog: an item without the keys that only its own page needs. */
export const itemRow = itemAnswer
  .omit({ used_by: true, owners: true, channels: true, requires: true, usage: true })
  .extend({
    similarity: z.number().optional(),
    /** In a search by words: how likely it is that this is what was searched for. */
    score: z.number().optional(),
    /** How often projects used it: `uses` of `usage`. Absent in the answer of a registry before 0.2. */
    uses: z.number().int().optional(),
  });
export type ItemRow = z.infer<typeof itemRow>;

const edge = { slug: itemSlugSchema, version_range: z.string() };

export const dependencyAnswer = z.object({
  ...edge,
  depth: z.number().int(),
  /** Absent where nothing published fits: a forward reference. */
  version: versionSchema.optional(),
  digest: digestSchema.optional(),
});
export type DependencyAnswer = z.infer<typeof dependencyAnswer>;

export const referrerAnswer = z.object({ kind: kindSchema, ...edge, version: versionSchema });
export type ReferrerAnswer = z.infer<typeof referrerAnswer>;

/** A published item that says the same as another one. */
export const nearItem = z.object({
  kind: kindSchema,
  slug: itemSlugSchema,
  name: z.string(),
  description: z.string(),
  /** From 0 to 1. */
  score: z.number(),
  /** False where the purpose only may be the same. */
  sure: z.boolean(),
});
export type NearItem = z.infer<typeof nearItem>;

export const itemDetail = itemAnswer.omit({ requires: true }).extend({
  requires: z.array(z.object({ ...edge, version: z.string() })),
  required_by: z.array(z.object({ ...edge, version: versionSchema })),
  /** Pending drafts, for callers who may read them. */
  merge_proposals: z.array(
    z.object({ draft_id: z.string(), draft_slug: itemSlugSchema, similarity: z.number() }),
  ),
});
export type ItemDetail = z.infer<typeof itemDetail>;
