/*
 * The embedded database: PostgreSQL on a data folder, shared by every Coppice process that needs it. The first one
 * starts it and the last one stops it; each is known by one connection that it holds all the time, so one that was
 * killed is not waited for. Starting, joining and leaving happen under one lock.
 */

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { nodeFiles } from '../../../system/disk/node-disk.js';
import { CoppiceError } from '../../../system/errors.js';
import { sha256Hex } from '../../../system/hash.js';
import { acquireLock } from '../../../system/lock/lock.js';
import type { Log } from '../../log.js';
import { explainedFault } from '../database-fault.js';
import type { ServerAccount } from './account.js';
import type { Binaries } from './binaries.js';
import { ensureCluster } from './cluster.js';
import { findPostmaster, type Postmaster, stopPostmaster } from './postmaster.js';
import { startPostmaster } from './start-postmaster.js';

export interface EmbeddedDatabase extends Postmaster {
  /** Ends the server when no other process uses it. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  readonly dataFolder: string;
  readonly lockFolder: string;
  /** Asked under the lock. */
  binaries(): Promise<Binaries>;
  readonly account: ServerAccount;
  readonly log: Log;
  readonly settings?: Readonly<Record<string, string>>;
}

export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const { dataFolder: folder, account, log } = options;
  const { postmaster, presence } = await alone(options, async () => {
    const binaries = await options.binaries();
    await ensureCluster({ folder, binaries, account, isDurable: options.settings?.['fsync'] !== 'off' });
    const running = await findPostmaster(folder);
    const joined = running ?? (await startPostmaster({ ...options, folder, binaries }));
    log.info(
      { folder, pid: joined.pid },
      running ? 'joined the embedded database' : 'started the embedded database',
    );
    return { postmaster: joined, presence: await showPresence(joined, log) };
  });
  return {
    ...postmaster,
    stop: () =>
      alone(options, async () => {
        await presence.end();
        if (await isAnybodyPresent(postmaster.url)) return;
        await stopPostmaster(folder);
        log.info({ folder }, 'stopped the embedded database');
      }),
  };
}

const presenceName = 'coppice presence';

async function showPresence({ url }: Postmaster, log: Log): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: presenceName });
  client.on('error', (fault) => log.error({ reason: fault.message }, 'the embedded database went away'));
  await client.connect();
  return client;
}

async function isAnybodyPresent(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rowCount } = await client.query('select from pg_stat_activity where application_name = $1', [
      presenceName,
    ]);
    return rowCount !== 0;
  } catch (fault) {
    const explained = explainedFault(fault);
    // Nobody can use what does not answer.
    if (explained instanceof CoppiceError) return false;
    throw explained;
  } finally {
    await client.end();
  }
}

/** Long enough for another to make the folder, or to recover from a crash. */
const lockTimeoutMs = 600_000;

async function alone<T>({ dataFolder, lockFolder }: EmbeddedOptions, run: () => Promise<T>): Promise<T> {
  mkdirSync(lockFolder, { recursive: true, mode: 0o700 });
  const name = `registry-${sha256Hex(dataFolder).slice(0, 16)}.lock`;
  const lock = await acquireLock(nodeFiles, join(lockFolder, name), { timeoutMs: lockTimeoutMs });
  try {
    return await run();
  } finally {
    lock.release();
  }
}
