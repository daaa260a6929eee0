/*
 * Checkpoints of the audit logs: one for each tenant whose log grew since the last one. They are also written to the log
 * of the server, which is usually kept elsewhere: there, nobody who can write to the database can change them.
 */

import { type Database, everyTenant, type Queries } from '../data/db/database.js';
import type { Registry } from '../registry.js';
import type { SignedCheckpoint } from '../rules/audit/checkpoint.js';
import type { CheckpointKey } from './checkpoint-key.js';
import { readRange } from './read-chain.js';

/** Oldest first. */
export async function readCheckpoints(
  queries: Queries,
  tenant: { readonly id: number; readonly slug: string },
): Promise<readonly SignedCheckpoint[]> {
  const rows = await queries
    .selectFrom('audit_checkpoints')
    .select(['number', 'hash', 'at', 'key_id', 'signature'])
    .where('tenant_id', '=', tenant.id)
    .orderBy('number')
    .execute();
  return rows.map(({ number, hash, at, key_id, signature }) => ({
    tenant: tenant.slug,
    number,
    hash: hash.toString('hex'),
    at: at.toISOString(),
    key_id,
    signature: signature.toString('base64'),
  }));
}

/** Returns how many were signed. */
export async function signCheckpoints(
  { database, clock, log }: Pick<Registry, 'clock' | 'log'> & { readonly database: Database },
  key: CheckpointKey,
): Promise<number> {
  const tenants = await database
    .selectFrom('tenants')
    .innerJoin('audit_heads as head', 'head.tenant_id', 'tenants.id')
    .select(['tenants.id', 'tenants.slug'])
    .where(({ eb, selectFrom, fn }) =>
      eb(
        'head.number',
        '>',
        fn.coalesce(
          selectFrom('audit_checkpoints as last')
            .whereRef('last.tenant_id', '=', 'head.tenant_id')
            .select(({ fn: of }) => of.max('last.number').as('number')),
          eb.val(0),
        ),
      ),
    )
    .modifyEnd(everyTenant('the logs of all tenants get checkpoints'))
    .execute();
  for (const { id, slug } of tenants) {
    const at = new Date(clock.now()).toISOString();
    const { head } = await readRange(database, id);
    const checkpoint = key.sign({ tenant: slug, ...head, at });
    await database
      .insertInto('audit_checkpoints')
      .values({
        tenant_id: id,
        number: head.number,
        hash: Buffer.from(head.hash, 'hex'),
        at: new Date(at),
        key_id: checkpoint.key_id,
        signature: Buffer.from(checkpoint.signature, 'base64'),
      })
      .onConflict((conflict) => conflict.columns(['tenant_id', 'number']).doNothing())
      .execute();
    log.info({ checkpoint }, 'signed the audit log');
  }
  return tenants.length;
}
