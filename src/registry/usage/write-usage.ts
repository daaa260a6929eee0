/*
 * Writes a batch of one tenant's usage, in the caller's transaction: the events, the sums by item and by day, and the
 * counters of the items, which all move together or not at all. The items' rows are locked first and in the order of
 * their ids, so replicas that write at the same time wait for each other and never in a circle; whoever holds an item
 * is alone with all that is counted for it.
 */

import { sql } from 'kysely';
import { dayMs, utcDay } from '../../text/time.js';
import type { ItemState } from '../api/names.js';
import { systemActor, writeAudits } from '../data/db/audit.js';
import type { Queries } from '../data/db/database.js';
import type { ItemName } from '../rules/access/principal.js';
import {
  highestCounts,
  type ItemUse,
  isOfProject,
  type ProjectRecord,
  sumsByDay,
  type UsageRecord,
  useOfItems,
} from '../rules/usage/usage-records.js';

interface WrittenUsage {
  /** Items that were flagged, and by their use are so no more. */
  readonly unflagged: readonly ItemName[];
}

/** Events of items that are gone by now are left out. */
export async function writeUsage(
  transaction: Queries,
  tenantId: number,
  records: readonly UsageRecord[],
  now: number,
): Promise<WrittenUsage> {
  const items = await lockItems(transaction, tenantId, records);
  const known = records.filter(({ itemId }) => items.has(itemId));
  const counted = [
    ...known.filter((record) => !isOfProject(record)),
    ...(await whatIsNew(transaction, tenantId, highestCounts(known.filter(isOfProject)))),
  ];
  if (counted.length === 0) return { unflagged: [] };
  await insertEvents(transaction, tenantId, counted);
  await addSums(transaction, tenantId, counted);
  const uses = useOfItems(counted);
  await moveCounters(transaction, tenantId, uses);
  return { unflagged: await unflagUsed(transaction, tenantId, items, uses, now) };
}

async function lockItems(
  transaction: Queries,
  tenantId: number,
  records: readonly UsageRecord[],
): Promise<ReadonlyMap<number, CountedItem>> {
  const ids = [...new Set(records.map(({ itemId }) => itemId))];
  const { rows } = await sql<CountedItem>`
    select id, kind, slug, state, state_at from items
    where tenant_id = ${tenantId} and id = any(${ids}::bigint[])
    order by id
    for no key update
  `.execute(transaction);
  return new Map(rows.map((row) => [row.id, row]));
}

/** What a project told counts as far as it is more than it told before. */
async function whatIsNew(
  transaction: Queries,
  tenantId: number,
  told: readonly ProjectRecord[],
): Promise<readonly UsageRecord[]> {
  if (told.length === 0) return [];
  // All parts of the statement see what was there before it.
  const { rows } = await sql<{ before: number }>`
    with told as (
      select * from unnest(
        ${told.map(({ itemId }) => itemId)}::bigint[],
        ${told.map(({ event }) => event)}::text[],
        ${told.map(({ projectHash }) => projectHash)}::text[],
        ${told.map(({ at }) => utcDay(at))}::date[],
        ${told.map(({ count }) => count)}::int[]
      ) with ordinality as told (item_id, event, project_hash, day, count, place)
    ), written as (
      insert into usage_of_projects as kept (tenant_id, item_id, event, project_hash, day, count)
      select ${tenantId}::bigint, item_id, event, project_hash, day, count from told
      on conflict (tenant_id, item_id, event, project_hash, day)
      do update set count = excluded.count where kept.count < excluded.count
    )
    select coalesce(kept.count, 0) as before
    from told left join usage_of_projects as kept
      on kept.tenant_id = ${tenantId} and (kept.item_id, kept.event, kept.project_hash, kept.day)
        = (told.item_id, told.event, told.project_hash, told.day)
    order by told.place
  `.execute(transaction);
  return told
    .map((record, index) => ({ ...record, count: record.count - (rows[index]?.before ?? 0) }))
    .filter(({ count }) => count > 0);
}

async function insertEvents(
  transaction: Queries,
  tenantId: number,
  records: readonly UsageRecord[],
): Promise<void> {
  await sql`
    insert into usage_events
      (tenant_id, item_id, version_id, event, count, user_id, token_id, project_hash, ts)
    select ${tenantId}::bigint, * from unnest(
      ${records.map(({ itemId }) => itemId)}::bigint[],
      ${records.map(({ versionId }) => versionId)}::bigint[],
      ${records.map(({ event }) => event)}::text[],
      ${records.map(({ count }) => count)}::int[],
      ${records.map(({ userId }) => userId)}::bigint[],
      ${records.map(({ tokenId }) => tokenId)}::uuid[],
      ${records.map(({ projectHash }) => projectHash)}::text[],
      ${records.map(({ at }) => new Date(at).toISOString())}::timestamptz[]
    )
  `.execute(transaction);
}

