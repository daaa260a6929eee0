/*
 * The embedded database: PostgreSQL on a data folder, shared by every Coppice process that needs it. The first one
 * starts it and the last one stops it; each is known by one connection that it holds all the time, so one that was
 * killed is not waited for. Starting, joining and leaving happen under one lock. A server that dies while it is in use
 * is started again by whoever notices.
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

/** The process is another one after a restart; the address stays. */
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
  const { dataFolder: folder, log } = options;
  let isLeaving = false;
  let joined = await enter(options);
  /** Whatever keeps it from starting may pass, so it is tried for as long as it is needed. */
  const stay = async (): Promise<void> => {
    while (!isLeaving) {
      await joined.gone;
      if (isLeaving) return;
      try {
        joined = await enter(options);
      } catch (fault) {
        log.error({ folder, reason: String(fault) }, 'the embedded database cannot be started again');
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
      await alone(options, async () => {
        await joined.presence.end();
        if (await isAnybodyPresent(joined.postmaster.url)) return;
        await stopPostmaster(folder);
        log.info({ folder }, 'stopped the embedded database');
      });
    },
  };
}

/** Between two attempts to start it again. */
const retryMs = 1_000;

interface Joined {
  readonly postmaster: Postmaster;
  readonly presence: pg.Client;
  /** When the presence is at its end, for whatever reason. */
  readonly gone: Promise<void>;
}

async function enter(options: EmbeddedOptions): Promise<Joined> {
  const { dataFolder: folder, account, log } = options;
  return alone(options, async () => {
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
  client.on('error', (fault) => log.error({ reason: fault.message }, 'the embedded database went away'));
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
  const name = `registry-${sha256Hex(dataFolder).slice(0, 16)}.lock`;
  return await withLock(nodeFiles, join(lockFolder, name), { timeoutMs: lockTimeoutMs }, run);
}
