/*
 * The trusted publishers of a tenant.
 */

import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { CoppiceError } from '../../text/errors.js';
import type { CiProvider, NewPublisher } from '../api/trusted-publishing.js';
import { actorOf, writeAudit } from '../data/db/audit.js';
import { change, type Queries } from '../data/db/database.js';
import type { RegistryRows } from '../registry.js';
import type { Caller } from '../rules/access/principal.js';
import { claimsOf } from '../rules/trusted/publisher-claims.js';

export interface Publisher {
  readonly id: string;
  readonly name: string;
  readonly provider: CiProvider;
  readonly issuer: string;
  readonly claims: Readonly<Record<string, string>>;
  readonly slugs: readonly string[];
  readonly jwks: object | null;
  readonly createdBy: string;
  readonly createdAt: Date;
}

/** Sorted by name. */
export function listPublishers(queries: Queries, tenantId: number): Promise<readonly Publisher[]> {
  return selectPublishers(queries, tenantId).orderBy('name').execute();
}

export function publishersOf(
  queries: Queries,
  tenantId: number,
  issuer: string,
): Promise<readonly Publisher[]> {
  return selectPublishers(queries, tenantId).where('issuer', '=', issuer).orderBy('name').execute();
}

export async function createPublisher(
  registry: RegistryRows,
  caller: Caller,
  wanted: NewPublisher,
): Promise<Publisher> {
  const tenantId = caller.tenant.id;
  const now = registry.clock.now();
  const { name, provider, issuer, slugs, jwks } = wanted;
  const claims = claimsOf(wanted);
  const id = randomUUID();
  await change(registry, { tenantId, part: 'access' }, async (transaction) => {
    const made = await transaction
      .insertInto('trusted_publishers')
      .values({
        id,
        tenant_id: tenantId,
        name,
        provider,
        issuer,
        claims: JSON.stringify(claims),
        slugs: [...new Set(slugs)],
        jwks: jwks === null ? null : JSON.stringify(jwks),
        created_by: caller.principal.name,
        created_at: new Date(now),
      })
      .onConflict((conflict) => conflict.columns(['tenant_id', 'name']).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (made === undefined)
      throw new CoppiceError('already-exists', `there is a trusted publisher ${name} already`);
    await writeAudit(transaction, actorOf(caller), now, {
      action: 'publisher.create',
      target: `publisher/${name}`,
      details: { provider, issuer, claims, slugs, ...(jwks !== null && { offline_keys: true }) },
    });
  });
  const [publisher] = await selectPublishers(registry.database, tenantId).where('id', '=', id).execute();
  if (publisher === undefined) throw new CoppiceError('internal', 'the new publisher was not found');
  return publisher;
}

export async function removePublisher(registry: RegistryRows, caller: Caller, id: string): Promise<void> {
  const tenantId = caller.tenant.id;
  const now = registry.clock.now();
  await change(registry, { tenantId, part: 'access' }, async (transaction) => {
    const removed = await transaction
      .deleteFrom('trusted_publishers')
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id)
      .returning('name')
      .executeTakeFirst();
    if (removed === undefined) throw new CoppiceError('not-found', `there is no trusted publisher ${id}`);
    const ended = await transaction
      .updateTable('tokens')
      .set({ revoked_at: new Date(now) })
      .where('tenant_id', '=', tenantId)
      .where(sql`ci_run ->> 'publisher'`, '=', removed.name)
      .where('revoked_at', 'is', null)
      .executeTakeFirst();
    await writeAudit(transaction, actorOf(caller), now, {
      action: 'publisher.remove',
      target: `publisher/${removed.name}`,
      details: { ended_tokens: Number(ended.numUpdatedRows) },
    });
  });
}

function selectPublishers(queries: Queries, tenantId: number) {
  return queries
    .selectFrom('trusted_publishers')
    .select(['id', 'name', 'provider', 'issuer', 'claims', 'slugs', 'jwks'])
    .select(['created_by as createdBy', 'created_at as createdAt'])
    .where('tenant_id', '=', tenantId);
}
