/*
 * Files and folders inside a root, reached one open folder at a time and never through a link: what is checked is the
 * folder that is then written into, not a path that may mean something else a moment later. Paths are relative to the
 * root, with forward slashes.
 */

import type { Files, OpenFolder, Stat } from '../../system/files.js';
import { CoppiceError, hasCode } from '../../text/errors.js';
import { sha256Hex } from '../../text/hash.js';
import type { LinkChange } from '../rules/ledger-entry.js';
import { isSameName } from '../rules/package-path.js';

/** Bytes, hash and mode, all from one open file. */
export interface CurrentFile {
  readonly bytes: Uint8Array;
  readonly sha256: string;
  readonly mode: number;
}

export interface NewContent {
  readonly bytes: Uint8Array;
  /** For a file that did not exist. */
  readonly mode: number;
}

/** Undefined when there is no file; a link, a folder or a device is refused. */
export function readInside(files: Files, root: string, path: string): CurrentFile | undefined {
  return inParent(files, root, path, (file) =>
    file === undefined ? undefined : readPlain(files, file, `${root}/${path}`),
  );
}

/** Writes a file, or removes it if `content` is null, provided that it still has the expected hash (null: no file). */
export function changeInside(
  files: Files,
  root: string,
  path: string,
  expected: string | null,
  content: NewContent | null,
): void {
  const changed = () =>
    new CoppiceError('changed-on-disk', `${root}/${path} was changed by someone else`, {
      hint: checkAgain,
    });
  inParent(files, root, path, (file) => {
    const there = file === undefined ? undefined : readPlain(files, file, `${root}/${path}`);
    if (file === undefined || (there?.sha256 ?? null) !== expected) throw changed();
    if (content === null) files.remove(file);
    else if (expected !== null) files.write(file, content.bytes);
    else if (!files.create(file, content.bytes, { mode: content.mode })) throw changed();
  });
}

/** Does not follow a link. The plain path is enough here, because changes go through open folders. */
export function statInside(files: Files, root: string, path: string): Stat | undefined {
  return files.stat(`${root}/${path}`, { follow: false });
}

/** Moves a folder to a name that is free; both parents exist. */
export function moveInside(files: Files, root: string, from: string, to: string): void {
  inParent(files, root, from, (source) =>
    inParent(files, root, to, (target) => {
      const isFolder = source !== undefined && files.stat(source, { follow: false })?.kind === 'folder';
      if (isFolder && target !== undefined) files.rename(source, target);
      else throw gone(`there is no folder ${root}/${from} to move to ${root}/${to}`);
    }),
  );
}

/** What the link at a path says; undefined when there is no link. */
export function linkInside(files: Files, root: string, path: string): string | null {
  return files.readLink(`${root}/${path}`) ?? null;
}

/** Makes a link, or removes it, if what is there is as expected. */
export function changeLinkInside(files: Files, root: string, { path, before, after }: LinkChange): void {
  inParent(files, root, path, (link) => {
    const isExpected =
      link !== undefined &&
      (before === null ? files.stat(link, { follow: false }) === undefined : files.readLink(link) === before);
    if (link === undefined || !isExpected) {
      throw new CoppiceError('changed-on-disk', `${root}/${path} was changed by someone else`, {
        hint: checkAgain,
      });
    }
    if (after === null) files.remove(link);
    else files.makeLink(link, after);
  });
}

/** The folders on the way to a path that do not exist yet, outermost first. */
export function missingFolders(files: Files, root: string, path: string): readonly string[] {
  const folders = prefixesOf(path).slice(0, -1);
  return folders.filter((folder) => statInside(files, root, folder) === undefined);
}

/** Refuses a name that differs from an existing one only in case or composition: on other systems they are the same. */
export function refuseClash(files: Files, root: string, path: string): void {
  for (const prefix of prefixesOf(path)) {
    const names = inParent(files, root, prefix, (_, folder) =>
      folder === undefined ? [] : namesIn(files, folder),
    );
    const name = lastName(prefix);
    const clash = names.includes(name) ? undefined : names.find((other) => isSameName(other, name));
    if (clash === undefined) continue;
    const message = `${root}/${prefix} differs from ${clash} only in case or Unicode composition`;
    throw new CoppiceError('already-exists', message, { hint: `use the name ${clash}, or another one` });
  }
}

