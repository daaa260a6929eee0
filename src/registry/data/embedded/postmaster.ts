/*
 * The running server of a data folder: PostgreSQL's file postmaster.pid names its process and its socket. It listens
 * only on a socket, in a folder that only its user can enter.
 */

import { readFileSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { faultCode, isAbsence } from '../../../system/disk/disk-fault.js';
import { CoppiceError } from '../../../text/errors.js';
import { explainedFault } from '../db/database-fault.js';
import { clusterUser } from './cluster.js';

export interface Postmaster {
  readonly pid: number;
  readonly url: string;
}

/** The pause between two checks whether it has started or stopped. */
export const pauseMs = 10;

/** How long a running server may take to answer: it may be recovering from a crash. */
const answerTimeoutMs = 300_000;

/** The server that runs on the folder and answers. The files that a killed one left are removed. */
export async function findPostmaster(folder: string): Promise<Postmaster | undefined> {
  const deadline = performance.now() + answerTimeoutMs;
  for (;;) {
    const found = readPidFile(folder);
    if (found === undefined) return undefined;
    if (!isPostgres(found.pid)) {
      removeStaleFiles(folder, found);
      return undefined;
    }
    if (found.socketFolder !== '') {
      const url = socketUrl(found.socketFolder);
      if (await isAnswering(url)) return { pid: found.pid, url };
    }
    if (performance.now() > deadline) {
      throw new CoppiceError(
        'unavailable',
        `the PostgreSQL process ${found.pid} uses ${folder} and does not answer`,
        {
          hint: 'end that process and try again',
        },
      );
    }
    await delay(pauseMs);
  }
}

/** Ends its sessions, lets it write everything to disk, and returns when it has stopped. */
export async function stopPostmaster(folder: string): Promise<void> {
  const pid = readPidFile(folder)?.pid;
  if (pid === undefined || !isPostgres(pid)) return;
  process.kill(pid, 'SIGINT');
  while (isPostgres(pid)) await delay(pauseMs);
}

export function socketUrl(socketFolder: string): string {
  // The parameter `host` takes precedence; `localhost` only makes the URL valid.
  return `postgres://${clusterUser}@localhost/postgres?host=${encodeURIComponent(socketFolder)}`;
}

export async function isAnswering(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch (fault) {
    const explained = explainedFault(fault);
    if (explained instanceof CoppiceError) return false;
    throw explained;
  } finally {
    await client.end();
  }
}

const pidFile = 'postmaster.pid';

interface PidFile {
  readonly pid: number;
  /** Empty until the server listens. */
  readonly socketFolder: string;
}

function readPidFile(folder: string): PidFile | undefined {
  try {
    const [pid, dataFolder = '', , , socketFolder = ''] = readFileSync(join(folder, pidFile), 'utf8').split(
      '\n',
    );
    // The file was copied together with another data folder.
    if (realpathSync(dataFolder) !== realpathSync(folder)) return undefined;
    return { pid: Number(pid), socketFolder };
  } catch (fault) {
    if (isAbsence(fault)) return undefined;
    throw fault;
  }
}

/** PostgreSQL would mistake another process with the same id, or a zombie, for the owner of these files. */
function removeStaleFiles(folder: string, { socketFolder }: PidFile): void {
  if (socketFolder !== '') rmSync(join(socketFolder, '.s.PGSQL.5432.lock'), { force: true });
  rmSync(join(folder, pidFile));
}

/** The id of a process that ended may belong to another process now, or to a zombie. */
function isPostgres(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return (
      process.platform !== 'linux' ||
      /^\d+ \(postgres\) [^ZX]/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
    );
  } catch (fault) {
    if (isAbsence(fault) || faultCode(fault) === 'ESRCH') return false;
    if (faultCode(fault) === 'EPERM') return true;
    throw fault;
  }
}
