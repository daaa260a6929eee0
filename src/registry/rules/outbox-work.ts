/*
 * The work that follows a change, as it is stored in the outbox: what the git mirror commits, and which item's embedding
 * is computed, and which events and mails are sent.
 */

import { z } from 'zod';
import { kindSchema } from '../api/names.js';

/** A change for the git mirror to commit. */
export const mirrorWork = z.object({
  action: z.enum(['publish', 'yank', 'unyank', 'archive', 'unarchive', 'deprecate', 'undeprecate', 'purge']),
  kind: kindSchema,
  slug: z.string(),
  /** Set for publish, yank, unyank and purge. */
  version: z.string().nullable(),
  digest: z.string().nullable(),
  reason: z.string().default(''),
});
export type MirrorWork = z.infer<typeof mirrorWork>;

/** An item whose embedding must be computed again. */
export const embeddingWork = z.object({ itemId: z.number().int() });
export type EmbeddingWork = z.infer<typeof embeddingWork>;

/** An event to send to a webhook. */
export const webhookWork = z.object({ webhook: z.string(), delivery: z.string() });
export type WebhookWork = z.infer<typeof webhookWork>;

/** A mail to one member. */
export const mailWork = z.object({ to: z.string(), subject: z.string(), text: z.string() });
export type MailWork = z.infer<typeof mailWork>;

export type Work =
  | ({ readonly topic: 'webhook' } & WebhookWork)
  | ({ readonly topic: 'mail' } & MailWork)
  | ({ readonly topic: 'mirror' } & MirrorWork)
  | ({ readonly topic: 'embedding' } & EmbeddingWork);
