/*
 * The folder in which PostgreSQL keeps its data: made whole or not at all, and only ever opened by the major version
 * that made it. Texts are UTF-8 and ordered by code point, whatever the machine's locale is.
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
  /** On disk for certain when it is made; tests need not wait for that. */
  readonly isDurable: boolean;
}

export const clusterUser = 'coppice';

/** Only one process at a time may call this for a folder. */
export async function ensureCluster(options: ClusterOptions): Promise<void> {
  const { folder, binaries } = options;
  const made = madeBy(folder);
  if (made === undefined) return makeCluster(options);
  if (made !== binaries.majorVersion) {
    throw new CoppiceError(
      'conflict',
      `${folder} is a database of PostgreSQL ${made}, and this is PostgreSQL ${binaries.majorVersion}`,
      {
        hint: 'make a backup with the version of Coppice that made it, and restore it into an empty folder',
      },
    );
  }
}

/** What initdb makes is moved into its place when it is whole, the file that is looked for last. */
const unfinished = 'unfinished';
const mark = 'PG_VERSION';

function madeBy(folder: string): number | undefined {
  const path = join(folder, mark);
  if (existsSync(path)) return Number.parseInt(readFileSync(path, 'utf8'), 10);
  const others = existsSync(folder)
    ? readdirSync(folder).filter((name) => name !== unfinished && name !== 'lost+found')
    : [];
  if (others.length === 0) return undefined;
  throw new CoppiceError('conflict', `${folder} is not empty, and is no database of PostgreSQL`, {
    hint: 'name an empty folder in COPPICE_REGISTRY_DATA',
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

/** The first that the machine has: with one of UTF-8, letters beyond ASCII are known as letters, too. */
const characterTypes = ['C.UTF-8', 'UTF-8', 'C'];

async function initialise(options: ClusterOptions, into: string): Promise<void> {
  const { binaries, account, folder, isDurable } = options;
  const program = join(binaries.folder, 'initdb');
  // Case and order by Unicode itself and not by the machine's library, where PostgreSQL can.
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
        // Who reaches the socket is let in; there is no other way in.
        '--auth-local=trust',
        '--auth-host=reject',
      ],
      account,
    );
    if (result.ok) return;
    if (!result.reason.includes('invalid locale name')) break;
  }
  throw new CoppiceError('no-permission', `the database cannot be made in ${folder}: ${result.reason}`, {
    hint: account
      ? `PostgreSQL runs as ${account.name}, who must be able to reach the folder; COPPICE_REGISTRY_DATA names another`
      : 'see that the folder can be written; COPPICE_REGISTRY_DATA names another',
  });
}
