/*
 * The database of the registry: the one that COPPICE_DATABASE_URL names, or the embedded one in the home.
 */

import { dirname, join, resolve } from 'node:path';
import { sql } from 'kysely';
import { faultCode } from '../../system/disk/disk-fault.js';
import { homePaths } from '../../system/home.js';
import type { Log } from '../../system/log.js';
import { packagesFolder } from '../../system/optional-package.js';
import { CoppiceError } from '../../text/errors.js';
import { sha256Hex } from '../../text/hash.js';
import { sqlState } from './db/database-fault.js';
import { type DatabasePool, openPool } from './db/pool.js';
import { type ServerAccount, serverAccount } from './embedded/account.js';
import { packagedBinaries } from './embedded/binaries.js';
import { startEmbedded } from './embedded/start-embedded.js';

export interface OpenDatabase {
  readonly pool: DatabasePool;
  readonly kind: 'external' | 'embedded';
  /** Closes the pool, and stops the embedded server when no other process uses it. */
  close(): Promise<void>;
}

interface OpenDatabaseOptions {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly log: Log;
  readonly maxConnections?: number;
}

export async function openDatabase(options: OpenDatabaseOptions): Promise<OpenDatabase> {
  const url = options.environment['COPPICE_DATABASE_URL'];
  return url ? openExternal(url, options) : openEmbedded(options);
}

/** The oldest that the migrations run on. */
const oldestVersion = 140_000;

async function openExternal(url: string, options: OpenDatabaseOptions): Promise<OpenDatabase> {
  if (!/^postgres(ql)?:\/\//.test(url)) {
    throw badUrl('it does not begin with postgres://');
  }
  const pool = openPool(url, options);
  try {
    const { rows } = await sql<{ version: number }>`
      select current_setting('server_version_num')::int as version`.execute(pool.database);
    const version = rows[0]?.version ?? 0;
    if (version < oldestVersion) throw badUrl('it names a PostgreSQL older than 14');
    return { pool, kind: 'external', close: pool.close };
  } catch (fault) {
    await pool.close();
    const reason = whyUnusable(fault);
    if (reason !== undefined) throw badUrl(reason);
    throw fault;
  }
}

/** Reasons that another URL would fix. None of them repeats the URL, which contains a password. */
function whyUnusable(fault: unknown): string | undefined {
  if (!(fault instanceof Error)) return undefined;
  if (faultCode(fault) === 'ERR_INVALID_URL') return 'it is not a URL';
  const state = sqlState(fault) ?? '';
  const isRefused = state.startsWith('28') || fault.message.startsWith('SASL');
  return isRefused || state === '3D000' ? fault.message : undefined;
}

async function openEmbedded(options: OpenDatabaseOptions): Promise<OpenDatabase> {
  const { environment, home, log } = options;
  const account = serverAccount();
  const dataFolder = dataFolderFor(environment, home, account);
  const server = await startEmbedded({
    dataFolder,
    lockFolder: homePaths(home).locks,
    binaries: () => packagedBinaries(packagesFolder(home, environment), dirname(dataFolder), account),
    account,
    log,
  });
  const pool = openPool(server.url, options);
  const close = async (): Promise<void> => {
    await pool.close();
    await server.stop();
  };
  return { pool, kind: 'embedded', close };
}

function badUrl(reason: string): CoppiceError {
  return new CoppiceError('bad-value', `COPPICE_DATABASE_URL cannot be used: ${reason}`, {
    hint: 'use the form postgres://USER:PASSWORD@HOST:5432/DATABASE',
  });
}

/** Where the embedded database stores its data. */
export function dataFolderFor(
  environment: Readonly<Record<string, string | undefined>>,
  home: string,
  account: ServerAccount,
): string {
  const given = environment['COPPICE_REGISTRY_DATA'];
  if (given) return resolve(given);
  // The account has no access to the home of root.
  if (account) return join('/var/lib/coppice', sha256Hex(home).slice(0, 8), 'pg');
  return homePaths(home).registryDatabase;
}
