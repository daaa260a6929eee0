/*
 * The work that follows a change, as it is stored in the outbox: what the git mirror commits, and whose embedding is
 * computed.
 */

import { z } from 'zod';
import { kindSchema } from '../api/names.js';

/** What the git mirror records. */
export const mirrorWork = z.object({
  action: z.enum(['publish', 'yank', 'unyank', 'archive', 'unarchive', 'deprecate', 'undeprecate', 'purge']),
  kind: kindSchema,
  slug: z.string(),
  /** Of publish, yank, unyank and purge. */
  version: z.string().nullable(),
  digest: z.string().nullable(),
  reason: z.string().default(''),
});
export type MirrorWork = z.infer<typeof mirrorWork>;

/** Whose embedding is to be computed again. */
export const embeddingWork = z.object({ itemId: z.number().int() });
export type EmbeddingWork = z.infer<typeof embeddingWork>;

export type Work =
  | ({ readonly topic: 'mirror' } & MirrorWork)
  | ({ readonly topic: 'embedding' } & EmbeddingWork);
