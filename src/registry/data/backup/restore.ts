/*
 * Restores a backup into an empty registry. The whole backup is checked before anything is written; then come the blobs,
 * which nobody sees without rows, and then all rows in one transaction.
 */

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { isAbsence } from '../../../system/disk/disk-fault.js';
import type { Log } from '../../../system/log.js';
import { CoppiceError } from '../../../text/errors.js';
import { counted } from '../../../text/plural.js';
import {
  type BackupManifest,
  backupFormat,
  backupManifest,
  backupTables,
  blobsName,
  defaultBatch,
  manifestName,
  tableFile,
  tablesOf,
} from '../../rules/backup-format.js';
import type { Queries } from '../db/database.js';
import { everyTenant } from '../db/database.js';
import { type Migration, migrate, migrations, newestMigration } from '../db/migrate.js';
import { makePartitions } from '../db/partitions.js';
import type { DatabasePool } from '../db/pool.js';
import type { BlobStore } from '../storage/blob-store.js';
import { explainingDisk } from '../storage/explain-disk.js';
import { folderBlobs } from '../storage/folder-blobs.js';
import { intactBytes, type OnProgress, referencedDigests, schemaNumber } from './backup.js';

export interface RestoreTarget {
  /** The database may lack even the tables. */
  readonly pool: Pick<DatabasePool, 'url' | 'database'>;
  readonly blobs: BlobStore;
  readonly log: Log;
  /** By default those of this program. */
  readonly migrations?: readonly Migration[];
}

export function restore(
  target: RestoreTarget,
  folder: string,
  onProgress: OnProgress = () => undefined,
): Promise<BackupManifest> {
  return explainingDisk('read the backup', folder, () => restoreFrom(folder, target, onProgress));
}

async function restoreFrom(
  folder: string,
  { pool, blobs, log, migrations: list = migrations }: RestoreTarget,
  onProgress: OnProgress,
): Promise<BackupManifest> {
  const manifest = await readManifest(folder, newestMigration(list));
  await checkTables(folder, manifest);
  const digests = await checkBlobs(folder, manifest, onProgress);
  const { database } = pool;
  // A backup of an older version is loaded into the schema of that version, and migrated afterwards.
  if ((await schemaNumber(database)) < manifest.schema)
    await migrate(
      pool,
      log,
      list.filter(({ number }) => number <= manifest.schema),
    );
  await refuseNotEmpty(database, manifest);
  await makePartitions(database, manifest.months);

  const source = folderBlobs(join(folder, blobsName));
  for (const [index, digest] of digests.entries()) {
    onProgress('bundles', index, digests.length);
    const bytes = await intactBytes(source, digest);
    if (bytes === undefined) throw damaged(`${digest} was changed during the restore`);
    await blobs.put(digest, bytes);
  }
  await database.transaction().execute(async (transaction) => {
    await sql`set local statement_timeout = 0`.execute(transaction);
    await sql`lock table tenants in share row exclusive mode`.execute(transaction);
    await refuseNotEmpty(transaction, manifest);
    await transaction.deleteFrom('job_runs').execute();
    const tables = tablesOf(manifest);
    for (const [index, { name }] of tables.entries()) {
      onProgress('rows', index, tables.length);
      await loadTable(transaction, folder, manifest, name);
    }
    await setSequences(transaction, manifest);
    const known = new Set([...digests, ...manifest.missing]);
    const missing = (await referencedDigests(transaction)).find((digest) => !known.has(digest));
    if (missing !== undefined) throw damaged(`it has no ${missing}`);
  });
  await migrate(pool, log, list);
  return manifest;
}

