/*
 * The real disk: node:fs behind the Disk port, and the files on it.
 */

import {
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readlinkSync,
  readSync,
  realpathSync,
  renameSync,
  rmdirSync,
  type Stats,
  statSync,
  symlinkSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import type { EntryKind, Files } from '../files.js';
import type { Disk, DiskStat, Purpose } from './disk.js';
import { filesOn } from './disk-files.js';

export const nodeDisk: Disk = {
  open: (path, purpose, mode) => openSync(path, openFlags[purpose], mode),
  close: closeSync,
  read: (fd, into, position) => readSync(fd, into, 0, into.length, position),
  write: (fd, bytes) => writeSync(fd, bytes),
  fsync: (fd) => {
    // Windows has no fsync for folders: their entries are always durable, and the call is refused.
    if (process.platform === 'win32' && fstatSync(fd).isDirectory()) return;
    fsyncSync(fd);
  },
  fstat: (fd) => statFrom(fstatSync(fd)),
  fchmod: fchmodSync,
  fchown: fchownSync,

  stat: (path) => statIfThere(statSync(path, { throwIfNoEntry: false })),
  lstat: (path) => statIfThere(lstatSync(path, { throwIfNoEntry: false })),
  readdir: (path) =>
    readdirSync(path, { withFileTypes: true }).map((entry) => ({ name: entry.name, kind: kindOf(entry) })),
  rename: renameSync,
  link: linkSync,
  unlink: unlinkSync,
  mkdir: (path, mode) => void mkdirSync(path, mode),
  rmdir: (path) => rmdirSync(path),
  realpath: (path) => realpathSync.native(path),

  // Windows asks for the kind of the target; a junction is a link to a folder that everybody may make.
  symlink: (target, path) => symlinkSync(target, path, target.endsWith('.md') ? 'file' : 'junction'),
  readlink: (path) => readlinkSync(path),

  pathOf: (fd) => {
    const path = `/proc/self/fd/${fd}`;
    return process.platform === 'linux' && existsSync(path) ? path : undefined;
  },
};

/** The real files. */
export const nodeFiles: Files = filesOn(nodeDisk);

const { O_RDONLY, O_WRONLY, O_CREAT, O_EXCL, O_APPEND, O_NOFOLLOW, O_DIRECTORY, O_NONBLOCK } = constants;

const openFlags: Readonly<Record<Purpose, number>> = {
  read: O_RDONLY | O_NONBLOCK,
  new: O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW,
  append: O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_NONBLOCK,
  folder: O_RDONLY | O_DIRECTORY,
  'folder-itself': O_RDONLY | O_DIRECTORY | O_NOFOLLOW,
};

function statIfThere(stats: Stats | undefined): DiskStat | undefined {
  return stats === undefined ? undefined : statFrom(stats);
}

function statFrom(stats: Stats): DiskStat {
  return {
    kind: kindOf(stats),
    sizeBytes: stats.size,
    mtimeMs: stats.mtimeMs,
    ctimeMs: stats.ctimeMs,
    mode: stats.mode & 0o7777,
    device: stats.dev,
    inode: stats.ino,
    uid: stats.uid,
    gid: stats.gid,
  };
}

function kindOf(stats: Pick<Stats, 'isFile' | 'isDirectory' | 'isSymbolicLink'>): EntryKind {
  if (stats.isFile()) return 'file';
  if (stats.isDirectory()) return 'folder';
  return stats.isSymbolicLink() ? 'link' : 'other';
}
