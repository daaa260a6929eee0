/*
 * Implements the Files port over a Disk: one algorithm for the real disk and for those of the tests. Each function makes
 * its system calls in the order in which their effects may be visible after a crash.
 */

import { dirname } from 'node:path';
import { CoppiceError } from '../../text/errors.js';
import type { AppendOptions, Entry, FileContent, Files, OpenFolder, ReadRange } from '../files.js';
import { type Ids, randomIds } from '../ids.js';
import type { Disk } from './disk.js';
import { explainFault, faultCode, isAbsence, systemFault } from './disk-fault.js';
import { createFile, createFiles, replaceFile, syncFolder } from './disk-write.js';

/** The ids name temporary files. */
export function filesOn(disk: Disk, ids: Ids = randomIds): Files {
  return {
    read: (path, range) => explainFault(disk, 'read', path, () => read(disk, path, range)),
    write: (path, bytes, { mode = 0o600, durable = true } = {}) =>
      explainFault(disk, 'write', path, () => replaceFile(disk, ids, path, { bytes, mode, durable })),
    create: (path, bytes, { mode = 0o600 } = {}) =>
      explainFault(disk, 'create', path, () => createFile(disk, ids, path, { bytes, mode })),
    createAll: (folder, contents) =>
      explainFault(disk, 'create files in', folder, () => createFiles(disk, ids, folder, contents)),
    append: (path, bytes, options) =>
      explainFault(disk, 'append to', path, () => append(disk, path, bytes, options)),
    list: (path) => explainFault(disk, 'list', path, () => list(disk, path)),
    stat: (path, { follow = true } = {}) =>
      explainFault(disk, 'inspect', path, () => ifThere(() => (follow ? disk.stat(path) : disk.lstat(path)))),
    rename: (from, to) => explainFault(disk, `move ${from} to`, to, () => rename(disk, from, to)),
    readLink: (path) => explainFault(disk, 'read the link', path, () => readLink(disk, path)),
    makeLink: (path, target) => explainFault(disk, 'make the link', path, () => makeLink(disk, path, target)),
    remove: (path) => explainFault(disk, 'remove', path, () => remove(disk, path)),
    makeFolder: (path, mode = 0o700) =>
      explainFault(disk, 'create the folder', path, () => makeFolder(disk, path, mode)),
    realPath: (path) => explainFault(disk, 'resolve', path, () => ifThere(() => disk.realpath(path))),
    openFolder: (path) => openFolder(disk, path),
  };
}

function read(disk: Disk, path: string, range: ReadRange | undefined): FileContent | undefined {
  const fd = ifThere(() => disk.open(path, 'read'));
  if (fd === undefined) return undefined;
  try {
    const stat = disk.fstat(fd);
    if (stat.kind === 'folder') throw systemFault('EISDIR', 'read', path);
    if (stat.kind !== 'file') throw systemFault('ENXIO', 'read', path);
    const offset = range?.offset ?? 0;
    const wanted = Math.min(
      Math.max(stat.sizeBytes - offset, 0),
      range?.maxBytes ?? Number.POSITIVE_INFINITY,
    );
    if (wanted > maxReadBytes) throw systemFault('EFBIG', 'read', path);
    return { bytes: readBytes(disk, fd, offset, wanted), stat };
  } finally {
    disk.close(fd);
  }
}

/** Node cannot read more at once, and no file that Coppice reads is nearly as large. */
const maxReadBytes = 2 ** 31 - 1;

/** Returns fewer bytes if the file has shrunk in the meantime; if it has grown, the next read gets the rest. */
function readBytes(disk: Disk, fd: number, offset: number, wanted: number): Uint8Array {
  // Not zeroed, and small ones from a pool, because a listing reads thousands. Bytes that were not read are not returned.
  const { buffer, byteOffset } = Buffer.allocUnsafe(wanted);
  const bytes = new Uint8Array(buffer, byteOffset, wanted);
  let length = 0;
  while (length < wanted) {
    const more = disk.read(fd, bytes.subarray(length), offset + length);
    if (more === 0) return bytes.slice(0, length);
    length += more;
  }
  return bytes;
}

function append(disk: Disk, path: string, bytes: Uint8Array, options: AppendOptions = {}): void {
  const fd = disk.open(path, 'append', options.mode ?? 0o600);
  try {
    const written = disk.write(fd, bytes);
    // A second write could end up after that of another process, so the rest is not written.
    if (written < bytes.length) throw systemFault('ERR_SHORT_WRITE', 'append', path);
    if (options.durable) disk.fsync(fd);
  } finally {
    disk.close(fd);
  }
  // Also if the file existed: the process that created it may have been killed before its name was durable.
  if (options.durable) syncFolder(disk, dirname(path));
}

