/*
 * `coppice registry admin backup`: copies the data of the registry to a folder.
 */

import { resolve } from 'node:path';
import { type Context, libraryOptions } from '../../../app/context.js';
import {
  configOf,
  storageOf,
  withProgress,
  withRegistry,
  withStoredRegistry,
} from '../../../app/project/admin-registry.js';
import { tenantIdBySlug } from '../../../registry/access/tenants.js';
import { kinds } from '../../../registry/api/names.js';
import { backUp } from '../../../registry/data/backup/backup.js';
import { restore } from '../../../registry/data/backup/restore.js';
import { verifyRegistry } from '../../../registry/data/backup/verify.js';
import { migrate } from '../../../registry/data/db/migrate.js';
import { type Reconciliation, reconcile } from '../../../registry/data/mirror/reconcile.js';
import { openDatabase } from '../../../registry/data/open-database.js';
import { type PurgedVersion, purgeVersion } from '../../../registry/items/lifecycle/purge.js';
import { sweepDecay } from '../../../registry/server/jobs/decay-sweep.js';
import { silentLog } from '../../../system/log.js';
import { CoppiceError } from '../../../text/errors.js';
import { counted } from '../../../text/plural.js';
import { printable } from '../../../text/printable.js';
import { rowsText } from '../../frame/rows.js';
import type { Report } from '../../rules/verb.js';
import type { Input } from '../../verbs/records.js';

export async function runRegistryBackup(
  context: Context,
  input: Input<'registry admin backup'>,
): Promise<Report> {
  const folder = resolve(context.workingFolder, input.argument('folder'));
  const manifest = await withStoredRegistry(context, (registry, onProgress) =>
    backUp(registry, folder, onProgress),
  );
  const { tables, blobs, missing } = manifest;
  const rows = Object.values(tables).reduce((total, table) => total + table.rows, 0);
  return {
    document: { folder, ...manifest },
    text: `${printable(`backed up ${counted(rows, 'row')} and ${counted(blobs, 'bundle')} to ${folder}`)}\n`,
    ...(missing.length > 0 && {
      notes: missing.map((digest) => `missing or damaged in the storage: ${digest}\n`).join(''),
      exitCode: 1,
    }),
  };
}

/*
 * `coppice registry admin restore`: a backup becomes a registry again. The database is not migrated first, since the
 * backup may be of an older version.
 */

export async function runRegistryRestore(
  context: Context,
  input: Input<'registry admin restore'>,
): Promise<Report> {
  const folder = resolve(context.workingFolder, input.argument('folder'));
  const { environment } = context;
  const { home } = libraryOptions(context);
  const blobs = storageOf(context);
  const { pool, close } = await openDatabase({ environment, home, log: silentLog, maxConnections: 2 });
  try {
    const manifest = await withProgress(context, (onProgress) =>
      restore({ pool, blobs, log: silentLog }, folder, onProgress),
    );
    return {
      document: { folder, ...manifest },
      text: `${printable(`restored the backup of ${manifest.madeAt} from ${folder}`)}\n`,
      notes: 'check it with: coppice registry admin verify\n',
    };
  } finally {
    await close();
  }
}

/*
 * `coppice registry admin verify`: checks the data of the registry.
 */

export async function runRegistryVerify(context: Context): Promise<Report> {
  const found = await withStoredRegistry(context, verifyRegistry);
  const { versions, drafts, problems } = found;
  const rows = problems.map(({ check, tenant, target, fault }) => [check, tenant, target, fault]);
  const checked = `versions: ${versions}, revisions of drafts: ${drafts}`;
  return {
    document: found,
    text:
      problems.length === 0
        ? `no problems (${checked})\n`
        : () => rowsText(context.terminal, ['CHECK', 'TENANT', 'WHAT', 'PROBLEM'], rows),
    ...(problems.length > 0 && { notes: `problems: ${problems.length} (${checked})\n`, exitCode: 1 }),
  };
}

/*
 * `coppice registry admin purge`: removes a published version permanently.
 */

