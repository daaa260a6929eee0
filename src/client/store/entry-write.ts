/*
 * How a package gets into a folder of the store, and out of it. The files and the folders are durable and read-only
 * before the folder gets its name, so whoever finds the name finds the whole package.
 */

import type { Disk } from '../../system/disk/disk.js';
import { systemFault } from '../../system/disk/disk-fault.js';
import type { StoreFile } from './store.js';

/** Fills a folder that is new. */
export function writeEntry(disk: Disk, folder: string, files: readonly StoreFile[]): void {
  disk.mkdir(folder, 0o700);
  const folders = [folder];
  for (const { path, bytes, executable } of files) {
    for (const parent of parentsOf(path).map((name) => `${folder}/${name}`)) {
      if (folders.includes(parent)) continue;
      disk.mkdir(parent, 0o700);
      folders.push(parent);
    }
    writeNewFile(disk, `${folder}/${path}`, { bytes, mode: executable ? 0o555 : 0o444, durable: true });
  }
  // The innermost first: nothing can be made in a folder any more once it is read-only.
  for (const made of folders.reverse()) setFolderMode(disk, made, 0o555, (fd) => disk.fsync(fd));
}

/** Removes a folder with all that is in it, read-only or not. Links are removed, not followed. */
export function removeEntry(disk: Disk, folder: string): void {
  setFolderMode(disk, folder, 0o700);
  for (const { name, kind } of disk.readdir(folder)) {
    if (kind === 'folder') removeEntry(disk, `${folder}/${name}`);
    else disk.unlink(`${folder}/${name}`);
  }
  disk.rmdir(folder);
}

interface NewFile {
  readonly bytes: Uint8Array;
  readonly mode: number;
  /** Whether to wait until the bytes are on the disk. */
  readonly durable: boolean;
}

export function writeNewFile(disk: Disk, path: string, { bytes, mode, durable }: NewFile): void {
  const fd = disk.open(path, 'new', 0o600);
  try {
    for (let written = 0; written < bytes.length; ) {
      const more = disk.write(fd, bytes.subarray(written));
      if (more === 0) throw systemFault('ERR_SHORT_WRITE', 'write');
      written += more;
    }
    if (mode !== 0o600) disk.fchmod(fd, mode);
    if (durable) disk.fsync(fd);
  } finally {
    disk.close(fd);
  }
}

function setFolderMode(disk: Disk, folder: string, mode: number, then?: (fd: number) => void): void {
  const fd = disk.open(folder, 'folder-itself');
  try {
    disk.fchmod(fd, mode);
    then?.(fd);
  } finally {
    disk.close(fd);
  }
}

/** From the outermost: `a`, `a/b` of `a/b/c`. */
function parentsOf(path: string): readonly string[] {
  const names = path.split('/').slice(0, -1);
  return names.map((_, index) => names.slice(0, index + 1).join('/'));
}
