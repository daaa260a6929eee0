/*
 * Verifies the audit log of a tenant part by part: that every row is the one that was written, that none is missing or was
 * added beside the chain, and that the chain is the one that checkpoints were signed for.
 */

import type { KeyObject } from 'node:crypto';
import { sql } from 'kysely';
import type { Database, Queries } from '../data/db/database.js';
import { type ChainEnd, type ChainFault, followChain } from '../rules/audit/chain.js';
import type { SignedCheckpoint } from '../rules/audit/checkpoint.js';
import { isSignedBy, keyId } from './checkpoint-key.js';
import { readCheckpoints } from './checkpoints.js';
import { readHash, readPart, readRange } from './read-chain.js';

export interface ChainPart {
  /** How many rows were verified. */
  readonly rows: number;
  readonly end: ChainEnd;
  readonly fault: ChainFault | undefined;
  /** Whether there is more after the end. */
  readonly isMore: boolean;
}

const batch = 5_000;

/** Verifies at most `limit` rows after the row with the number `after`, whose own hash is taken as it is. */
export async function verifyPart(
  database: Database,
  tenantId: number,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<ChainPart> {
  // One snapshot: rows that are written meanwhile are not compared with an older end.
  return database
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (snapshot) => {
      await sql`set local statement_timeout = 0`.execute(snapshot);
      const { head, removed } = await readRange(snapshot, tenantId);
      let end =
        after <= removed.number
          ? removed
          : { number: after, hash: (await readHash(snapshot, tenantId, after)) ?? '' };
      let rows = 0;
      while (rows < limit) {
        const found = await readPart(snapshot, tenantId, {
          after: end.number,
          limit: Math.min(batch, limit - rows),
        });
        const followed = followChain(end, found);
        rows += followed.end.number - end.number;
        end = followed.end;
        if (followed.fault) return { rows, end, fault: followed.fault, isMore: false };
        if (found.length === 0) break;
      }
      if (rows === limit && end.number < head.number) return { rows, end, fault: undefined, isMore: true };
      return { rows, end, fault: await faultAtEnd(snapshot, tenantId, end, head), isMore: false };
    });
}

async function faultAtEnd(
  queries: Queries,
  tenantId: number,
  end: ChainEnd,
  head: ChainEnd,
): Promise<ChainFault | undefined> {
  if (end.number !== head.number || end.hash !== head.hash)
    return { number: end.number + 1, fault: `the chain ends here, but ${head.number} rows were written` };
  const { rows } = await sql<{ id: number; action: string; target: string }>`
    select id, action, target from audit where tenant_id = ${tenantId}
      and not exists (select from audit_chain as chain where chain.audit_id = audit.id)
    order by id limit 1`.execute(queries);
  const [extra] = rows;
  if (extra === undefined) return undefined;
  const fault = `a row was added beside the chain: ${extra.action} ${extra.target} (id ${extra.id})`;
  return { number: end.number + 1, fault };
}

export interface VerifiedCheckpoints {
  readonly count: number;
  /** How many have the signature of the key; none where no key is known. */
  readonly signed: number;
  readonly fault: ChainFault | undefined;
}

/** Compares the chain with checkpoints: those of the database, and those that were copied elsewhere. */
export async function verifyCheckpoints(
  queries: Queries,
  tenant: { readonly id: number; readonly slug: string },
  {
    key,
    copies = [],
  }: { readonly key?: KeyObject | undefined; readonly copies?: readonly SignedCheckpoint[] },
): Promise<VerifiedCheckpoints> {
  const stored = await readCheckpoints(queries, tenant);
  const own = copies.filter((copy) => copy.tenant === tenant.slug);
  const all = [...stored, ...own].sort((a, b) => a.number - b.number);
  const { removed } = await readRange(queries, tenant.id);
  const id = key && keyId(key);
  let signed = 0;
  for (const checkpoint of all) {
    const { number, hash } = checkpoint;
    if (key && checkpoint.key_id === id) {
      if (!isSignedBy(key, checkpoint))
        return { count: all.length, signed, fault: { number, fault: 'a checkpoint has a wrong signature' } };
      signed += 1;
    }
    if (number < removed.number) continue;
    const actual = number === removed.number ? removed.hash : await readHash(queries, tenant.id, number);
    if (actual !== hash)
      return {
        count: all.length,
        signed,
        fault: { number, fault: `the chain is not the one that was signed at ${checkpoint.at}` },
      };
  }
  return { count: all.length, signed, fault: undefined };
}
