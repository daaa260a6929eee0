/*
 * Adds the use that the machine counted to the items, in one transaction.
 */

import { sql } from 'kysely';
import { change, type Queries } from '../../data/db/database.js';
import { makePartitions } from '../../data/db/partitions.js';
import type { Registry } from '../../registry.js';
import type { Caller } from '../../rules/access/principal.js';
import { mergeUsage } from '../../rules/usage/merge-usage.js';
import type { UsageRecord } from '../../rules/usage/usage-records.js';
import { monthsOf } from '../../rules/usage/usage-records.js';
import { writeUsage } from '../../usage/write-usage.js';
import type { LocalSkill } from './local-skills.js';

interface UsedSkill extends Pick<LocalSkill, 'use'> {
  /** The slug of the item. */
  readonly slug: string;
}

export async function addLocalUse(
  registry: Registry,
  { tenant, principal }: Caller,
  skills: readonly UsedSkill[],
): Promise<void> {
  const used = skills.filter(({ use }) => use.count > 0);
  if (used.length === 0) return;
  const { database, clock } = registry;
  const now = clock.now();
  const recordsNow = async (queries: Queries): Promise<readonly UsageRecord[]> => {
    const known = await knownUse(
      queries,
      tenant.id,
      used.map(({ slug }) => slug),
    );
    return used.flatMap(({ slug, use }) => {
      const item = known.get(slug);
      if (item === undefined) return [];
      return mergeUsage(use, item.uses, now).map(({ at, count }) => ({
        ...({ tenantId: tenant.id, itemId: item.id, versionId: null, event: 'use', at, count } as const),
        userId: principal.userId,
        tokenId: principal.tokenId,
        projectHash: null,
      }));
    });
  };
  await makePartitions(database, monthsOf(await recordsNow(database)));
  await change(registry, { tenantId: tenant.id, part: 'catalog' }, async (transaction) => {
    // Without this lock two imports at once would both add the missing use.
    await sql`select pg_advisory_xact_lock(hashtextextended('coppice local use', ${tenant.id}))`.execute(
      transaction,
    );
    const records = await recordsNow(transaction);
    if (records.length > 0) await writeUsage(transaction, tenant.id, records, now);
  });
}

interface KnownUse {
  readonly id: number;
  /** Uses by day. */
  readonly uses: ReadonlyMap<string, number>;
}

/** By slug. */
async function knownUse(
  queries: Queries,
  tenantId: number,
  slugs: readonly string[],
): Promise<ReadonlyMap<string, KnownUse>> {
  const { rows } = await sql<{ slug: string; id: number; days: readonly string[]; uses: readonly number[] }>`
    select item.slug, item.id,
      array_agg(sums.day::text) filter (where sums.day is not null) as days,
      array_agg(sums.uses::float8) filter (where sums.day is not null) as uses
    from items as item
    left join usage_by_item as sums on sums.tenant_id = item.tenant_id and sums.item_id = item.id
    where item.tenant_id = ${tenantId} and item.kind = 'skill' and item.slug = any(${slugs}::text[])
    group by item.id
  `.execute(queries);
  return new Map(
    rows.map(({ slug, id, days, uses }) => [
      slug,
      { id, uses: new Map((days ?? []).map((day, index) => [day, uses[index] ?? 0])) },
    ]),
  );
}