async function readManifest(folder: string, newestSchema: number): Promise<BackupManifest> {
  let text: string;
  try {
    text = await readFile(join(folder, manifestName), 'utf8');
  } catch (fault) {
    if (isAbsence(fault))
      throw new CoppiceError('not-found', `${folder} is not a finished backup`, {
        hint: 'name a folder that coppice registry admin backup has written',
      });
    throw fault;
  }
  const { data, error } = backupManifest.safeParse(parsedJson(text));
  if (error) throw damaged(`its ${manifestName} is not valid`);
  if (data.format > backupFormat || data.schema > newestSchema) {
    throw new CoppiceError('newer-format', `${folder} was made by a newer version of Coppice`, {
      hint: 'restore it with that version',
    });
  }
  return data;
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

async function checkTables(folder: string, manifest: BackupManifest): Promise<void> {
  for (const { name } of tablesOf(manifest)) {
    const expected = manifest.tables[name];
    if (expected === undefined) throw damaged(`it has no table ${name}`);
    let rows = 0;
    for await (const batch of lineBatches(folder, name, expected.sha256)) rows += batch.length;
    if (rows !== expected.rows)
      throw damaged(`${tableFile(name)} has ${rows} of ${counted(expected.rows, 'row')}`);
  }
}

/** Returns their digests. */
async function checkBlobs(
  folder: string,
  manifest: BackupManifest,
  onProgress: OnProgress,
): Promise<readonly string[]> {
  const source = folderBlobs(join(folder, blobsName));
  const digests: string[] = [];
  for await (const digest of source.list()) {
    onProgress('checking', digests.length, manifest.blobs);
    if ((await intactBytes(source, digest)) === undefined)
      throw damaged(`the bytes of ${digest} are damaged`);
    digests.push(digest);
  }
  if (digests.length !== manifest.blobs)
    throw damaged(`it has ${digests.length} of ${counted(manifest.blobs, 'bundle')}`);
  return digests;
}

async function refuseNotEmpty(queries: Queries, manifest: BackupManifest): Promise<void> {
  const { schema } = manifest;
  const hint = 'restore into a new database and an empty storage';
  const current = await schemaNumber(queries);
  if (current !== schema) {
    throw new CoppiceError('conflict', `the database is at migration ${current}, the backup at ${schema}`, {
      hint,
    });
  }
  for (const { name } of tablesOf(manifest)) {
    const { rows } = await sql<{ occupied: boolean }>`
      select exists (select from ${sql.table(name)}) as occupied ${everyTenant('it must be empty for all')}
    `.execute(queries);
    if (rows[0]?.occupied && name !== 'job_runs')
      throw new CoppiceError('conflict', `the registry is not empty: it has rows in ${name}`, { hint });
  }
}

async function loadTable(
  transaction: Queries,
  folder: string,
  { tables }: BackupManifest,
  name: string,
): Promise<void> {
  for await (const lines of lineBatches(folder, name, tables[name]?.sha256 ?? '')) {
    await sql`insert into ${sql.table(name)} overriding system value
      select * from jsonb_populate_recordset(null::${sql.table(name)}, ${`[${lines.join(',')}]`}::jsonb)
      ${everyTenant('a backup contains all tenants')}`.execute(transaction);
  }
}

/** Throws at the end where the file does not have the digest of the manifest. */
async function* lineBatches(folder: string, name: string, sha256: string): AsyncGenerator<readonly string[]> {
  const size = backupTables.find((table) => table.name === name)?.batch ?? defaultBatch;
  const hash = createHash('sha256');
  const decoder = new TextDecoder();
  let lines: string[] = [];
  let rest = '';
  for await (const chunk of bytesOf(folder, name)) {
    hash.update(chunk);
    // Only this character ends a line: the other line separators of Unicode may occur in a text.
    const parts = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = parts.pop() ?? '';
    lines.push(...parts);
    while (lines.length >= size) {
      yield lines.slice(0, size);
      lines = lines.slice(size);
    }
  }
  if (lines.length > 0) yield lines;
  if (hash.digest('hex') !== sha256) throw damaged(`${tableFile(name)} was changed`);
}

async function* bytesOf(folder: string, name: string): AsyncGenerator<Buffer> {
  try {
    yield* createReadStream(join(folder, tableFile(name)));
  } catch (fault) {
    if (isAbsence(fault)) throw damaged(`it has no ${tableFile(name)}`);
    throw fault;
  }
}

async function setSequences(transaction: Queries, { sequences }: BackupManifest): Promise<void> {
  for (const { name, isNumbered } of backupTables) {
    const last = sequences[name];
    if (!isNumbered || last === null || last === undefined) continue;
    await sql`select setval(pg_get_serial_sequence(${name}, 'id'), ${last})`.execute(transaction);
  }
}

function damaged(fault: string): CoppiceError {
  return new CoppiceError('state-damaged', `the backup cannot be restored: ${fault}`, {
    hint: 'nothing was changed; use another backup',
  });
}
