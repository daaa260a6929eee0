/*
 * The running server of a data folder: PostgreSQL's own file postmaster.pid says which process it is and where it
 * listens. It listens on a socket in a folder that only its user can enter, and nowhere else.
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

/** Between two looks at whether it has come or gone. */
export const pauseMs = 10;

/** How long one that runs may take to answer: it may be recovering from a crash. */
const answerTimeoutMs = 300_000;

/** The one that runs on the folder and answers. What a killed one left is cleared away. */
export async function findPostmaster(folder: string): Promise<Postmaster | undefined> {
  const deadline = performance.now() + answerTimeoutMs;
  for (;;) {
    const found = readPidFile(folder);
    if (found === undefined) return undefined;
    if (!isPostgres(found.pid)) {
      clearAway(folder, found);
      return undefined;
    }
    if (found.socketFolder !== '') {
      const url = socketUrl(found.socketFolder);
      if (await isAnswering(url)) return { pid: found.pid, url };
    }
    if (performance.now() > deadline) {
      throw new CoppiceError('unavailable', `process ${found.pid} holds ${folder} and does not answer`, {
        hint: 'end that process, and try again',
      });
    }
    await delay(pauseMs);
  }
}

/** Ends its sessions, writes everything down, and returns when it is gone. */
export async function stopPostmaster(folder: string): Promise<void> {
  const pid = readPidFile(folder)?.pid;
  if (pid === undefined || !isPostgres(pid)) return;
  process.kill(pid, 'SIGINT');
  while (isPostgres(pid)) await delay(pauseMs);
}

export function socketUrl(socketFolder: string): string {
  // The folder is stronger than the host, which only makes it an address that can be parsed.
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
  /** Empty until it listens. */
  readonly socketFolder: string;
}

function readPidFile(folder: string): PidFile | undefined {
  try {
    const [pid, dataFolder = '', , , socketFolder = ''] = readFileSync(join(folder, pidFile), 'utf8').split(
      '\n',
    );
    // It was copied together with the folder of another.
    if (realpathSync(dataFolder) !== realpathSync(folder)) return undefined;
    return { pid: Number(pid), socketFolder };
  } catch (fault) {
    if (isAbsence(fault)) return undefined;
    throw fault;
  }
}

/** PostgreSQL would take a process that has the number now, or is not yet waited for, for the owner of these. */
function clearAway(folder: string, { socketFolder }: PidFile): void {
  if (socketFolder !== '') rmSync(join(socketFolder, '.s.PGSQL.5432.lock'), { force: true });
  rmSync(join(folder, pidFile));
}

/** The number of a process that ended may be another's now, or be kept by a parent that does not ask how it ended. */
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
