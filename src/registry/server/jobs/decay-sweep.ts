/*
 * Finds items that fell out of use and flags them, tenant by tenant, by the policy of each. It archives nothing: a person
 * decides that.
 */

import { sql } from 'kysely';
import type { Schedule } from '../../../system/schedule.js';
import { kinds } from '../../api/names.js';
import type { TenantSettings } from '../../api/settings.js';
import { systemActor, writeAudits } from '../../data/db/audit.js';
import { change } from '../../data/db/database.js';
import type { Registry } from '../../registry.js';
import { readSettings } from '../../rules/access/stored-settings.js';
import { type Candidate, decayCandidates } from '../../usage/decay-candidates.js';
import type { Job } from './periodic-job.js';
import { periodicJob } from './periodic-job.js';

type SweptRegistry = Pick<Registry, 'database' | 'changes' | 'clock' | 'log'>;

/** Runs every `everySeconds`; 0 for never. */
export function decaySweep(registry: SweptRegistry, everySeconds: number, schedule?: Schedule): Job {
  const work = {
    name: 'decay sweep',
    everyMs: everySeconds * 1_000,
    run: (database: Registry['database'], signal: AbortSignal) =>
      sweepDecay({ ...registry, database }, signal),
  };
  return periodicJob(registry, work, schedule);
}

export interface Sweep {
  readonly flagged: number;
  /** Unused items that another item requires or a project pins. */
  readonly protected: number;
  /** Tenants that could not be swept; the log has the reasons. */
  readonly failed: number;
}

export async function sweepDecay(registry: SweptRegistry, signal?: AbortSignal): Promise<Sweep> {
  const { database, log } = registry;
  const tenants = await database
    .selectFrom('tenants')
    .select(['id', 'slug', 'settings'])
    .orderBy('id')
    .execute();
  let [flagged, spared, failed] = [0, 0, 0];
  for (const { id, slug, settings } of tenants) {
    if (signal?.aborted) break;
    try {
      const swept = await sweepTenant(registry, { id, settings: readSettings(settings) }, signal);
      flagged += swept.flagged;
      spared += swept.protected;
    } catch (fault) {
      // Any error is caught: one tenant must not stop the sweep of the others.
      if (!(fault instanceof Error)) throw fault;
      failed += 1;
      log.error({ tenant: slug, reason: fault.message }, 'a tenant could not be swept');
    }
  }
  return { flagged, protected: spared, failed };
}

async function sweepTenant(
  registry: SweptRegistry,
  { id, settings }: { readonly id: number; readonly settings: TenantSettings },
  signal: AbortSignal | undefined,
): Promise<Omit<Sweep, 'failed'>> {
  const now = registry.clock.now();
  let [flagged, spared] = [0, 0];
  const swept = kinds.filter((kind) => settings.decay[kind].enabled);
  if (swept.length === 0) return { flagged, protected: spared };
  const query = { tenantId: id, kinds: swept, policies: settings.decay, now, includeFlagged: false };
  for await (const { candidates, protectedCount } of decayCandidates(registry.database, query)) {
    if (signal?.aborted) break;
    flagged += await flag(registry, id, candidates, now);
    spared += protectedCount;
  }
  return { flagged, protected: spared };
}

/** Flags candidates that were neither used nor published since; rows are locked in the order of their ids. */
async function flag(
  registry: SweptRegistry,
  tenantId: number,
  candidates: readonly Candidate[],
  now: number,
): Promise<number> {
  if (candidates.length === 0) return 0;
  return change(registry, { tenantId, part: 'catalog' }, async (transaction) => {
    const { rows: flagged } = await sql<{ kind: string; slug: string; reason: string }>`
      with found as (
        select * from unnest(
          ${candidates.map(({ itemId }) => itemId)}::bigint[],
          ${candidates.map(({ useCount }) => useCount)}::bigint[],
          ${candidates.map(({ reasons }) => reasons.join('; '))}::text[]
        ) as found (id, use_count, reason)
      ), locked as (
        select items.id, found.reason
        from found join items on items.id = found.id and items.use_count = found.use_count
        where items.tenant_id = ${tenantId} and items.state = 'published' and items.updated_at < ${new Date(now)}
        order by items.id
        for no key update of items
      )
      update items set state = 'flagged', state_reason = locked.reason, state_at = ${new Date(now)}
      from locked
      where items.tenant_id = ${tenantId} and items.id = locked.id
      returning items.kind, items.slug, locked.reason
    `.execute(transaction);
    const entries = flagged.map(({ kind, slug, reason }) => ({
      action: 'item.flag',
      target: `${kind}/${slug}`,
      details: { reason },
    }));
    await writeAudits(transaction, systemActor(tenantId), now, entries);
    return flagged.length;
  });
}
