/*
 * The audit log. An entry is written in the transaction of its change, so that neither exists without the other. It is
 * read newest first; a cursor contains the number of the last row shown, and rows are only added at the other end, so no
 * page repeats or loses one.
 */

import { sql } from 'kysely';
import { dayMs } from '../../../text/time.js';
import type { Caller } from '../../rules/access/principal.js';
import { decodeRowCursor, encodeCursor } from '../../rules/cursor.js';
import type { Queries } from './database.js';

export interface AuditEntry {
  /** `noun.verb`: `version.publish`, `item.archive`. */
  readonly action: string;
  /** What was changed: `skill/lib@1.0.0`, `token/ID`. */
  readonly target: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

export interface AuditActor {
  readonly tenantId: number;
  readonly actor: string;
  readonly ip: string | null;
}

export function actorOf({ tenant, principal, ip }: Caller): AuditActor {
  return { tenantId: tenant.id, actor: principal.name, ip };
}

/** The server itself, for changes by its own rules. */
export function systemActor(tenantId: number): AuditActor {
  return { tenantId, actor: 'system', ip: null };
}

export async function writeAudit(
  queries: Queries,
  actor: AuditActor,
  at: number,
  entry: AuditEntry,
): Promise<void> {
  await writeAudits(queries, actor, at, [entry]);
}

export async function writeAudits(
  queries: Queries,
  { tenantId, actor, ip }: AuditActor,
  at: number,
  entries: readonly AuditEntry[],
): Promise<void> {
  // Arrays are used because a statement is limited to 65,535 values, and a job of the server may exceed that.
  await sql`
    insert into audit (tenant_id, at, actor, ip, action, target, details)
    select ${tenantId}::bigint, ${new Date(at)}::timestamptz, ${actor}::text, ${ip}::inet, * from unnest(
      ${entries.map(({ action }) => action)}::text[],
      ${entries.map(({ target }) => target)}::text[],
      ${entries.map(({ details = {} }) => JSON.stringify(details))}::jsonb[]
    )
  `.execute(queries);
}

export interface AuditQuery {
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly action?: string | undefined;
  readonly actor?: string | undefined;
  readonly target?: string | undefined;
  /** The first and the last day, in UTC. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export interface AuditRow {
  readonly id: number;
  /** Its place in the chain of the tenant, and the hash of the chain up to it. */
  readonly number: number;
  readonly hash: string;
  readonly at: Date;
  readonly actor: string;
  readonly action: string;
  readonly target: string;
  readonly details: Record<string, unknown>;
  readonly ip: string | null;
}

interface AuditPage {
  readonly rows: readonly AuditRow[];
  readonly nextCursor: string | null;
}

export async function readAudit(
  queries: Queries,
  tenantId: number,
  { limit, cursor, from, to, ...filters }: AuditQuery,
): Promise<AuditPage> {
  const about = ['audit', filters.action, filters.actor, filters.target, from, to];
  let query = queries
    .selectFrom('audit')
    .innerJoin('audit_chain as chain', 'chain.audit_id', 'audit.id')
    .select(['id', 'number', sql<string>`encode(chain.hash, 'hex')`.as('hash')])
    .select(['at', 'actor', 'action', 'target', 'details', 'ip'])
    .where('audit.tenant_id', '=', tenantId)
    .orderBy('id', 'desc')
    .limit(limit + 1);
  if (from !== undefined) query = query.where('at', '>=', new Date(Date.parse(from)));
  if (to !== undefined) query = query.where('at', '<', new Date(Date.parse(to) + dayMs));
  if (cursor !== undefined) query = query.where('id', '<', decodeRowCursor(cursor, about));
  for (const column of ['action', 'actor', 'target'] as const) {
    const wanted = filters[column];
    if (wanted !== undefined) query = query.where(contains(column, wanted));
  }
  const found = await query.execute();
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1) : undefined;
  return { rows, nextCursor: last ? encodeCursor([last.id], about) : null };
}

/** Matches anywhere in the text and in any case: people remember a part of a name. */
function contains(column: 'action' | 'actor' | 'target', wanted: string) {
  return sql<boolean>`strpos(lower(${sql.ref(column)}), lower(${wanted})) > 0`;
}
