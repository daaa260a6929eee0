/*
 * Maintains the partitions of usage events: it creates those that will be needed, and drops those that are older than
 * the retention of every tenant. Where one tenant has a shorter retention, its rows are deleted month by month. The sums
 * stay.
 */

import type { Schedule } from '../../../system/schedule.js';
import { dayMs, utcDay } from '../../../text/time.js';
import { dropMonth, listMonths, makePartitions } from '../../data/db/partitions.js';
import type { Registry } from '../../registry.js';
import { readSettings } from '../../rules/access/stored-settings.js';
import { endOfMonth, monthAfter, monthOf } from '../../rules/usage/calendar.js';
import { maxDelayDays } from '../../rules/usage/usage-records.js';
import type { Job } from './periodic-job.js';
import { periodicJob } from './periodic-job.js';

type RetainedRegistry = Pick<Registry, 'database' | 'clock' | 'log'>;

export function usageRetention(registry: RetainedRegistry, schedule?: Schedule): Job {
  const work = {
    name: 'usage retention',
    everyMs: dayMs,
    run: (database: Registry['database'], signal: AbortSignal) =>
      retainUsage({ ...registry, database }, signal),
  };
  return periodicJob(registry, work, schedule);
}

export interface Retention {
  readonly dropped: readonly string[];
  /** Rows of tenants with a shorter retention than another, and counts about changes that nobody reported since. */
  readonly deleted: number;
}

export async function retainUsage(
  { database, clock }: Omit<RetainedRegistry, 'log'>,
  signal?: AbortSignal,
): Promise<Retention> {
  const now = clock.now();
  const thisMonth = monthOf(now);
  await makePartitions(database, [thisMonth, monthAfter(thisMonth)]);
  const stored = await database.selectFrom('tenants').select(['id', 'settings']).execute();
  const tenants = stored.map(({ id, settings }) => ({
    id,
    cutoff: now - readSettings(settings).usage_retention_days * dayMs,
  }));
  const oldestCutoff = Math.min(...tenants.map(({ cutoff }) => cutoff));
  const dropped: string[] = [];
  let deleted = 0;
  for (const month of await listMonths(database)) {
    if (signal?.aborted) break;
    const end = endOfMonth(month);
    // Without tenants there is no retention, and everything stays.
    if (tenants.length > 0 && end <= oldestCutoff) {
      await dropMonth(database, month);
      dropped.push(month);
      continue;
    }
    for (const tenant of tenants)
      if (end <= tenant.cutoff) deleted += await deleteRows(database, tenant.id, month);
  }
  for (const tenant of tenants) {
    deleted += await deleteEffects(database, tenant.id, tenant.cutoff);
    await forgetCallers(database, tenant.id, now);
  }
  return { dropped, deleted };
}

async function deleteRows(database: Registry['database'], tenantId: number, month: string): Promise<number> {
  const [from, to] = [Date.parse(`${month}-01`), endOfMonth(month)];
  const events = await database
    .deleteFrom('usage_events')
    .where('tenant_id', '=', tenantId)
    .where('ts', '>=', new Date(from))
    .where('ts', '<', new Date(to))
    .executeTakeFirst();
  const reports = await database
    .deleteFrom('usage_of_projects')
    .where('tenant_id', '=', tenantId)
    .where('day', '>=', utcDay(from))
    .where('day', '<', utcDay(to))
    .executeTakeFirst();
  return Number(events.numDeletedRows + reports.numDeletedRows);
}

/** Reports about a day are accepted for a month, and limited that long. */
async function forgetCallers(database: Registry['database'], tenantId: number, now: number): Promise<void> {
  await database
    .deleteFrom('usage_of_callers')
    .where('tenant_id', '=', tenantId)
    .where('day', '<', utcDay(now - (maxDelayDays + 1) * dayMs))
    .execute();
}

async function deleteEffects(
  database: Registry['database'],
  tenantId: number,
  cutoff: number,
): Promise<number> {
  const { numDeletedRows } = await database
    .deleteFrom('effect_counts')
    .where('tenant_id', '=', tenantId)
    .where('reported_on', '<', utcDay(cutoff))
    .executeTakeFirst();
  return Number(numDeletedRows);
}
