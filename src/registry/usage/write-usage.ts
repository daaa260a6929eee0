/*
 * Writes a batch of one tenant's usage in the caller's transaction: the events, the sums by item and by day, and the
 * counters of the items, all or nothing. The rows of the items are locked first and in the order of their ids, so
 * replicas that write at the same time wait for each other and never deadlock; the lock of an item protects everything
 * that is counted for it. A flagged item that is used again is unflagged.
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

import { type CallerDay, callerDays, judgeUse, maxPerCallerAndDay } from '../rules/usage/verified-use.js';

interface WrittenUsage {
  /** Items that were flagged until this use. */
  readonly unflagged: readonly ItemName[];
}

/** Events of items that were deleted meanwhile are left out. */
export async function writeUsage(
  transaction: Queries,
  tenantId: number,
  records: readonly UsageRecord[],
  now: number,
): Promise<WrittenUsage> {
  const items = await lockItems(transaction, tenantId, records);
  const known = records.filter(({ itemId }) => items.has(itemId));
  const reported = [
    ...known.filter((record) => !isOfProject(record)),
    ...(await newCounts(transaction, tenantId, highestCounts(known.filter(isOfProject)))),
  ];
  const { verified: counted, unverified } = judgeUse(
    reported,
    await countCallers(transaction, tenantId, callerDays(reported)),
  );
  await addUnverified(transaction, tenantId, unverified);
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

/** A report of a project counts as far as it exceeds the earlier reports. */
async function newCounts(
  transaction: Queries,
  tenantId: number,
  reports: readonly ProjectRecord[],
): Promise<readonly UsageRecord[]> {
  if (reports.length === 0) return [];
  // All parts of the statement see the rows as they were before it.
  const { rows } = await sql<{ before: number }>`
    with reported as (
      select * from unnest(
        ${reports.map(({ itemId }) => itemId)}::bigint[],
        ${reports.map(({ event }) => event)}::text[],
        ${reports.map(({ projectHash }) => projectHash)}::text[],
        ${reports.map(({ at }) => utcDay(at))}::date[],
        ${reports.map(({ count }) => count)}::int[]
      ) with ordinality as reported (item_id, event, project_hash, day, count, position)
    ), written as (
      insert into usage_of_projects as stored (tenant_id, item_id, event, project_hash, day, count)
      select ${tenantId}::bigint, item_id, event, project_hash, day, count from reported
      on conflict (tenant_id, item_id, event, project_hash, day)
      do update set count = excluded.count where stored.count < excluded.count
    )
    select coalesce(stored.count, 0) as before
    from reported left join usage_of_projects as stored
      on stored.tenant_id = ${tenantId} and (stored.item_id, stored.event, stored.project_hash, stored.day)
        = (reported.item_id, reported.event, reported.project_hash, reported.day)
    order by reported.position
  `.execute(transaction);
  return reports
    .map((record, index) => ({ ...record, count: record.count - (rows[index]?.before ?? 0) }))
    .filter(({ count }) => count > 0);
}

/** Adds to what each caller has reported, and returns what it was before. */
async function countCallers(
  transaction: Queries,
  tenantId: number,
  callers: readonly CallerDay[],
): Promise<readonly CountedCaller[]> {
  if (callers.length === 0) return [];
  // All parts of the statement see the rows as they were before it.
  const { rows } = await sql<{ count: number }>`
    with reported as (
      select * from unnest(
        ${callers.map(({ itemId }) => itemId)}::bigint[],
        ${callers.map(({ day }) => day)}::date[],
        ${callers.map(({ caller }) => caller)}::text[],
        ${callers.map(({ wanted }) => wanted)}::int[]
      ) with ordinality as reported (item_id, day, caller, wanted, position)
    ), written as (
      insert into usage_of_callers as stored (tenant_id, item_id, day, caller, count)
      select ${tenantId}::bigint, item_id, day, caller, wanted from reported
      on conflict (tenant_id, day, item_id, caller)
      do update set count = least(stored.count + excluded.count, ${sql.lit(maxPerCallerAndDay)})
    )
    select coalesce(stored.count, 0) as count
    from reported left join usage_of_callers as stored
      on stored.tenant_id = ${tenantId} and (stored.day, stored.item_id, stored.caller)
        = (reported.day, reported.item_id, reported.caller)
    order by reported.position
  `.execute(transaction);
  return callers.map((caller, index) => ({ ...caller, count: rows[index]?.count ?? 0 }));
}

type CountedCaller = CallerDay & { readonly count: number };

async function addUnverified(
  transaction: Queries,
  tenantId: number,
  sums: ReturnType<typeof judgeUse>['unverified'],
): Promise<void> {
  if (sums.length === 0) return;
  await sql`
    insert into usage_by_item as stored (tenant_id, item_id, day, unverified)
    select ${tenantId}::bigint, * from unnest(
      ${sums.map(({ itemId }) => itemId)}::bigint[],
      ${sums.map(({ day }) => day)}::date[],
      ${sums.map(({ count }) => count)}::bigint[]
    )
    on conflict (tenant_id, day, item_id) do update set unverified = stored.unverified + excluded.unverified
  `.execute(transaction);
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
      insert into usage_by_item as stored (tenant_id, day, item_id, downloads, views, installs, uses)
      select ${tenantId}::bigint, * from more
      on conflict (tenant_id, day, item_id) do update set
        downloads = stored.downloads + excluded.downloads, views = stored.views + excluded.views,
        installs = stored.installs + excluded.installs, uses = stored.uses + excluded.uses
      returning stored.day, stored.item_id, stored.downloads + stored.views + stored.uses as used
    )
    insert into usage_by_day as stored (tenant_id, day, downloads, views, installs, uses, unique_items)
    select ${tenantId}::bigint, day, sum(downloads), sum(views), sum(installs), sum(uses),
      -- An item is new to a day when all its use of the day is in this batch.
      count(*) filter (where of_items.used > 0 and of_items.used = downloads + views + uses)
    from more join of_items using (day, item_id)
    group by day
    order by day
    on conflict (tenant_id, day) do update set
      downloads = stored.downloads + excluded.downloads, views = stored.views + excluded.views,
      installs = stored.installs + excluded.installs, uses = stored.uses + excluded.uses,
      unique_items = stored.unique_items + excluded.unique_items
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

interface CountedItem extends ItemName {
  readonly id: number;
  readonly state: ItemState;
  readonly state_at: Date;
}

/** The rows of `items` are locked. Returns those that changed. */
async function unflagUsed(
  transaction: Queries,
  tenantId: number,
  items: ReadonlyMap<number, CountedItem>,
  uses: readonly ItemUse[],
  now: number,
): Promise<readonly ItemName[]> {
  const unflagged = uses.flatMap(({ itemId, lastAt }) => {
    const item = items.get(itemId);
    return item?.state === 'flagged' && isUnknownUse(lastAt, item.state_at.getTime()) ? [item] : [];
  });
  if (unflagged.length === 0) return [];
  await transaction
    .updateTable('items')
    .set({ state: 'published', state_reason: '', state_at: new Date(now) })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', sql<number>`any(${unflagged.map(({ id }) => id)}::bigint[])`)
    .execute();
  const entries = unflagged.map(({ kind, slug }) => ({
    action: 'item.unflag',
    target: `${kind}/${slug}`,
    details: { reason: 'it was used' },
  }));
  await writeAudits(transaction, systemActor(tenantId), now, entries);
  return unflagged;
}

/**
 * Whether the use was unknown when the item was flagged: it came after, or on an earlier day and is reported only now.
 * A use before that on the same day was already in a queue.
 */
function isUnknownUse(usedAt: number, flaggedAt: number): boolean {
  return usedAt >= flaggedAt || usedAt < flaggedAt - (flaggedAt % dayMs);
}
