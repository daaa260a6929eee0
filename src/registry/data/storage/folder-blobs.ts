/*
 * Blobs in a folder: `<folder>/ab/<hex>`. Bytes go to a temporary file, are made durable there, and get their name in
 * one step; so a name stands for whole bytes, whatever was killed meanwhile. Asynchronous, unlike the files of the
 * library: a server has others to answer while the disk works.
 */

import { randomUUID } from 'node:crypto';
import { access, constants, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { faultCode, isAbsence } from '../../../system/disk/disk-fault.js';
import { CoppiceError } from '../../../text/errors.js';
import type { BlobStore } from './blob-store.js';
import { digestOfPath, fits, fitting, pathOfDigest } from './blob-store.js';

/** Writes a new file, durable but for its name. */
export type WriteNew = (path: string, bytes: Uint8Array) => Promise<void>;

/** The folder is made with the first blob. */
export function folderBlobs(folder: string, writeNew: WriteNew = writeDurably): BlobStore {
  const pathOf = (digest: string): string => join(folder, pathOfDigest(digest));
  const read = (digest: string): Promise<Uint8Array | undefined> =>
    ifThere(folder, async () => new Uint8Array(await readFile(pathOf(digest))));
  return {
    name: `folder ${folder}`,
    put: async (digest, bytes) => {
      fitting(digest, bytes);
      const standing = await read(digest);
      // What the disk has damaged is put again.
      if (standing === undefined || !fits(digest, standing))
        await explained(folder, () =>
          place(folder, pathOf(digest), (temporary) => writeNew(temporary, bytes)),
        );
    },
    get: async (digest) => {
      const bytes = await read(digest);
      return bytes && fitting(digest, bytes);
    },
    has: async (digest) => (await ifThere(folder, () => stat(pathOf(digest)))) !== undefined,
    remove: async (digest) => {
      await ifThere(folder, async () => {
        await rm(pathOf(digest));
        await syncFolder(dirname(pathOf(digest)));
      });
    },
    async *list() {
      for (const parent of (await ifThere(folder, () => readdir(folder))) ?? []) {
        for (const name of (await ifThere(folder, () => readdir(join(folder, parent)))) ?? []) {
          const digest = digestOfPath(`${parent}/${name}`);
          if (digest !== undefined) yield digest;
        }
      }
    },
    check: () =>
      explained(folder, async () => {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await access(folder, constants.W_OK);
      }),
  };
}

async function place(
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

async function ifThere<T>(folder: string, act: () => Promise<T>): Promise<T | undefined> {
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
    if (code === 'ENOSPC' || code === 'EDQUOT') {
      throw new CoppiceError('disk-full', `the storage in ${folder} has no space left`, { cause: fault });
    }
    throw new CoppiceError('unavailable', `the storage in ${folder} cannot be used (${code})`, {
      hint: 'see that the folder is there and may be written by the server',
      cause: fault,
    });
  }
}