export function makeInside(files: Files, root: string, folder: string): void {
  inParent(files, root, folder, (path) => {
    if (path !== undefined) files.makeFolder(path, 0o755);
    else throw gone(`the folder above ${root}/${folder} does not exist`);
  });
}

/** Removes a folder if nothing is in it. */
export function removeIfEmpty(files: Files, root: string, folder: string): void {
  inParent(files, root, folder, (path) => {
    if (path === undefined || files.stat(path, { follow: false })?.kind !== 'folder') return;
    try {
      files.remove(path);
    } catch (error) {
      // The folder is not empty.
      if (!hasCode(error, 'already-exists')) throw error;
    }
  });
}

/** Removes temporary files that a killed write left in a folder. Nobody else may be writing there. */
export function sweepTemporaries(files: Files, root: string, folder: string): void {
  inFolder(files, root, folder, (open) => {
    if (open === undefined) return;
    for (const name of namesIn(files, open)) {
      if (/^\.coppice-.+\.tmp$/.test(name)) files.remove(`${open.path}/${name}`);
    }
  });
}

/** The parent folder of a path; empty for the root itself. */
export function parentOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '';
}

export function lastName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

export function joined(folder: string, path: string): string {
  return folder === '' ? path : `${folder}/${path}`;
}

function gone(message: string): CoppiceError {
  return new CoppiceError('not-found', message, { hint: checkAgain });
}

const checkAgain = 'check what is there now, and try again';

/** Calls `use` with the path inside the open parent folder; with undefined when a folder on the way is missing. */
function inParent<T>(
  files: Files,
  root: string,
  path: string,
  use: (path: string | undefined, parent: OpenFolder | undefined) => T,
): T {
  const name = lastName(path);
  if (name === '' || name === '.' || name === '..') {
    throw new CoppiceError('path-unsafe', `${JSON.stringify(path)} is not a path inside ${root}`, {
      hint: 'name a file or folder below it',
    });
  }
  return inFolder(files, root, parentOf(path), (parent) =>
    use(parent === undefined ? undefined : `${parent.path}/${name}`, parent),
  );
}

function inFolder<T>(files: Files, root: string, path: string, use: (open: OpenFolder | undefined) => T): T {
  const names = path === '' ? [] : path.split('/');
  const descend = (open: OpenFolder, depth: number): T => {
    try {
      const name = names[depth];
      if (name === undefined) return use(open);
      const child = open.child(name);
      return child === undefined ? use(undefined) : descend(child, depth + 1);
    } finally {
      open.close();
    }
  };
  return descend(files.openFolder(root), 0);
}

/** Compares inodes to prove that the file that was read is the one that was checked, and not one behind a new link. */
function readPlain(files: Files, path: string, name: string): CurrentFile | undefined {
  const there = files.stat(path, { follow: false });
  if (there === undefined) return undefined;
  if (there.kind === 'link') {
    throw new CoppiceError(
      'path-unsafe',
      `${name} is a symbolic link, which Coppice neither follows nor replaces`,
      { hint: 'replace the link by the file itself, or change the file that it leads to' },
    );
  }
  const content = files.read(path);
  if (content?.stat.inode !== there.inode || content.stat.device !== there.device) {
    throw new CoppiceError('changed-on-disk', `${name} was replaced while it was being read`, {
      hint: 'try again',
    });
  }
  return { bytes: content.bytes, sha256: sha256Hex(content.bytes), mode: content.stat.mode };
}

function namesIn(files: Files, open: OpenFolder): readonly string[] {
  return (files.list(open.path) ?? []).map(({ name }) => name);
}

function prefixesOf(path: string): readonly string[] {
  const names = path.split('/');
  return names.map((_, index) => names.slice(0, index + 1).join('/'));
}
