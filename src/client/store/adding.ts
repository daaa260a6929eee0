/*
 * Packages on their way into the store. Each is written under a temporary name when it is taken; when enough of them wait,
 * all their files are made durable together, and only then do they get their names. An interruption loses what was waiting.
 */

import { explainFault } from '../../system/disk/disk-fault.js';
import { removeQuietly, writeEntry } from './entry-write.js';
import type { Adding, StoreFile } from './store.js';
import { type StoreDisk, syncAll } from './store-disk.js';

interface StorePlace {
  readonly disk: StoreDisk;
  readonly folder: string;
  makeFolder(): void;
  /** A path in the folder that nobody has. */
  temporaryPath(): string;
  has(contentDigest: string): boolean;
  /** Gives what is durable its name. By temporary path: the content digest. */
  putAllInPlace(written: ReadonlyMap<string, string>): void;
}

export function addingTo({
  disk,
  folder,
  makeFolder,
  temporaryPath,
  has,
  putAllInPlace,
}: StorePlace): Adding {
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
      if (waiting.reduce((sum, { opened }) => sum + opened.length, 0) >= mostWaiting) await finish();
    },
    finish,
  };
}

/** So many handles: few enough for every system, and enough for the disk to do them together. */
const mostWaiting = 200;

interface Written {
  readonly contentDigest: string;
  readonly path: string;
  /** What is not durable yet. */
  readonly opened: number[];
}

function closeAll(disk: StoreDisk, batch: readonly Written[]): void {
  for (const { opened } of batch) for (const fd of opened.splice(0)) disk.close(fd);
}

/** What was interrupted: by its time, as the file system has it, an hour older than the folder just written. */
function removeLeftBehind(disk: StoreDisk, folder: string, fresh: string): void {
  const nowMs = disk.lstat(fresh)?.mtimeMs ?? 0;
  for (const { name } of disk.readdir(folder)) {
    const stat = /^\.coppice-.*\.tmp$/.test(name) ? disk.lstat(`${folder}/${name}`) : undefined;
    if (stat !== undefined && nowMs - stat.mtimeMs > hourMs) removeQuietly(disk, `${folder}/${name}`);
  }
}

const hourMs = 3_600_000;
