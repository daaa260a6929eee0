/*
 * Items and usage records for tests, and what the database contains of them afterwards.
 */

import { sql } from 'kysely';
import type { Kind } from '../api/names.js';
import type { TestRegistry } from '../registry.fixture.js';
import type { UsageRecord } from '../rules/usage/usage-records.js';

/** The ids of new items without versions, in the order of the slugs. */
export async function addItems(
  { unguarded, clock }: TestRegistry,
  tenantId: number,
  slugs: readonly string[],
  kind: Kind = 'skill',
): Promise<readonly number[]> {
  const now = new Date(clock.now());
  const rows = await unguarded
    .insertInto('items')
    .values(
      slugs.map((slug) => ({
        tenant_id: tenantId,
        kind,
        slug,
        owners: ['service:tester'],
        state_at: now,
        created_at: now,
        updated_at: now,
      })),
    )
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

export function recordOf(
  given: Partial<UsageRecord> & Pick<UsageRecord, 'tenantId' | 'itemId' | 'at'>,
): UsageRecord {
  return {
    versionId: null,
    event: 'download',
    count: 1,
    userId: null,
    tokenId: null,
    projectHash: null,
    ...given,
  };
}

export interface StoredUsage {
  /** The sum of each event, from the rows of the events. */
  readonly events: Readonly<Record<string, number>>;
  /** `DAY SLUG downloads/views/installs/uses`. */
  readonly byItem: readonly string[];
  /** `DAY downloads/views/installs/uses unique`. */
  readonly byDay: readonly string[];
  /** `SLUG count` of the items that were used. */
  readonly items: readonly string[];
}

export async function storedUsage({ unguarded }: TestRegistry, tenantId: number): Promise<StoredUsage> {
  const texts = async (query: ReturnType<typeof sql<{ text: string }>>): Promise<readonly string[]> => {
    const { rows } = await query.execute(unguarded);
    return rows.map(({ text }) => text);
  };
  const sums = sql.raw(`concat_ws('/', sums.downloads, sums.views, sums.installs, sums.uses)`);
  const events = await sql<{ event: string; count: number }>`
    select event, sum(count)::bigint as count from usage_events where tenant_id = ${tenantId}
    group by event order by event
  `.execute(unguarded);
  return {
    events: Object.fromEntries(events.rows.map(({ event, count }) => [event, count])),
    byItem: await texts(sql`
      select concat_ws(' ', sums.day, items.slug, ${sums}) as text
      from usage_by_item as sums join items on items.id = sums.item_id
      where sums.tenant_id = ${tenantId} order by sums.day, items.slug collate "C"`),
    byDay: await texts(sql`
      select concat_ws(' ', sums.day, ${sums}, sums.unique_items) as text
      from usage_by_day as sums where sums.tenant_id = ${tenantId} order by sums.day`),
    items: await texts(sql`
      select concat_ws(' ', slug, use_count) as text from items
      where tenant_id = ${tenantId} and use_count > 0 order by slug collate "C"`),
  };
}