async function addSums(
  transaction: Queries,
  tenantId: number,
  records: readonly UsageRecord[],
): Promise<void> {
  const sums = sumsByDay(records);
  await sql`
    with more as (
      select * from unnest(
        ${sums.map(({ day }) => day)}::date[],
        ${sums.map(({ itemId }) => itemId)}::bigint[],
        ${sums.map(({ download }) => download)}::bigint[],
        ${sums.map(({ view }) => view)}::bigint[],
        ${sums.map(({ install }) => install)}::bigint[],
        ${sums.map(({ use }) => use)}::bigint[]
      ) as more (day, item_id, downloads, views, installs, uses)
    ), of_items as (
      insert into usage_by_item as kept (tenant_id, day, item_id, downloads, views, installs, uses)
      select ${tenantId}::bigint, * from more
      on conflict (tenant_id, day, item_id) do update set
        downloads = kept.downloads + excluded.downloads, views = kept.views + excluded.views,
        installs = kept.installs + excluded.installs, uses = kept.uses + excluded.uses
      returning kept.day, kept.item_id, kept.downloads + kept.views + kept.uses as used
    )
    insert into usage_by_day as kept (tenant_id, day, downloads, views, installs, uses, unique_items)
    select ${tenantId}::bigint, day, sum(downloads), sum(views), sum(installs), sum(uses),
      -- An item is new to a day when all its use of the day is in this batch.
      count(*) filter (where of_items.used > 0 and of_items.used = downloads + views + uses)
    from more join of_items using (day, item_id)
    group by day
    order by day
    on conflict (tenant_id, day) do update set
      downloads = kept.downloads + excluded.downloads, views = kept.views + excluded.views,
      installs = kept.installs + excluded.installs, uses = kept.uses + excluded.uses,
      unique_items = kept.unique_items + excluded.unique_items
  `.execute(transaction);
}

async function moveCounters(transaction: Queries, tenantId: number, uses: readonly ItemUse[]): Promise<void> {
  if (uses.length === 0) return;
  await sql`
    update items set
      use_count = use_count + used.count,
      last_used_at = greatest(last_used_at, used.last_at)
    from unnest(
      ${uses.map(({ itemId }) => itemId)}::bigint[],
      ${uses.map(({ count }) => count)}::bigint[],
      ${uses.map(({ lastAt }) => new Date(lastAt).toISOString())}::timestamptz[]
    ) as used (item_id, count, last_at)
    where items.tenant_id = ${tenantId} and items.id = used.item_id
  `.execute(transaction);
}

/*
 * A flagged item that is used again is a candidate for the archive no more.
 */

interface CountedItem extends ItemName {
  readonly id: number;
  readonly state: ItemState;
  readonly state_at: Date;
}

/** Of items whose rows are locked. Gives those that it changed. */
async function unflagUsed(
  transaction: Queries,
  tenantId: number,
  items: ReadonlyMap<number, CountedItem>,
  uses: readonly ItemUse[],
  now: number,
): Promise<readonly ItemName[]> {
  const lifted = uses.flatMap(({ itemId, lastAt }) => {
    const item = items.get(itemId);
    return item?.state === 'flagged' && isNews(lastAt, item.state_at.getTime()) ? [item] : [];
  });
  if (lifted.length === 0) return [];
  await transaction
    .updateTable('items')
    .set({ state: 'published', state_reason: '', state_at: new Date(now) })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', sql<number>`any(${lifted.map(({ id }) => id)}::bigint[])`)
    .execute();
  const entries = lifted.map(({ kind, slug }) => ({
    action: 'item.unflag',
    target: `${kind}/${slug}`,
    details: { reason: 'it was used' },
  }));
  await writeAudits(transaction, systemActor(tenantId), now, entries);
  return lifted;
}

/**
 * Whoever flagged an item did not know of its use: it came after, or on an earlier day and is told only now. What came
 * before on the same day was on its way while the item was flagged.
 */
function isNews(usedAt: number, flaggedAt: number): boolean {
  return usedAt >= flaggedAt || usedAt < flaggedAt - (flaggedAt % dayMs);
}
