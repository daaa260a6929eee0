/*
 * Reading the audit, newest first. A cursor holds the number of the last row shown: rows are only ever added at the
 * other end, so no page repeats or loses one.
 */

import { sql } from 'kysely';
import type { Queries } from '../db/database.js';
import { decodeRowCursor, encodeCursor } from '../rules/cursor.js';

export interface AuditQuery {
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly action?: string | undefined;
  readonly actor?: string | undefined;
  readonly target?: string | undefined;
}

export interface AuditRow {
  readonly id: number;
  readonly at: Date;
  readonly actor: string;
  readonly action: string;
  readonly target: string;
  readonly details: Record<string, unknown>;
  readonly ip: string | null;
}

export interface AuditPage {
  readonly rows: readonly AuditRow[];
  readonly nextCursor: string | null;
}

export async function readAudit(
  queries: Queries,
  tenantId: number,
  { limit, cursor, ...filters }: AuditQuery,
): Promise<AuditPage> {
  const about = ['audit', filters.action, filters.actor, filters.target];
  let query = queries
    .selectFrom('audit')
    .select(['id', 'at', 'actor', 'action', 'target', 'details', 'ip'])
    .where('tenant_id', '=', tenantId)
    .orderBy('id', 'desc')
    .limit(limit + 1);
  if (cursor !== undefined) query = query.where('id', '<', decodeRowCursor(cursor, about));
  for (const column of ['action', 'actor', 'target'] as const) {
    const wanted = filters[column];
    if (wanted !== undefined) query = query.where(holds(column, wanted));
  }
  const found = await query.execute();
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1) : undefined;
  return { rows, nextCursor: last ? encodeCursor([last.id], about) : null };
}

/** Anywhere in it, large or small letters: people remember a part of a name. */
function holds(column: 'action' | 'actor' | 'target', wanted: string) {
  return sql<boolean>`strpos(lower(${sql.ref(column)}), lower(${wanted})) > 0`;
}
