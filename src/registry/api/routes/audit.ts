/*
 * The audit log of a tenant: read, exported, and verified.
 */

import { z } from 'zod';
import { daySchema, timeSchema } from '../names.js';
import { pageOf, pageQuery, routeTable } from '../route.js';

const hashSchema = z.string().regex(/^[0-9a-f]{64}$/);

const auditAnswer = z.object({
  id: z.string(),
  /** Its place in the chain, and the hash of the chain up to it. */
  number: z.number().int(),
  hash: hashSchema,
  at: timeSchema,
  actor: z.string(),
  action: z.string(),
  target: z.string(),
  details: z.record(z.string(), z.unknown()),
  ip: z.string().nullable(),
});
export type AuditAnswer = z.infer<typeof auditAnswer>;

const faultAnswer = z.object({ number: z.number().int(), fault: z.string() });

const verifiedPart = z.object({
  /** How many rows were verified. */
  rows: z.number().int(),
  /** The last row that was verified, and the hash of the chain up to it. */
  number: z.number().int(),
  hash: hashSchema,
  /** The first row that is wrong; null where none is. */
  fault: faultAnswer.nullable(),
  /** Where to continue; null at the end. */
  next: z.number().int().nullable(),
});
export type VerifiedPart = z.infer<typeof verifiedPart>;

const checkpointsAnswer = z.object({
  /** The public key of the server (SPKI in base64); null where it signs nothing. */
  public_key: z.string().nullable(),
  checkpoints: z.array(
    z.object({
      tenant: z.string(),
      number: z.number().int(),
      hash: hashSchema,
      at: timeSchema,
      key_id: z.string(),
      signature: z.string(),
    }),
  ),
  /** The first checkpoint that does not fit the chain, or has a wrong signature. */
  fault: faultAnswer.nullable(),
});
export type CheckpointsAnswer = z.infer<typeof checkpointsAnswer>;

/** Each text matches a part, in upper or lower case. */
const filter = {
  action: z.string().max(64).optional(),
  actor: z.string().max(200).optional(),
  target: z.string().max(200).optional(),
  from: daySchema.optional().describe('The first day, in UTC'),
  to: daySchema.optional().describe('The last day, in UTC'),
};
const after = z.coerce.number().int().min(0).default(0);
const reading = { method: 'GET', access: 'tenant:admin', limit: 'read', cache: 'never' } as const;

/** Lines of one export. */
export const maxExportLines = 5_000;

export const auditRoutes = routeTable({
  listAudit: {
    ...reading,
    path: '/v1/audit',
    summary: 'The audit log: who did what, newest first',
    query: z.object({ ...pageQuery, ...filter }),
    answer: pageOf(auditAnswer),
  },
  exportAudit: {
    ...reading,
    path: '/v1/audit/export',
    summary: `The audit log as JSON lines, oldest first, each with its place in the chain: at most ${maxExportLines}; ask again with the last number until nothing comes`,
    query: z.object({ ...filter, after: after.describe('The number of the last line that you have') }),
    answer: 'application/x-ndjson',
  },
  verifyAudit: {
    ...reading,
    path: '/v1/audit/verify',
    summary:
      'Verify a part of the audit log: that every row is the one that was written, and none is missing or was added',
    query: z.object({ after: after.describe('`next` of the part before') }),
    answer: verifiedPart,
  },
  listCheckpoints: {
    ...reading,
    path: '/v1/audit/checkpoints',
    summary:
      'The signed checkpoints of the audit log, compared with it: keep copies where nobody who can write to the database can change them',
    answer: checkpointsAnswer,
  },
});
