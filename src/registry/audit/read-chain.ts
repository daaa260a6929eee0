/*
 * The rows of a chain as the database has them. The text of an entry is made here from the row, not with the function of
 * the database that the trigger uses: whoever could change the rows could also change that.
 */

import { sql } from 'kysely';
import type { Queries } from '../data/db/database.js';
import { type ChainEnd, type ChainedRow, emptyChain } from '../rules/audit/chain.js';

export interface ChainRange {
  /** The end of the chain. */
  readonly head: ChainEnd;
  /** The last row that retention removed. */
  readonly removed: ChainEnd;
}

export async function readRange(queries: Queries, tenantId: number): Promise<ChainRange> {
  const { rows } = await sql<{ number: number; hash: string; removedNumber: number; removedHash: string }>`
    select number, encode(hash, 'hex') as hash, removed_number as "removedNumber",
      encode(removed_hash, 'hex') as "removedHash"
    from audit_heads where tenant_id = ${tenantId}`.execute(queries);
  const [row] = rows;
  if (row === undefined) return { head: emptyChain, removed: emptyChain };
  const { number, hash, removedNumber, removedHash } = row;
  return { head: { number, hash }, removed: { number: removedNumber, hash: removedHash } };
}

export interface ChainFilter {
  readonly action?: string | undefined;
  readonly actor?: string | undefined;
  readonly target?: string | undefined;
  /** The first and the last day, in UTC. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** With the hash before it. */
export interface FoundRow extends ChainedRow {
  readonly previous: string;
}

/** In the order of the chain: all rows, also those that are missing from the audit log. */
export async function readPart(
  queries: Queries,
  tenantId: number,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<readonly ChainedRow[]> {
  const { rows } = await sql<StoredRow>`
    select chain.number, encode(chain.hash, 'hex') as hash, ${entryText} as entry
    from (
      select number, hash, audit_id, tenant_id from audit_chain
      where tenant_id = ${tenantId} and number > ${after} order by number limit ${limit}
    ) as chain
      left join audit on audit.tenant_id = chain.tenant_id and audit.id = chain.audit_id
    order by chain.number`.execute(queries);
  return rows.map(withEntry);
}

/** Undefined where the chain has no such place. */
export async function readHash(
  queries: Queries,
  tenantId: number,
  number: number,
): Promise<string | undefined> {
  const row = await queries
    .selectFrom('audit_chain')
    .select('hash')
    .where('tenant_id', '=', tenantId)
    .where('number', '=', number)
    .executeTakeFirst();
  return row?.hash.toString('hex');
}

/** In the order of the chain: rows that the filter lets through. */
export async function findInChain(
  queries: Queries,
  tenantId: number,
  { after, limit, filter }: { readonly after: number; readonly limit: number; readonly filter: ChainFilter },
): Promise<readonly FoundRow[]> {
  const { rows } = await sql<StoredRow & Pick<FoundRow, 'previous'>>`
    select chain.number, encode(chain.hash, 'hex') as hash, ${entryText} as entry,
      encode(coalesce(before.hash, head.removed_hash), 'hex') as previous
    from audit_chain as chain
      join audit on audit.tenant_id = chain.tenant_id and audit.id = chain.audit_id
      join audit_heads as head on head.tenant_id = chain.tenant_id
      left join audit_chain as before on before.tenant_id = chain.tenant_id and before.number = chain.number - 1
    where chain.tenant_id = ${tenantId} and chain.number > ${after} ${conditions(filter)}
    order by chain.number
    limit ${limit}`.execute(queries);
  return rows.map(withEntry);
}

interface StoredRow extends Omit<ChainedRow, 'entry'> {
  readonly entry: string | null;
}

function withEntry<R extends StoredRow>({ entry, ...row }: R) {
  return { ...row, entry: entry ?? undefined };
}

const entryText = sql`case when audit.id is null then null else jsonb_build_object(
  'tenant', audit.tenant_id,
  'number', chain.number,
  'at', to_char(audit.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
  'actor', audit.actor,
  'action', audit.action,
  'target', audit.target,
  'details', audit.details,
  'ip', host(audit.ip)
)::text end`;

function conditions({ from, to, ...texts }: ChainFilter) {
  const parts = Object.entries(texts).flatMap(([column, wanted]) =>
    wanted === undefined ? [] : [sql`and strpos(lower(${sql.ref(`audit.${column}`)}), lower(${wanted})) > 0`],
  );
  if (from !== undefined) parts.push(sql`and audit.at >= ${`${from}T00:00:00Z`}::timestamptz`);
  if (to !== undefined) parts.push(sql`and audit.at < ${`${to}T00:00:00Z`}::timestamptz + interval '1 day'`);
  return sql.join(parts, sql` `);
}