function list(disk: Disk, path: string): readonly Entry[] | undefined {
  try {
    const entries = disk.readdir(path);
    // Most folders of a library have one entry.
    return entries.length < 2 ? entries : [...entries].sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (fault) {
    if (isAbsence(fault) && ifThere(() => disk.stat(path)) === undefined) return undefined;
    throw fault;
  }
}

/** The check and the move are two steps, so the caller must hold a lock. */
function rename(disk: Disk, from: string, to: string): void {
  if (disk.lstat(to) !== undefined) throw systemFault('EEXIST', 'rename', to);
  disk.rename(from, to);
  // The new folder comes first: a file that is durable in neither would be lost in a power failure.
  syncFolder(disk, dirname(to));
  if (dirname(from) !== dirname(to)) syncFolder(disk, dirname(from));
}

function readLink(disk: Disk, path: string): string | undefined {
  return disk.lstat(path)?.kind === 'link' ? ifThere(() => disk.readlink(path)) : undefined;
}

function makeLink(disk: Disk, path: string, target: string): void {
  disk.symlink(target, path);
  syncFolder(disk, dirname(path));
}

function remove(disk: Disk, path: string): boolean {
  const removed = ifThere(() => {
    const there = disk.lstat(path);
    if (there === undefined) return false;
    if (there.kind === 'folder') disk.rmdir(path);
    else disk.unlink(path);
    return true;
  });
  if (removed) syncFolder(disk, dirname(path));
  return removed ?? false;
}

function makeFolder(disk: Disk, path: string, mode: number): void {
  const there = disk.stat(path);
  if (there?.kind === 'folder') return;
  if (there !== undefined) throw systemFault('ENOTDIR', 'mkdir', path);
  const parent = dirname(path);
  if (parent !== path) makeFolder(disk, parent, mode);
  try {
    disk.mkdir(path, mode);
  } catch (fault) {
    // Another process may have been faster.
    if (faultCode(fault) === 'EEXIST' && disk.stat(path)?.kind === 'folder') return;
    throw fault;
  }
  syncFolder(disk, parent);
}

function ifThere<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch (fault) {
    if (isAbsence(fault)) return undefined;
    throw fault;
  }
}

/**
 * Keeps a folder open, so that later operations stay in it even if its name is replaced by a link. On Linux the open
 * folder has a path of its own, so nothing can interfere. Elsewhere the plain path is used, and compared with the open
 * folder when it is opened, when a child is opened and when it is closed: a swap is noticed, not prevented.
 */
function openFolder(disk: Disk, path: string): OpenFolder {
  return explainFault(disk, 'open', path, () => {
    const fd = openItself(disk, withoutTrailingSlash(path));
    const ownPath = disk.pathOf(fd);
    return ownPath === undefined ? checkedFolder(disk, fd, path) : heldFolder(disk, fd, ownPath);
  });
}

function heldFolder(disk: Disk, fd: number, path: string): OpenFolder {
  return {
    path,
    child: (name) => openChild(disk, path, name),
    close: once(() => explainFault(disk, 'close', path, () => disk.close(fd))),
  };
}

function checkedFolder(disk: Disk, fd: number, path: string): OpenFolder {
  const held = heldFolder(disk, fd, path);
  const close = once(() => {
    try {
      requireSame(disk, fd, path);
    } finally {
      held.close();
    }
  });
  const child = (name: string) => {
    requireSame(disk, fd, path);
    return held.child(name);
  };
  try {
    requireSame(disk, fd, path);
  } catch (fault) {
    held.close();
    throw fault;
  }
  return { path, child, close };
}

function requireSame(disk: Disk, fd: number, path: string): void {
  const opened = disk.fstat(fd);
  const named = disk.lstat(withoutTrailingSlash(path));
  if (named?.kind === 'folder' && named.device === opened.device && named.inode === opened.inode) return;
  throw new CoppiceError('path-unsafe', `${path} is a link, or was replaced while it was in use`, {
    hint: 'check what is there now, and try again',
  });
}

function openChild(disk: Disk, folder: string, name: string): OpenFolder | undefined {
  if (name === '' || name === '.' || name === '..' || /[/\0]/.test(name)) {
    throw new CoppiceError('path-unsafe', `${JSON.stringify(name)} is not a folder name`, {
      hint: 'give the name of one folder, without slashes',
    });
  }
  const path = `${folder}/${name}`;
  if (explainFault(disk, 'open', path, () => disk.lstat(path)) === undefined) return undefined;
  return openFolder(disk, path);
}

/** A link gets an error of its own, because it may be an attack. */
function openItself(disk: Disk, path: string): number {
  try {
    return disk.open(path, 'folder-itself');
  } catch (fault) {
    if (isAbsence(fault) && disk.lstat(path)?.kind === 'link') throw systemFault('ELOOP', 'open', path);
    throw fault;
  }
}

/** With `link/` or `link/.` the system would follow the link. */
function withoutTrailingSlash(path: string): string {
  return path.replace(/(?<=.)(\/\.?)+$/, '');
}

/** The system reuses the number of a closed file, so a second close would close another file. */
function once(act: () => void): () => void {
  let done = false;
  return () => {
    if (done) return;
    done = true;
    act();
  };
}
