/*
 * Where the server of a data folder listens: in the folder itself, which is closed to others, or, because the path of a
 * socket may only be short, in a closed folder among the temporary ones, whose name is kept with the data.
 */

import { chownSync, lstatSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAbsence } from '../../../system/disk/disk-fault.js';
import type { ServerAccount } from './account.js';

/** Of the whole path, in bytes, on the strictest platform. */
const longestSocketPath = 103;

export function socketFolderFor(dataFolder: string, account: ServerAccount): string {
  if (fits(dataFolder)) return dataFolder;
  const note = join(dataFolder, 'coppice-socket-folder');
  const kept = readIfThere(note);
  if (kept !== undefined && isClosedToOthers(kept, account)) return kept;
  const parent = fits(join(tmpdir(), 'coppice-pg-XXXXXX')) ? tmpdir() : '/tmp';
  const made = mkdtempSync(join(parent, 'coppice-pg-'));
  if (account) chownSync(made, account.uid, account.gid);
  writeFileSync(note, made);
  return made;
}

function fits(folder: string): boolean {
  return Buffer.byteLength(join(folder, '.s.PGSQL.5432')) <= longestSocketPath;
}

function readIfThere(path: string): string | undefined {
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
