/*
 * Handlers of the routes about the audit log.
 */

import type { AuditAnswer, auditRoutes, CheckpointsAnswer, VerifiedPart } from '../../../api/routes/audit.js';
import { maxExportLines } from '../../../api/routes/audit.js';
import { type CheckpointKey, publicKeyText } from '../../../audit/checkpoint-key.js';
import { readCheckpoints } from '../../../audit/checkpoints.js';
import { findInChain } from '../../../audit/read-chain.js';
import { verifyCheckpoints, verifyPart } from '../../../audit/verify-chain.js';
import { type AuditRow, readAudit } from '../../../data/db/audit.js';
import { exportLine } from '../../../rules/audit/chain.js';
import type { Handlers } from '../handler.js';

/** Rows that one request verifies: about half a second of work. */
const verifiedAtOnce = 20_000;

export function auditHandlers(key: CheckpointKey | undefined): Handlers<typeof auditRoutes> {
  return {
    listAudit: async ({ registry, tenant, query }) => {
      const { rows, nextCursor } = await readAudit(registry.database, tenant.id, query);
      return { json: { items: rows.map(auditAnswer), next_cursor: nextCursor } };
    },
    exportAudit: async ({ registry, tenant, query }) => {
      const { after, ...filter } = query;
      const rows = await findInChain(registry.database, tenant.id, { after, limit: maxExportLines, filter });
      const name = `${tenant.slug}-audit.jsonl`;
      return {
        bytes: rows.map((row) => exportLine(row.previous, row)).join(''),
        headers: { 'content-disposition': `attachment; filename="${name}"` },
      };
    },
    verifyAudit: async ({ registry, tenant, query }) => {
      const { rows, end, fault, isMore } = await verifyPart(registry.database, tenant.id, {
        after: query.after,
        limit: verifiedAtOnce,
      });
      const json: VerifiedPart = { rows, ...end, fault: fault ?? null, next: isMore ? end.number : null };
      return { json };
    },
    listCheckpoints: async ({ registry, tenant }) => {
      const { fault } = await verifyCheckpoints(registry.database, tenant, { key: key?.publicKey });
      const checkpoints = await readCheckpoints(registry.database, tenant);
      const json: CheckpointsAnswer = {
        public_key: key === undefined ? null : publicKeyText(key.publicKey),
        checkpoints: [...checkpoints],
        fault: fault ?? null,
      };
      return { json };
    },
  };
}

function auditAnswer({ id, at, ...row }: AuditRow): AuditAnswer {
  return { ...row, id: String(id), at: at.toISOString() };
}