export async function runRegistryPurge(
  context: Context,
  input: Input<'registry admin purge'>,
): Promise<Report> {
  const given = versionIn(input.argument('version'));
  const tenant = input.text('tenant');
  const purging = { reason: input.text('reason'), force: input.isOn('force') };
  const purge = await withStoredRegistry(context, async (registry) =>
    purgeVersion(registry, await tenantIdBySlug(registry.database, tenant), given, purging),
  );
  const bytes = purge.bytesRemoved
    ? 'its content was deleted'
    : 'its content stays, because another version has the same';
  return {
    document: { tenant, ...purge },
    text: `${printable(`purged ${purge.target}; ${bytes}`)}\n`,
    notes:
      'installed copies, backups and the git mirror still contain it; revoke a leaked secret in any case\n',
  };
}

function versionIn(text: string): PurgedVersion {
  const [, word, slug = '', version = ''] = /^(\w+)\/((?:@[^@/]+\/)?[^@/]+)@(.+)$/.exec(text) ?? [];
  const kind = kinds.find((known) => known === word);
  if (kind !== undefined) return { kind, slug, version };
  throw new CoppiceError('bad-value', `${text} does not name a version`, {
    hint: `KIND/SLUG@VERSION, where the kind is one of ${kinds.join(', ')}`,
  });
}

/*
 * `coppice registry admin mirror reconcile`: makes the git mirror match the registry.
 */

export async function runRegistryMirror(context: Context): Promise<Report> {
  const { gitRepoPath: folder } = configOf(context);
  if (folder === undefined) {
    throw new CoppiceError('usage', 'no mirror is configured: COPPICE_GIT_REPO_PATH is not set', {
      hint: 'set it to the path of a git repository, as for the server',
    });
  }
  const place = { folder, environment: context.environment };
  const done = await withStoredRegistry(context, (registry, onProgress) =>
    reconcile(registry, place, (at, total) => onProgress('versions', at, total)),
  );
  return {
    document: { folder, ...done },
    text: reconciledText(done),
    ...(done.failed.length > 0 && { exitCode: 1 }),
  };
}

function reconciledText({ versions, added, mended, removed, unknown, failed }: Reconciliation): string {
  const lines = [
    ...added.map((path) => `added ${path}`),
    ...mended.map((path) => `fixed ${path}`),
    ...removed.map((path) => `removed ${path}`),
    ...unknown.map((path) => `unknown, kept: ${path}`),
    ...failed.map((path) => `missing or damaged in the storage: ${path}`),
    `versions compared: ${versions}`,
  ];
  return lines.map((line) => `${printable(line)}\n`).join('');
}

/*
 * `coppice registry migrate`: brings the database of the registry up to date, and starts it for that where none runs.
 */

export async function runRegistryMigrate(context: Context): Promise<Report> {
  const { home } = libraryOptions(context);
  const { environment } = context;
  const { pool, close } = await openDatabase({ environment, home, log: silentLog, maxConnections: 2 });
  try {
    const migrated = await migrate(pool, silentLog);
    return {
      document: { migrated },
      text: migrated.map((name) => `${name}\n`).join(''),
      ...(migrated.length === 0 && { notes: 'the database is up to date\n' }),
    };
  } finally {
    await close();
  }
}

/*
 * `coppice registry admin sweep`: flags what fell out of use, now and not when the next sweep is due.
 */

export async function runRegistrySweep(context: Context): Promise<Report> {
  const swept = await withRegistry(context, (registry) => sweepDecay({ ...registry, log: silentLog }));
  const { flagged, protected: spared, failed } = swept;
  const kept =
    spared === 0
      ? ''
      : `; ${counted(spared, 'unused item')} stayed, because items or projects need ${spared === 1 ? 'it' : 'them'}`;
  return {
    document: swept,
    text: `flagged ${counted(flagged, 'item')}${kept}\n`,
    ...(flagged > 0 && { notes: 'a curator archives or unflags them on the page "Graveyard"\n' }),
    ...(failed > 0 && { exitCode: 1, notes: `${counted(failed, 'tenant')} could not be swept\n` }),
  };
}
