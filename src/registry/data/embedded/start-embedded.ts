/*
 * The embedded database: PostgreSQL on a data folder, shared by every Coppice process that needs it. The first process
 * starts it and the last one stops it; each keeps one connection open, so a process that was killed no longer counts.
 * Starting, joining and leaving happen under one lock. The first process that notices a dead server starts it again.
 */

import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { nodeFiles } from '../../../system/disk/node-disk.js';
import { withLock } from '../../../system/lock/lock.js';
import type { Log } from '../../../system/log.js';
import { CoppiceError } from '../../../text/errors.js';
import { sha256Hex } from '../../../text/hash.js';
import { explainedFault } from '../db/database-fault.js';
import type { ServerAccount } from './account.js';
import type { Binaries } from './binaries.js';
import { ensureCluster } from './cluster.js';
import { findPostmaster, type Postmaster, stopPostmaster } from './postmaster.js';
import { startPostmaster } from './start-postmaster.js';

/** A restart changes the process id, not the URL. */
export interface EmbeddedDatabase extends Postmaster {
  /** Stops the server when no other process uses it. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  readonly dataFolder: string;
  readonly lockFolder: string;
  /** Called under the lock. */
  binaries(): Promise<Binaries>;
  readonly account: ServerAccount;
  readonly log: Log;
  readonly settings?: Readonly<Record<string, string>>;
}

export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const { dataFolder: folder, log } = options;
  let isLeaving = false;
  let joined = await enter(options);
  /** Retries without end, because the reason of a failure may pass. */
  const stay = async (): Promise<void> => {
    while (!isLeaving) {
      await joined.gone;
      if (isLeaving) return;
      try {
        joined = await enter(options);
      } catch (fault) {
        log.error({ folder, reason: String(fault) }, 'the embedded database could not be restarted');
        await delay(retryMs);
      }
    }
  };
  const staying = stay();
  return {
    url: joined.postmaster.url,
    get pid() {
      return joined.postmaster.pid;
    },
    stop: async () => {
      isLeaving = true;
      await joined.presence.end();
      await staying;
      await underLock(options, async () => {
        await joined.presence.end();
        if (await isAnybodyPresent(joined.postmaster.url)) return;
        await stopPostmaster(folder);
        log.info({ folder }, 'stopped the embedded database');
      });
    },
  };
}

/** The pause between two attempts to restart it. */
const retryMs = 1_000;

interface Joined {
  readonly postmaster: Postmaster;
  readonly presence: pg.Client;
  /** Resolves when the connection ends, for any reason. */
  readonly gone: Promise<void>;
}

async function enter(options: EmbeddedOptions): Promise<Joined> {
  const { dataFolder: folder, account, log } = options;
  return underLock(options, async () => {
    const binaries = await options.binaries();
    await ensureCluster({ folder, binaries, account, isDurable: options.settings?.['fsync'] !== 'off' });
    const running = await findPostmaster(folder);
    const postmaster = running ?? (await startPostmaster({ ...options, folder, binaries }));
    log.info(
      { folder, pid: postmaster.pid },
      running ? 'joined the embedded database' : 'started the embedded database',
    );
    return { postmaster, ...(await showPresence(postmaster, log)) };
  });
}

const presenceName = 'coppice presence';

async function showPresence({ url }: Postmaster, log: Log): Promise<Omit<Joined, 'postmaster'>> {
  const client = new pg.Client({ connectionString: url, application_name: presenceName });
  client.on('error', (fault) =>
    log.error({ reason: fault.message }, 'lost the connection to the embedded database'),
  );
  const gone = new Promise<void>((resolve) => client.once('end', resolve));
  await client.connect();
  return { presence: client, gone };
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
    // Nobody can use a server that does not answer.
    if (explained instanceof CoppiceError) return false;
    throw explained;
  } finally {
    await client.end();
  }
}

/** Long enough for another process to create the folder, or to recover from a crash. */
const lockTimeoutMs = 600_000;

async function underLock<T>({ dataFolder, lockFolder }: EmbeddedOptions, run: () => Promise<T>): Promise<T> {
  const name = `registry-${sha256Hex(dataFolder).slice(0, 16)}.lock`;
  return await withLock(nodeFiles, join(lockFolder, name), { timeoutMs: lockTimeoutMs }, run);
}
