/*
 * The few system calls that Files needs. There are three implementations: the real disk, one in memory that can lose
 * power, and one that fails at the n-th call. The same algorithm (disk-files.ts) runs on all three, so what tests prove
 * in memory is also true on the real disk.
 *
 * A fault is thrown as an Error whose `code` is the system's name for it (ENOENT, ENOSPC, ...).
 */

import type { Entry, Stat } from '../files.js';

export interface Disk {
  open(path: string, purpose: Purpose, mode?: number): number;
  close(fd: number): void;
  /** Returns the number of bytes read; 0 at the end of the file. */
  read(fd: number, into: Uint8Array, position: number): number;
  /** Appends to the file. Returns the number of bytes written, which may be fewer than given. */
  write(fd: number, bytes: Uint8Array): number;
  fsync(fd: number): void;
  fstat(fd: number): DiskStat;
  fchmod(fd: number, mode: number): void;
  fchown(fd: number, uid: number, gid: number): void;

  /** Follows links. Undefined when nothing is there, which is too common for an exception. */
  stat(path: string): DiskStat | undefined;
  /** Describes a link itself. */
  lstat(path: string): DiskStat | undefined;
  /** In no particular order. */
  readdir(path: string): readonly Entry[];
  /** Replaces what is at `to`. */
  rename(from: string, to: string): void;
  /** A second name for a file; EEXIST when the name is taken. */
  link(existing: string, path: string): void;
  unlink(path: string): void;
  mkdir(path: string, mode: number): void;
  rmdir(path: string): void;
  realpath(path: string): string;
  /** EEXIST when the name is taken. */
  symlink(target: string, path: string): void;
  /** What a link says, as it is written; EINVAL where there is no link. */
  readlink(path: string): string;

  /** A path to an open folder that stays valid whatever happens to its name. Undefined if the system has none. */
  pathOf(fd: number): string | undefined;
}

/**
 * What a path is opened for; `read` and `folder` follow a link, the others refuse it as the last segment.
 * - read: never blocks, not even on a pipe
 * - new: for writing, EEXIST when the name is taken
 * - append: for writing at the end; creates the file
 */
export type Purpose = 'read' | 'new' | 'append' | 'folder' | 'folder-itself';

export interface DiskStat extends Stat {
  readonly uid: number;
  readonly gid: number;
}
