/*
 * Adds to the audit, in the transaction of what it tells of: there is no change without its row, and no row of a change
 * that was not made.
 */

import { sql } from 'kysely';
import type { Caller } from '../access/principal.js';
import type { Queries } from './database.js';

export interface AuditEntry {
  /** `noun.verb`: `version.publish`, `item.archive`. */
  readonly action: string;
  /** What it was done to: `skill/lib@1.0.0`, `token/ID`. */
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

/** The server itself, by its own rules. */
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
  // Arrays, because a statement takes no more than 65,535 values and the server may do a great deal at once.
  await sql`
    insert into audit (tenant_id, at, actor, ip, action, target, details)
    select ${tenantId}::bigint, ${new Date(at)}::timestamptz, ${actor}::text, ${ip}::inet, * from unnest(
      ${entries.map(({ action }) => action)}::text[],
      ${entries.map(({ target }) => target)}::text[],
      ${entries.map(({ details = {} }) => JSON.stringify(details))}::jsonb[]
    )
  `.execute(queries);
}
