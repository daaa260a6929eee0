/*
 * The data folder of PostgreSQL: created completely or not at all, and only opened by the major version that created it.
 * Texts are UTF-8 and ordered by code point, whatever the locale of the machine is.
 */

import {
  chmodSync,
  chownSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { CoppiceError } from '../../../text/errors.js';
import { makeFolder, type ProgramResult, runProgram, type ServerAccount } from './account.js';
import type { Binaries } from './binaries.js';

export interface ClusterOptions {
  readonly folder: string;
  readonly binaries: Binaries;
  readonly account: ServerAccount;
  /** Whether creating it waits until it is on disk; tests need not wait. */
  readonly isDurable: boolean;
}

export const clusterUser = 'coppice';

/** Only one process at a time may call this for a folder. */
export async function ensureCluster(options: ClusterOptions): Promise<void> {
  const { folder, binaries } = options;
  const version = versionOf(folder);
  if (version === undefined) return makeCluster(options);
  if (version !== binaries.majorVersion) {
    throw new CoppiceError(
      'conflict',
      `${folder} is a database of PostgreSQL ${version}, but this is PostgreSQL ${binaries.majorVersion}`,
      {
        hint: 'make a backup with the version of Coppice that created it, and restore it into an empty folder',
      },
    );
  }
}

/** initdb writes here; the files are moved to the data folder when they are complete, and `mark` last. */
const unfinished = 'unfinished';
const mark = 'PG_VERSION';

/** The major version that created the folder; undefined for an empty one. */
function versionOf(folder: string): number | undefined {
  const path = join(folder, mark);
  if (existsSync(path)) return Number.parseInt(readFileSync(path, 'utf8'), 10);
  const others = existsSync(folder)
    ? readdirSync(folder).filter((name) => name !== unfinished && name !== 'lost+found')
    : [];
  if (others.length === 0) return undefined;
  throw new CoppiceError('conflict', `${folder} is not empty and not a PostgreSQL database`, {
    hint: 'set COPPICE_REGISTRY_DATA to an empty folder',
  });
}

async function makeCluster(options: ClusterOptions): Promise<void> {
  const { folder, account } = options;
  makeFolder(folder, account);
  chmodSync(folder, 0o700);
  if (account) chownSync(folder, account.uid, account.gid);
  const making = join(folder, unfinished);
  rmSync(making, { recursive: true, force: true });
  await initialise(options, making);
  for (const name of readdirSync(making).filter((entry) => entry !== mark)) {
    renameSync(join(making, name), join(folder, name));
  }
  renameSync(join(making, mark), join(folder, mark));
  rmdirSync(making);
}

/** The first that the machine has is used: with UTF-8, PostgreSQL recognises letters beyond ASCII. */
const characterTypes = ['C.UTF-8', 'UTF-8', 'C'];

async function initialise(options: ClusterOptions, into: string): Promise<void> {
  const { binaries, account, folder, isDurable } = options;
  const program = join(binaries.folder, 'initdb');
  // Newer versions of PostgreSQL can take case and order from Unicode instead of the machine's library.
  const provider =
    binaries.majorVersion >= 17 ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'] : [];
  let result: ProgramResult = { ok: false, reason: '' };
  for (const characterType of characterTypes) {
    result = await runProgram(
      program,
      [
        `--pgdata=${into}`,
        `--username=${clusterUser}`,
        '--encoding=UTF8',
        '--locale=C',
        `--lc-ctype=${characterType}`,
        ...provider,
        ...(isDurable ? [] : ['--no-sync']),
        // Access to the socket is the only protection, and the only way to connect.
        '--auth-local=trust',
        '--auth-host=reject',
      ],
      account,
    );
    if (result.ok) return;
    if (!result.reason.includes('invalid locale name')) break;
  }
  throw new CoppiceError('no-permission', `the database cannot be created in ${folder}: ${result.reason}`, {
    hint: account
      ? `give the account ${account.name}, which runs PostgreSQL, access to the folder, or set COPPICE_REGISTRY_DATA to another`
      : 'make the folder writable, or set COPPICE_REGISTRY_DATA to another',
  });
}
