/*
 * Writes packages into the store. Each is written under a temporary name; when enough of them wait, all their files are
 * synced together, and only then are they renamed. An interruption loses the waiting packages.
 */

import { type BatchDisk, syncAll } from '../../system/disk/batch-disk.js';
import type { Disk } from '../../system/disk/disk.js';
import { explainFault, faultCode, systemFault } from '../../system/disk/disk-fault.js';
import { hourMs } from '../../text/time.js';
import type { EntryWriter, StoreFile } from './store.js';

interface WriterOptions {
  readonly disk: BatchDisk;
  readonly folder: string;
  makeFolder(): void;
  /** A free path in the folder. */
  temporaryPath(): string;
  has(contentDigest: string): boolean;
  /** Renames durable packages. Takes the content digests by temporary path. */
  putAllInPlace(written: ReadonlyMap<string, string>): void;
}

export function entryWriter({
  disk,
  folder,
  makeFolder,
  temporaryPath,
  has,
  putAllInPlace,
}: WriterOptions): EntryWriter {
  let waiting: Written[] = [];
  let isTidied = false;

  const write = (contentDigest: string, files: readonly StoreFile[]): void => {
    if (!isTidied) makeFolder();
    const written: Written = { contentDigest, path: temporaryPath(), opened: [] };
    try {
      writeEntry(disk, written.path, files, written.opened);
      if (!isTidied) removeLeftBehind(disk, folder, written.path);
      isTidied = true;
    } catch (fault) {
      closeAll(disk, [written]);
      removeQuietly(disk, written.path);
      throw fault;
    }
    waiting.push(written);
  };

  const finish = async (): Promise<void> => {
    const batch = waiting;
    waiting = [];
    try {
      try {
        const opened = batch.flatMap((written) => written.opened);
        await syncAll(disk, opened);
      } finally {
        closeAll(disk, batch);
      }
      putAllInPlace(new Map(batch.map(({ path, contentDigest }) => [path, contentDigest])));
    } catch (fault) {
      for (const { path } of batch) removeQuietly(disk, path);
      explainFault(disk, 'store a package in', folder, () => {
        throw fault;
      });
    }
  };

  return {
    add: async (contentDigest, files) => {
      if (has(contentDigest)) return;
      explainFault(disk, 'store a package in', folder, () => write(contentDigest, files));
      if (waiting.reduce((sum, { opened }) => sum + opened.length, 0) >= maxWaiting) await finish();
    },
    finish,
  };
}

/** The number of open files: few enough for every system, and enough to sync together. */
const maxWaiting = 200;

interface Written {
  readonly contentDigest: string;
  readonly path: string;
  /** Open files that are not durable yet. */
  readonly opened: number[];
}

function closeAll(disk: BatchDisk, batch: readonly Written[]): void {
  for (const { opened } of batch) for (const fd of opened.splice(0)) disk.close(fd);
}

/** Removes packages of interrupted runs: those an hour older than the folder just written. */
function removeLeftBehind(disk: BatchDisk, folder: string, fresh: string): void {
  const nowMs = disk.lstat(fresh)?.mtimeMs ?? 0;
  for (const { name } of disk.readdir(folder)) {
    const stat = /^\.coppice-.*\.tmp$/.test(name) ? disk.lstat(`${folder}/${name}`) : undefined;
    if (stat !== undefined && nowMs - stat.mtimeMs > hourMs) removeQuietly(disk, `${folder}/${name}`);
  }
}

/**
 * Writes a package into a new folder. Files and folders become read-only, and must be durable before the folder gets its
 * final name, so that an existing name always means a complete package. Files to sync and close are pushed to `opened`.
 */
function writeEntry(disk: Disk, folder: string, files: readonly StoreFile[], opened: number[]): void {
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
    // No package may need more open files than a process is allowed to have.
    if (opened.length >= maxOpenFiles) syncAndClose(disk, opened.splice(0));
  }
  // The innermost first, because nothing can be created in a read-only folder.
  for (const made of folders.reverse()) {
    const fd = disk.open(made, 'folder-itself');
    opened.push(fd);
    disk.fchmod(fd, 0o555);
  }
}

const maxOpenFiles = 100;

/** Removes a folder with its content, read-only or not. Links are removed, not followed. */
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

/** For temporary files: if one cannot be removed now, a later run tries again. */
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
