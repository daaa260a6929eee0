/*
 * Looks after the audit logs: once an hour it signs a checkpoint of each that grew, where the server has a key, and once a
 * day it deletes rows that are older than a tenant retains.
 */

import type { Schedule } from '../../../system/schedule.js';
import { dayMs, hourMs } from '../../../text/time.js';
import type { CheckpointKey } from '../../audit/checkpoint-key.js';
import { signCheckpoints } from '../../audit/checkpoints.js';
import { expireAudit } from '../../audit/expire-audit.js';
import type { Registry } from '../../registry.js';
import { readSettings } from '../../rules/access/stored-settings.js';
import { type Job, periodicJob } from './periodic-job.js';

type LoggedRegistry = Pick<Registry, 'database' | 'clock' | 'log'>;

export function auditCheckpoints(
  registry: LoggedRegistry,
  key: CheckpointKey | undefined,
  schedule?: Schedule,
): Job {
  const work = {
    name: 'audit checkpoints',
    everyMs: key === undefined ? 0 : hourMs,
    run: async (database: Registry['database']) => ({
      signed: key === undefined ? 0 : await signCheckpoints({ ...registry, database }, key),
    }),
  };
  return periodicJob(registry, work, schedule);
}

export function auditRetention(registry: LoggedRegistry, schedule?: Schedule): Job {
  const work = {
    name: 'audit retention',
    everyMs: dayMs,
    run: (database: Registry['database'], signal: AbortSignal) =>
      retainAudit({ ...registry, database }, signal),
  };
  return periodicJob(registry, work, schedule);
}

export async function retainAudit(
  { database, clock }: Pick<Registry, 'database' | 'clock'>,
  signal?: AbortSignal,
): Promise<{ readonly deleted: number }> {
  const now = clock.now();
  const tenants = await database.selectFrom('tenants').select(['id', 'slug', 'settings']).execute();
  let deleted = 0;
  for (const { id, slug, settings } of tenants) {
    const days = readSettings(settings).audit_retention_days;
    if (days === null || signal?.aborted) continue;
    deleted += await expireAudit(database, id, { slug, now, cutoff: now - days * dayMs }, signal);
  }
  return { deleted };
}
