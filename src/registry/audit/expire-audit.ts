/*
 * Retention of the audit log: where a tenant sets it, rows that are older go, always the oldest first, so that what stays
 * is still one chain. Its new beginning is stored, and that rows went is itself in the log.
 */

import { sql } from 'kysely';
import { systemActor, writeAudit } from '../data/db/audit.js';
import type { Database, Queries } from '../data/db/database.js';
import { type ChainEnd, emptyChain } from '../rules/audit/chain.js';

/** Deleted in one transaction: until it ends, changes of the tenant wait. */
const maxRows = 5_000;

/** Deletes what was written before the cutoff, except the last row. Returns how many rows. */
export async function expireAudit(
  database: Database,
  tenantId: number,
  { cutoff, now, slug }: { readonly cutoff: number; readonly now: number; readonly slug: string },
  signal?: AbortSignal,
): Promise<number> {
  let deleted = 0;
  let last: ChainEnd = emptyChain;
  while (!signal?.aborted) {
    const part = await database
      .transaction()
      .execute((transaction) => expirePart(transaction, tenantId, cutoff));
    if (part === undefined) break;
    deleted += part.rows;
    last = part.end;
  }
  if (deleted > 0)
    await writeAudit(database, systemActor(tenantId), now, {
      action: 'audit.expire',
      target: `tenant/${slug}`,
      details: { rows: deleted, through: last.number, hash: last.hash },
    });
  return deleted;
}

async function expirePart(
  transaction: Queries,
  tenantId: number,
  cutoff: number,
): Promise<{ readonly rows: number; readonly end: ChainEnd } | undefined> {
  const found = await sql<{ number: number; hash: string; removed: number }>`
    with head as (select * from audit_heads where tenant_id = ${tenantId} for update),
    oldest as (
      select chain.number, chain.hash, audit.at
      from head join audit_chain as chain on chain.tenant_id = head.tenant_id
        and chain.number > head.removed_number and chain.number <= head.removed_number + ${maxRows}
        and chain.number < head.number
        join audit on audit.tenant_id = chain.tenant_id and audit.id = chain.audit_id
    )
    select oldest.number, encode(oldest.hash, 'hex') as hash, head.removed_number as removed from oldest, head
    where oldest.number < coalesce((select min(number) from oldest where at >= ${new Date(cutoff)}), head.number)
    order by oldest.number desc limit 1`.execute(transaction);
  const [end] = found.rows;
  if (end === undefined) return undefined;
  await transaction
    .updateTable('audit_heads')
    .set({ removed_number: end.number, removed_hash: Buffer.from(end.hash, 'hex') })
    .where('tenant_id', '=', tenantId)
    .execute();
  await sql`delete from audit using audit_chain as chain
    where audit.tenant_id = ${tenantId} and chain.tenant_id = ${tenantId} and chain.audit_id = audit.id
      and chain.number <= ${end.number}`.execute(transaction);
  await transaction
    .deleteFrom('audit_chain')
    .where('tenant_id', '=', tenantId)
    .where('number', '<=', end.number)
    .execute();
  return { rows: end.number - end.removed, end };
}
