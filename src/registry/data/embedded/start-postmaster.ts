/*
 * Starts the server of a data folder, in a process group of its own: signals of a terminal do not reach it, and it
 * survives a Coppice process that is killed, until the next one finds it. Its socket is in the data folder, which is
 * closed to others, or, because the path of a socket must be short, in a closed temporary folder whose name is stored
 * with the data.
 */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  lstatSync,
  mkdtempSync,
  openSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isAbsence } from '../../../system/disk/disk-fault.js';
import { CoppiceError } from '../../../text/errors.js';
import { type ServerAccount, spawnOptions } from './account.js';
import type { Binaries } from './binaries.js';
import { isAnswering, type Postmaster, pauseMs, socketUrl } from './postmaster.js';

interface StartOptions {
  readonly folder: string;
  readonly binaries: Binaries;
  readonly account: ServerAccount;
  /** They override the default settings. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** Returns when the server answers, which may take a while after a crash. */
export async function startPostmaster(options: StartOptions): Promise<Postmaster> {
  const deadline = performance.now() + lingerMs;
  const socketFolder = socketFolderFor(options.folder, options.account);
  const url = socketUrl(socketFolder);
  for (;;) {
    const { child, pid, log } = await launch(options, socketFolder);
    while (!hasEnded(child)) {
      if (await isAnswering(url)) return { pid, url };
      await delay(pauseMs);
    }
    const reason = log();
    if (!reason.includes('pre-existing shared memory block') || performance.now() > deadline) {
      throw new CoppiceError('unavailable', `the embedded database did not start: ${reason}`);
    }
    await delay(pauseMs);
  }
}

/** How long the sessions of a killed server may take to end. */
const lingerMs = 30_000;

const defaultSettings: Readonly<Record<string, string>> = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  shared_buffers: '64MB',
  max_connections: '100',
  // Clients get the errors of their statements; the log file is for the server itself.
  log_min_messages: 'fatal',
  log_checkpoints: 'off',
};

async function launch({ folder, binaries, account, settings }: StartOptions, socketFolder: string) {
  const path = join(folder, 'postgres.log');
  const log = openLog(path);
  const start = fstatSync(log).size;
  const given = { ...defaultSettings, ...settings, unix_socket_directories: socketFolder };
  const child = spawn(
    join(binaries.folder, 'postgres'),
    ['-D', folder, ...Object.entries(given).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { ...spawnOptions(account), stdio: ['ignore', log, log], detached: true },
  );
  closeSync(log);
  const { pid } = child;
  if (pid === undefined) throw (await once(child, 'error'))[0];
  child.unref();
  return { child, pid, log: () => readFileSync(path).subarray(start).toString().trim() };
}

const maxLogBytes = 1 << 20;

function openLog(path: string): number {
  // The folder may belong to another user, whose symbolic link must not redirect this process.
  const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW;
  const log = openSync(path, flags, 0o600);
  if (fstatSync(log).size > maxLogBytes) ftruncateSync(log);
  return log;
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

/** The limit of the whole path in bytes, on the strictest platform. */
const maxSocketPathBytes = 103;

function socketFolderFor(dataFolder: string, account: ServerAccount): string {
  if (fits(dataFolder)) return dataFolder;
  const note = join(dataFolder, 'coppice-socket-folder');
  const stored = readIfPresent(note);
  if (stored !== undefined && isClosedToOthers(stored, account)) return stored;
  const parent = fits(join(tmpdir(), 'coppice-pg-XXXXXX')) ? tmpdir() : '/tmp';
  const made = mkdtempSync(join(parent, 'coppice-pg-'));
  if (account) chownSync(made, account.uid, account.gid);
  writeFileSync(note, made);
  return made;
}

function fits(folder: string): boolean {
  return Buffer.byteLength(join(folder, '.s.PGSQL.5432')) <= maxSocketPathBytes;
}

function readIfPresent(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (fault) {
    if (isAbsence(fault)) return undefined;
    throw fault;
  }
}

function isClosedToOthers(folder: string, account: ServerAccount): boolean {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  if (!found?.isDirectory()) return false;
  return found.uid === (account?.uid ?? process.getuid?.()) && (found.mode & 0o077) === 0;
}
