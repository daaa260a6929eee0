/*
 * Reads usage from the sums by day alone, so that the cost does not grow with the number of events.
 */

import { sql } from 'kysely';
import type { Kind } from '../api/names.js';
import type { TimelineDay, TopItem } from '../api/routes/usage.js';
import type { Queries } from '../data/db/database.js';
import { lastDays } from '../rules/usage/calendar.js';

export interface TimelineQuery {
  readonly days: number;
  readonly slug?: string | undefined;
  readonly kind?: Kind | undefined;
}

/** One row for every day, today last. */
export async function readTimeline(
  queries: Queries,
  tenantId: number,
  query: TimelineQuery,
  now: number,
): Promise<readonly TimelineDay[]> {
  const days = lastDays(query.days, now);
  const ofAll = query.slug === undefined && query.kind === undefined;
  const rows = await (ofAll
    ? sumsOfTenant(queries, tenantId, days)
    : sumsOfSome(queries, tenantId, days, query));
  const byDay = new Map(rows.map((row) => [row.day, row]));
  return days.map((day) => byDay.get(day) ?? { day, downloads: 0, views: 0, uses: 0, unique_skills: 0 });
}

function sumsOfTenant(
  queries: Queries,
  tenantId: number,
  [first = '']: readonly string[],
): Promise<readonly TimelineDay[]> {
  return queries
    .selectFrom('usage_by_day')
    .select(['day', 'downloads', 'views', 'uses', 'unique_items as unique_skills'])
    .where('tenant_id', '=', tenantId)
    .where('day', '>=', first)
    .execute();
}

/** A slug without a kind is that of a skill. */
async function sumsOfSome(
  queries: Queries,
  tenantId: number,
  [first = '']: readonly string[],
  { slug, kind = 'skill' }: TimelineQuery,
): Promise<readonly TimelineDay[]> {
  const { rows } = await sql<TimelineDay>`
    select sums.day, sum(downloads)::bigint as downloads, sum(views)::bigint as views, sum(uses)::bigint as uses,
      count(*) filter (where downloads + views + uses > 0) as unique_skills
    from items join usage_by_item as sums on sums.tenant_id = items.tenant_id and sums.item_id = items.id
    where items.tenant_id = ${tenantId} and items.kind = ${kind} and sums.day >= ${first}
      ${slug === undefined ? sql`` : sql`and items.slug = ${slug}`}
    group by sums.day
  `.execute(queries);
  return rows;
}

export interface TopQuery {
  readonly days: number;
  readonly limit: number;
}

/** Most used first. */
export async function readTop(
  queries: Queries,
  tenantId: number,
  { days, limit }: TopQuery,
  now: number,
): Promise<readonly TopItem[]> {
  const [first] = lastDays(days, now);
  const { rows } = await sql<TopItem>`
    select items.slug, items.kind, sums.downloads, sums.views, sums.uses, sums.total
    from (
      select item_id, sum(downloads)::bigint as downloads, sum(views)::bigint as views, sum(uses)::bigint as uses,
        sum(downloads + views + uses)::bigint as total
      from usage_by_item
      where tenant_id = ${tenantId} and day >= ${first}
      group by item_id
    ) as sums
    join items on items.tenant_id = ${tenantId} and items.id = sums.item_id
    where sums.total > 0
    order by sums.total desc, items.slug collate "C", items.kind
    limit ${limit}
  `.execute(queries);
  return rows;
}
