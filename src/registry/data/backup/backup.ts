/*
 * Writes everything in the registry into a folder. All rows are from one snapshot, whatever is published meanwhile; the
 * folder gets its name only when the backup is complete. It contains credentials only as stored hashes, which cannot be
 * used to sign in; skills, names and addresses are in plain text.
 */

import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import { isAbsence } from '../../../system/disk/disk-fault.js';
import { CoppiceError, hasCode } from '../../../text/errors.js';
import type { Registry } from '../../registry.js';
import {
  type BackupManifest,
  type BackupTable,
  backupFormat,
  backupTables,
  blobsName,
  defaultBatch,
  manifestName,
  tableFile,
} from '../../rules/backup-format.js';
import type { Queries } from '../db/database.js';
import { everyTenant } from '../db/database.js';
import { listMonths } from '../db/partitions.js';
import { explainingDisk } from '../storage/explain-disk.js';
import { folderBlobs } from '../storage/folder-blobs.js';

export type OnProgress = (label: string, done: number, total: number) => void;

export async function backUp(
  registry: Pick<Registry, 'database' | 'blobs' | 'clock'>,
  folder: string,
  onProgress: OnProgress = () => undefined,
): Promise<BackupManifest> {
  return explainingDisk('write the backup', folder, async () => {
    await refuseExisting(folder);
    const partial = join(dirname(folder), `.${randomUUID()}.partial`);
    try {
      await mkdir(join(partial, dirname(tableFile('any'))), { recursive: true, mode: 0o700 });
      const { digests, ...rows } = await writeRows(registry, partial, onProgress);
      const copied = await copyBlobs(registry.blobs, digests, partial, onProgress);
      const madeAt = new Date(registry.clock.now()).toISOString();
      const manifest = { program: 'coppice', format: backupFormat, madeAt, ...rows, ...copied } as const;
      await writeFile(join(partial, manifestName), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
      await rename(partial, folder);
      return manifest;
    } catch (fault) {
      await rm(partial, { recursive: true, force: true });
      throw fault;
    }
  });
}

async function refuseExisting(folder: string): Promise<void> {
  try {
    await stat(folder);
  } catch (fault) {
    if (isAbsence(fault)) return;
    throw fault;
  }
  throw new CoppiceError('already-exists', `${folder} already exists`, {
    hint: 'name a new folder',
  });
}

interface WrittenRows extends Pick<BackupManifest, 'schema' | 'tables' | 'sequences' | 'months'> {
  /** Digests of all blobs that the rows refer to. */
  readonly digests: readonly string[];
}

function writeRows(
  { database }: Pick<Registry, 'database'>,
  folder: string,
  onProgress: OnProgress,
): Promise<WrittenRows> {
  return database
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (snapshot) => {
      // Sorting millions of events takes longer than the timeout of a request.
      await sql`set local statement_timeout = 0`.execute(snapshot);
      const tables: Record<string, BackupManifest['tables'][string]> = {};
      for (const [index, table] of backupTables.entries()) {
        onProgress('rows', index, backupTables.length);
        tables[table.name] = await writeTable(snapshot, table, join(folder, tableFile(table.name)));
      }
      return {
        tables,
        schema: await schemaNumber(snapshot),
        sequences: await readSequences(snapshot),
        months: [...(await listMonths(snapshot))],
        digests: await referencedDigests(snapshot),
      };
    });
}

async function writeTable(
  snapshot: Queries,
  { name, order, batch = defaultBatch }: BackupTable,
  path: string,
): Promise<BackupManifest['tables'][string]> {
  await sql`declare lines no scroll cursor for
    select to_jsonb(${sql.table(name)})::text as line from ${sql.table(name)}
    order by ${sql.join(order.map((column) => sql.ref(column)))}
    ${everyTenant('a backup contains all tenants')}`.execute(snapshot);
  const hash = createHash('sha256');
  const file = await open(path, 'wx', 0o600);
  let rows = 0;
  try {
    for (;;) {
      const fetched = await sql<{ line: string }>`fetch ${sql.lit(batch)} from lines`.execute(snapshot);
      if (fetched.rows.length === 0) break;
      const text = fetched.rows.map(({ line }) => `${line}\n`).join('');
      hash.update(text);
      await file.write(text);
      rows += fetched.rows.length;
    }
    await file.sync();
  } finally {
    await file.close();
  }
  await sql`close lines`.execute(snapshot);
  return { rows, sha256: hash.digest('hex') };
}

/** The number of the last migration that ran; 0 in a database without any. */
export async function schemaNumber(queries: Queries): Promise<number> {
  const { rows } = await sql<{ present: boolean }>`
    select to_regclass('schema_migrations') is not null as present`.execute(queries);
  if (!rows[0]?.present) return 0;
  const newest = await sql<{ number: number | null }>`
    select max(number) as number from schema_migrations`.execute(queries);
  return newest.rows[0]?.number ?? 0;
}

async function readSequences(queries: Queries): Promise<Record<string, number | null>> {
  const sequences: Record<string, number | null> = {};
  for (const { name, isNumbered } of backupTables) {
    if (!isNumbered) continue;
    const { rows } = await sql<{ last: number | null }>`
      select pg_sequence_last_value(pg_get_serial_sequence(${name}, 'id')::regclass) as last`.execute(
      queries,
    );
    sequences[name] = rows[0]?.last ?? null;
  }
  return sequences;
}

export async function referencedDigests(queries: Queries): Promise<readonly string[]> {
  const { rows } = await sql<{ digest: string }>`
    select digest from versions union select digest from draft_revisions order by digest
    ${everyTenant('blobs are shared by all')}`.execute(queries);
  return rows.map(({ digest }) => digest);
}

async function copyBlobs(
  blobs: Registry['blobs'],
  digests: readonly string[],
  folder: string,
  onProgress: OnProgress,
): Promise<Pick<BackupManifest, 'blobs' | 'missing'>> {
  const target = folderBlobs(join(folder, blobsName));
  const missing: string[] = [];
  for (const [index, digest] of digests.entries()) {
    onProgress('bundles', index, digests.length);
    const bytes = await intactBytes(blobs, digest);
    if (bytes === undefined) missing.push(digest);
    else await target.put(digest, bytes);
  }
  return { blobs: digests.length - missing.length, missing };
}

/** Undefined where they are missing or damaged: that must not prevent a backup of the rest. */
export async function intactBytes(blobs: Registry['blobs'], digest: string): Promise<Uint8Array | undefined> {
  try {
    return await blobs.get(digest);
  } catch (error) {
    if (hasCode(error, 'blob-damaged')) return undefined;
    throw error;
  }
}
