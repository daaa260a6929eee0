/*
 * Blobs in a folder: `<folder>/ab/<hex>`. Bytes are written durably to a temporary file, which then gets its name in one
 * step; so a named file is always complete, whatever was killed meanwhile. The code is asynchronous, unlike that of the
 * library: a server answers other requests while the disk works.
 */

import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { faultCode, isAbsence } from '../../../system/disk/disk-fault.js';
import { CoppiceError } from '../../../text/errors.js';
import type { BlobStore } from './blob-store.js';
import { digestOfPath, matchesDigest, pathOfDigest, verified } from './blob-store.js';

/** Writes a new file; its content is durable, its name is not yet. */
export type WriteNew = (path: string, bytes: Uint8Array) => Promise<void>;

/** What the store needs of the disk, for tests to replace. */
export interface FolderPorts {
  readonly writeNew?: WriteNew;
  /** The bytes that are free where the folder is; undefined where the file system does not know. */
  readonly freeBytes?: (folder: string) => Promise<number | undefined>;
}

/** Below this the storage counts as full: a large bundle would need it. */
const minFreeBytes = 32 * 1_048_576;

/** The first put creates the folder. */
export function folderBlobs(
  folder: string,
  { writeNew = writeDurably, freeBytes = freeBytesAt }: FolderPorts = {},
): BlobStore {
  const pathOf = (digest: string): string => join(folder, pathOfDigest(digest));
  const read = (digest: string): Promise<Uint8Array | undefined> =>
    ifPresent(folder, async () => new Uint8Array(await readFile(pathOf(digest))));
  return {
    name: `folder ${folder}`,
    put: async (digest, bytes) => {
      verified(digest, bytes);
      const stored = await read(digest);
      // Damaged bytes are replaced.
      if (stored === undefined || !matchesDigest(digest, stored))
        await explained(folder, () =>
          writeNamed(folder, pathOf(digest), (temporary) => writeNew(temporary, bytes)),
        );
    },
    get: async (digest) => {
      const bytes = await read(digest);
      return bytes && verified(digest, bytes);
    },
    has: async (digest) => (await ifPresent(folder, () => stat(pathOf(digest)))) !== undefined,
    remove: async (digest) => {
      await ifPresent(folder, async () => {
        await rm(pathOf(digest));
        await syncFolder(dirname(pathOf(digest)));
      });
    },
    async *list() {
      for (const parent of (await ifPresent(folder, () => readdir(folder))) ?? []) {
        for (const name of (await ifPresent(folder, () => readdir(join(folder, parent)))) ?? []) {
          const digest = digestOfPath(`${parent}/${name}`);
          if (digest !== undefined) yield digest;
        }
      }
    },
    check: () =>
      explained(folder, async () => {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        if (((await freeBytes(folder)) ?? minFreeBytes) < minFreeBytes) throw full(folder);
        // There may be free space that a quota or a read-only file system does not give us.
        const probe = join(folder, `.${randomUUID()}.probe`);
        try {
          await writeNew(probe, new Uint8Array(probeBytes));
        } finally {
          await rm(probe, { force: true });
        }
      }),
  };
}

const probeBytes = 4_096;

async function freeBytesAt(folder: string): Promise<number | undefined> {
  const { blocks, bavail, bsize } = await statfs(folder);
  return blocks === 0 ? undefined : bavail * bsize;
}

function full(folder: string, cause?: unknown): CoppiceError {
  return new CoppiceError('disk-full', `the storage in ${folder} has no space left`, { cause });
}

async function writeNamed(
  folder: string,
  path: string,
  writeTemporary: (path: string) => Promise<void>,
): Promise<void> {
  const parent = dirname(path);
  const made = await mkdir(parent, { recursive: true, mode: 0o700 });
  const temporary = join(parent, `.${randomUUID()}.part`);
  try {
    await writeTemporary(temporary);
    await rename(temporary, path);
  } catch (fault) {
    await rm(temporary, { force: true });
    throw fault;
  }
  await syncFolder(parent);
  if (made !== undefined) await syncFolder(folder);
}

async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function ifPresent<T>(folder: string, act: () => Promise<T>): Promise<T | undefined> {
  return explained(folder, async () => {
    try {
      return await act();
    } catch (fault) {
      if (isAbsence(fault)) return undefined;
      throw fault;
    }
  });
}

async function explained<T>(folder: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (fault) {
    const code = faultCode(fault);
    if (code === undefined) throw fault;
    if (code === 'ENOSPC' || code === 'EDQUOT') throw full(folder, fault);
    throw new CoppiceError('unavailable', `the storage in ${folder} cannot be used (${code})`, {
      hint: 'check that the folder exists and that the server may write to it',
      cause: fault,
    });
  }
}
