/*
 * Work that follows a change is written down in the change's own transaction, so that it is neither lost nor done for
 * a change that was not made. jobs/ does it afterwards, in the order it was written down.
 */

import { z } from 'zod';
import { kindSchema } from '../api/names.js';
import type { Queries } from './database.js';

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

/** Whose embedding is to be made anew. */
export const embeddingWork = z.object({ itemId: z.number().int() });
export type EmbeddingWork = z.infer<typeof embeddingWork>;

export type Work =
  | ({ readonly topic: 'mirror' } & MirrorWork)
  | ({ readonly topic: 'embedding' } & EmbeddingWork);

export async function addWork(
  queries: Queries,
  tenantId: number,
  at: number,
  work: readonly Work[],
): Promise<void> {
  if (work.length === 0) return;
  const time = new Date(at);
  await queries
    .insertInto('outbox')
    .values(
      work.map(({ topic, ...payload }) => ({
        tenant_id: tenantId,
        topic,
        payload: JSON.stringify(payload),
        created_at: time,
        next_at: time,
      })),
    )
    .execute();
}
