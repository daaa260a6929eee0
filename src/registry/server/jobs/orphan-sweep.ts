/*
 * Removes blobs without a reference: of publishes that were refused after their bytes were stored, and of deleted drafts
 * and versions. They stay for a day, so that a retry finds them.
 */

import type { Schedule } from '../../../system/schedule.js';
import { hasCode } from '../../../text/errors.js';
import { dayMs } from '../../../text/time.js';
import type { Queries } from '../../data/db/database.js';
import { everyTenant } from '../../data/db/database.js';
import { removeUnreferenced } from '../../data/storage/blob-references.js';
import type { Registry } from '../../registry.js';
import type { Job } from './periodic-job.js';
import { periodicJob } from './periodic-job.js';

type SweptRegistry = Pick<Registry, 'database' | 'blobs' | 'clock' | 'log'>;

export function orphanSweep(registry: SweptRegistry, schedule?: Schedule): Job {
  const work = {
    name: 'orphan sweep',
    everyMs: dayMs,
    run: (database: Registry['database'], signal: AbortSignal) =>
      sweepOrphans({ ...registry, database }, signal),
  };
  return periodicJob(registry, work, schedule);
}

export interface OrphanSweep {
  readonly removed: number;
  /** Blobs without a row: they are noted now, and removed a day later if nothing refers to them by then. */
  readonly noted: number;
}

export async function sweepOrphans(registry: SweptRegistry, signal?: AbortSignal): Promise<OrphanSweep> {
  const { database, clock } = registry;
  const before = new Date(clock.now() - dayMs);
  const known = new Set(await readDigests(database));
  let [removed, noted] = [0, 0];
  for (const digest of await readOrphans(database, before)) {
    if (signal?.aborted) break;
    if (await removeUnreferenced(registry, digest, before)) removed += 1;
  }
  for await (const digest of registry.blobs.list()) {
    if (signal?.aborted) break;
    if (!known.has(digest) && (await note(registry, digest))) noted += 1;
  }
  return { removed, noted };
}

async function readDigests(queries: Queries): Promise<readonly string[]> {
  const rows = await queries.selectFrom('blobs').select('digest').execute();
  return rows.map(({ digest }) => digest);
}

async function readOrphans(queries: Queries, before: Date): Promise<readonly string[]> {
  const rows = await queries
    .selectFrom('blobs')
    .select('digest')
    .where('stored_at', '<', before)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('versions').whereRef('versions.digest', '=', 'blobs.digest').select('id'))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('draft_revisions')
            .whereRef('draft_revisions.digest', '=', 'blobs.digest')
            .select('draft_id'),
        ),
      ),
    )
    .orderBy('digest')
    .modifyEnd(everyTenant('blobs are shared by all'))
    .execute();
  return rows.map(({ digest }) => digest);
}

async function note({ database, blobs, clock, log }: SweptRegistry, digest: string): Promise<boolean> {
  const bytes = await sizeOf(blobs, digest);
  if (bytes === undefined) return false;
  if (bytes === 'damaged') {
    log.warn({ digest }, 'the storage has a damaged blob without a reference');
    return false;
  }
  await database
    .insertInto('blobs')
    .values({ digest, size_bytes: bytes, stored_at: new Date(clock.now()) })
    .onConflict((conflict) => conflict.column('digest').doNothing())
    .execute();
  return true;
}

/** Undefined where the blob was removed meanwhile. */
async function sizeOf(blobs: Registry['blobs'], digest: string): Promise<number | 'damaged' | undefined> {
  try {
    return (await blobs.get(digest))?.length;
  } catch (error) {
    if (hasCode(error, 'blob-damaged')) return 'damaged';
    throw error;
  }
}
