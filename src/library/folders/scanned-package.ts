/*
 * Reads a folder for the scanner. Everything in it counts, including what a listing leaves out: nested skills, caches,
 * hidden files; only the folders of version control are skipped. Reading is bounded, and the sizes show what was not
 * read, so that the scanner can report it. A file that cannot be read is an error, because it cannot be judged.
 */

import { basename, relative } from 'node:path';
import type { ScannedFile, ScannedPackage } from '../../scan/package/prepare.js';
import { isSkillFile } from '../../skill/package-names.js';
import type { Entry, Files, Stat } from '../../system/files.js';
import { CoppiceError } from '../../text/errors.js';
import { readPackageFile } from './package-files.js';

const maxFiles = 1_000;
const maxFolders = 10_000;
/** More of a file is not read. */
export const maxFileBytes = 1024 * 1024;
const maxPackageBytes = 25 * maxFileBytes;

export function readScannedPackage(files: Files, path: string): ScannedPackage {
  return readListedPackage(files, listScannedPackage(files, path));
}

/** The files of a package without their contents, which is enough to notice a change of any of them. */
export interface ListedPackage {
  readonly name: string;
  /** Without links. */
  readonly folder: string;
  readonly files: readonly ListedFile[];
}

export interface ListedFile extends Omit<ScannedFile, 'bytes'> {
  /** Of a link, its own. Undefined when it was removed since. */
  readonly stat: Stat | undefined;
}

export function listScannedPackage(files: Files, path: string): ListedPackage {
  const folder = files.realPath(path);
  if (folder === undefined)
    throw new CoppiceError('not-found', `there is no ${path}`, { hint: 'check the path' });
  const found = listed(files, folder).map((entry) => ({ ...entry, ...detailsOf(files, folder, entry) }));
  return { name: basename(path), folder, files: found };
}

export function readListedPackage(
  files: Files,
  { name, folder, files: found }: ListedPackage,
): ScannedPackage {
  // Small files come first, so that a large file cannot use up the limit before a script is read.
  const inReadingOrder = found.toSorted((a, b) => rank(a) - rank(b) || a.sizeBytes - b.sizeBytes);
  let leftBytes = maxPackageBytes;
  const scanned = inReadingOrder.map(({ stat: _, ...file }): ScannedFile => {
    if (file.kind !== 'file') return { ...file, bytes: new Uint8Array() };
    const content = readPackageFile(files, folder, file.path, Math.min(maxFileBytes, leftBytes));
    if (content === undefined)
      throw new CoppiceError('not-found', `${folder}/${file.path} was removed while it was being read`, {
        hint: 'try again',
      });
    leftBytes -= content.bytes.length;
    return { ...file, ...content };
  });
  return { name, files: scanned.sort((a, b) => (a.path < b.path ? -1 : 1)) };
}

interface Listed {
  readonly path: string;
  readonly kind: ScannedFile['kind'];
}

/** At most one file more than is allowed, which is how the scanner notices. SKILL.md is always among them. */
function listed(files: Files, folder: string): readonly Listed[] {
  const found: Listed[] = [];
  const pending = [''];
  for (let next = 0; next < pending.length && found.length <= maxFiles; next += 1) {
    const at = pending[next] ?? '';
    for (const { name, kind } of skillFileFirst(files.list(at === '' ? folder : `${folder}/${at}`) ?? [])) {
      const path = at === '' ? name : `${at}/${name}`;
      if (kind !== 'folder') found.push({ path, kind });
      else if (!versionControl.has(name)) pending.push(path);
    }
    if (next === maxFolders)
      throw new CoppiceError('too-large', `${folder} has more than ${maxFolders} folders`, {
        hint: 'remove what does not belong in a skill',
      });
  }
  return found.slice(0, maxFiles + 1);
}

const versionControl: ReadonlySet<string> = new Set(['.git', '.hg', '.svn', '.jj']);

function skillFileFirst(entries: readonly Entry[]): readonly Entry[] {
  return entries.toSorted((a, b) => Number(isSkillFile(b.name)) - Number(isSkillFile(a.name)));
}

function detailsOf(files: Files, folder: string, { path, kind }: Listed) {
  const stat = files.stat(`${folder}/${path}`, { follow: false });
  const target = kind === 'link' ? linkTarget(files, folder, path) : undefined;
  return {
    stat,
    sizeBytes: kind === 'file' ? (stat?.sizeBytes ?? 0) : 0,
    isExecutable: kind === 'file' && ((stat?.mode ?? 0) & 0o111) !== 0,
    ...(target !== undefined && { target }),
  };
}

/** A relative path if the link stays in the package, else an absolute one. */
function linkTarget(files: Files, folder: string, path: string): string | undefined {
  const target = files.realPath(`${folder}/${path}`);
  if (target === undefined || !target.startsWith(`${folder}/`)) return target;
  return relative(`${folder}/${path}/..`, target);
}

function rank({ path }: Listed): number {
  return isSkillFile(path) ? 0 : 1;
}
