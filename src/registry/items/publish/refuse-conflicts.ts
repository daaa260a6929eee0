/*
 * Refuses requirements that conflict, judged by the state after everything that is published together. Publishes that
 * require the same item run one after the other, so that of two conflicting ones the later always sees the earlier.
 *
 * The rule also applies to a backport, although it does not become the latest version: after a yank it may.
 */

import { sql } from 'kysely';
import type { Turns } from '../../../system/turns.js';
import { CoppiceError } from '../../../text/errors.js';
import type { PublishMetadata } from '../../api/routes/publish.js';
import type { Queries } from '../../data/db/database.js';
import type { Caller, ItemName, Tenant } from '../../rules/access/principal.js';
import {
  type Conflict,
  type ConflictRule,
  closureConflictSentence,
  conflictSentence,
  findConflict,
} from '../../rules/versions/conflict.js';
import { keyOf } from '../../rules/versions/item-key.js';
import type { Requirement } from '../../rules/versions/requirement.js';
import { resolve } from '../../rules/versions/resolve.js';
import { readLiveDemands } from '../catalog/live-demands.js';
import { queryOffers } from '../catalog/read-offers.js';

interface JudgedVersion {
  readonly caller: Caller;
  readonly metadata: PublishMetadata;
  readonly checked: { readonly facts: { readonly requirements: readonly Requirement[] } };
}

/** The versions are already in the database, in a transaction that a refusal undoes. */
export async function refuseConflicts(
  transaction: Queries,
  versions: readonly JudgedVersion[],
  turns: Turns,
): Promise<void> {
  for (const { caller, metadata, checked } of versions) {
    const { requirements } = checked.facts;
    if (requirements.length === 0) continue;
    const rule = conflictRule(caller.tenant);
    if (rule === 'closure') await refuseClosure(transaction, caller.tenant.id, metadata, turns);
    else await refuseDemands(transaction, caller.tenant.id, metadata, requirements, rule);
  }
}

/** The rule for an item: the tenant's. */
function conflictRule({ settings }: Tenant): ConflictRule {
  return settings.conflicts;
}

/** Whatever else is installed, the item and all that it requires must fit together. */
async function refuseClosure(
  transaction: Queries,
  tenantId: number,
  { kind, slug, version }: PublishMetadata,
  turns: Turns,
): Promise<void> {
  const own = { kind, slug, range: version.replace(/\+.*/, '') };
  const offers = await queryOffers(transaction, tenantId, [own]);
  const byKey = new Map(offers.map((offer) => [keyOf(offer), offer]));
  const resolution = await turns.run(resolve([own], [], byKey));
  if (resolution.kind === 'resolved') return;
  throw new CoppiceError('conflict', closureConflictSentence({ kind, slug }, resolution.conflict), {
    hint: 'require ranges that have a version in common',
    data: { ...resolution.conflict },
  });
}

/** The ranges of all live items of the tenant must have a version in common. */
async function refuseDemands(
  transaction: Queries,
  tenantId: number,
  own: ItemName,
  requirements: readonly Requirement[],
  rule: Exclude<ConflictRule, 'closure'>,
): Promise<void> {
  const demands = await readLiveDemands(transaction, tenantId, requirements);
  const conflict = findConflict(
    requirements.map((requirement) => ({ by: { kind: own.kind, slug: own.slug }, requirement })),
    demands.filter(({ by }) => keyOf(by) !== keyOf(own)),
    rule,
  );
  if (conflict !== undefined) throw await conflictRefusal(transaction, tenantId, conflict);
}

/** Names the ways out: there is always one that needs nobody to go first. */
async function conflictRefusal(
  transaction: Queries,
  tenantId: number,
  { wanted, existing }: Conflict,
): Promise<CoppiceError> {
  const { kind, slug } = existing.by;
  const { owners } = await transaction
    .selectFrom('items')
    .select('owners')
    .where('tenant_id', '=', tenantId)
    .where('kind', '=', kind)
    .where('slug', '=', slug)
    .executeTakeFirstOrThrow();
  return new CoppiceError('conflict', conflictSentence({ wanted, existing }), {
    hint:
      `publish both together with ranges that agree (coppice publish DIR DIR, or POST /v1/publish-set; \`${slug}\` belongs to ` +
      `${owners.join(', ')}), widen one of the ranges, or let an admin set \`conflicts\` to "closure", so that only what is installed together must agree`,
    data: { wanted, standing: existing, owners },
  });
}

/** Holds the locks until the transaction ends. They are acquired in one order, so that no two publishes deadlock. */
export async function waitForOthers(transaction: Queries, versions: readonly JudgedVersion[]): Promise<void> {
  const [first] = versions;
  const required = versions.flatMap(({ checked }) => checked.facts.requirements);
  if (first !== undefined) await waitForDemands(transaction, first.caller.tenant.id, required);
}

/** Until the transaction ends, nobody else publishes what requires one of these items. */
export async function waitForDemands(
  transaction: Queries,
  tenantId: number,
  required: readonly ItemName[],
): Promise<void> {
  const names = required.map(({ kind, slug }) => `requires ${tenantId} ${kind}/${slug}`);
  if (names.length === 0) return;
  await sql`
    select pg_advisory_xact_lock(key)
    from (select distinct hashtextextended(name, 0) as key from unnest(${names}::text[]) as name order by key) as keys
  `.execute(transaction);
}
