/*
 * How a package gets into a folder of the store, and out of it. The files and the folders are to be durable and read-only
 * before the folder gets its name, so whoever finds the name finds the whole package.
 */

import type { Disk } from '../../system/disk/disk.js';
import { faultCode, systemFault } from '../../system/disk/disk-fault.js';
import type { StoreFile } from './store.js';

/** Fills a folder that is new. What is still to be made durable, and closed, is pushed on `opened` as it is opened. */
export function writeEntry(disk: Disk, folder: string, files: readonly StoreFile[], opened: number[]): void {
  disk.mkdir(folder, 0o700);
  const folders = [folder];
  for (const { path, bytes, executable } of files) {
    for (const parent of parentsOf(path).map((name) => `${folder}/${name}`)) {
      if (folders.includes(parent)) continue;
      disk.mkdir(parent, 0o700);
      folders.push(parent);
    }
    const fd = disk.open(`${folder}/${path}`, 'new', 0o600);
    opened.push(fd);
    writeAll(disk, fd, bytes);
    disk.fchmod(fd, executable ? 0o555 : 0o444);
    // No package may need more handles than a process is allowed to have.
    if (opened.length >= mostOpened) syncAndClose(disk, opened.splice(0));
  }
  // The innermost first: nothing can be made in a folder any more once it is read-only.
  for (const made of folders.reverse()) {
    const fd = disk.open(made, 'folder-itself');
    opened.push(fd);
    disk.fchmod(fd, 0o555);
  }
}

const mostOpened = 100;

/** Removes a folder with all that is in it, read-only or not. Links are removed, not followed. */
function removeEntry(disk: Disk, folder: string): void {
  const fd = disk.open(folder, 'folder-itself');
  try {
    disk.fchmod(fd, 0o700);
  } finally {
    disk.close(fd);
  }
  for (const { name, kind } of disk.readdir(folder)) {
    if (kind === 'folder') removeEntry(disk, `${folder}/${name}`);
    else disk.unlink(`${folder}/${name}`);
  }
  disk.rmdir(folder);
}

/** For what has no name that anybody looks for: where it cannot be removed now, it is tried again later. */
export function removeQuietly(disk: Disk, path: string): void {
  try {
    const kind = disk.lstat(path)?.kind;
    if (kind === 'folder') removeEntry(disk, path);
    else if (kind !== undefined) disk.unlink(path);
  } catch (fault) {
    if (faultCode(fault) === undefined) throw fault;
  }
}

function writeAll(disk: Disk, fd: number, bytes: Uint8Array): void {
  for (let written = 0; written < bytes.length; ) {
    const more = disk.write(fd, bytes.subarray(written));
    if (more === 0) throw systemFault('ERR_SHORT_WRITE', 'write');
    written += more;
  }
}

function syncAndClose(disk: Disk, fds: readonly number[]): void {
  try {
    for (const fd of fds) disk.fsync(fd);
  } finally {
    for (const fd of fds) disk.close(fd);
  }
}

/** From the outermost: `a`, `a/b` of `a/b/c`. */
function parentsOf(path: string): readonly string[] {
  const names = path.split('/').slice(0, -1);
  return names.map((_, index) => names.slice(0, index + 1).join('/'));
}
