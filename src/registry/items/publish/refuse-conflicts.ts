/*
 * Refuses requirements that conflict with those of other items. Publishes that require the same item run one after the
 * other, so that of two conflicting ones the later always sees the earlier.
 *
 * The rule also applies to a backport, although it does not become the latest version: after a yank it may.
 */

import { sql } from 'kysely';
import { CoppiceError } from '../../../text/errors.js';
import type { Queries } from '../../data/db/database.js';
import type { ItemName, Tenant } from '../../rules/access/principal.js';
import { conflictSentence, findConflict } from '../../rules/versions/conflict.js';
import type { Requirement } from '../../rules/versions/requirement.js';
import { readLiveDemands } from '../catalog/live-demands.js';

export async function refuseConflicts(
  transaction: Queries,
  tenant: Tenant,
  { kind, slug }: ItemName,
  requirements: readonly Requirement[],
): Promise<void> {
  if (requirements.length === 0) return;
  await waitForOthers(transaction, tenant.id, requirements);
  const demands = await readLiveDemands(transaction, tenant.id, requirements);
  const conflict = findConflict(
    requirements.map((requirement) => ({ by: { kind, slug }, requirement })),
    demands.filter(({ by }) => by.kind !== kind || by.slug !== slug),
    tenant.settings.conflicts,
  );
  if (conflict === undefined) return;
  throw new CoppiceError('conflict', conflictSentence(conflict), {
    hint: 'widen one of the two ranges, or publish the other item with a range that agrees',
    data: { wanted: conflict.wanted, standing: conflict.existing },
  });
}

/** Holds the locks until the transaction ends. They are acquired in one order, so that no two publishes deadlock. */
async function waitForOthers(
  transaction: Queries,
  tenantId: number,
  requirements: readonly Requirement[],
): Promise<void> {
  const names = requirements.map(({ kind, slug }) => `requires ${tenantId} ${kind}/${slug}`);
  await sql`
    select pg_advisory_xact_lock(key)
    from (select distinct hashtextextended(name, 0) as key from unnest(${names}::text[]) as name order by key) as keys
  `.execute(transaction);
}
