import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemFault } from '../../../system/disk/disk-fault.js';
import { blob } from './blob-store.contract.js';
import { pathOfDigest } from './blob-store.js';
import { folderBlobs } from './folder-blobs.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'coppice-blobs-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const [digest, bytes] = blob('some bytes');
const path = () => join(folder, pathOfDigest(digest));

test('a blob is in the folder of the first two digits of its digest, and nothing else is left there', async () => {
  await folderBlobs(folder).put(digest, bytes);
  expect(readdirSync(folder, { recursive: true }).map(String).sort()).toEqual([
    dirname(pathOfDigest(digest)),
    pathOfDigest(digest),
  ]);
});

test('damaged bytes are refused, and replaced by the next put', async () => {
  const blobs = folderBlobs(folder);
  await blobs.put(digest, bytes);
  writeFileSync(path(), 'some byt');
  await expect(blobs.get(digest)).rejects.toMatchObject({ code: 'blob-damaged' });
  await blobs.put(digest, bytes);
  expect(await blobs.get(digest)).toEqual(bytes);
});

test('files that are not blobs are not listed', async () => {
  mkdirSync(join(folder, 'ab'));
  writeFileSync(join(folder, 'ab', '.1234.part'), 'half of it');
  writeFileSync(join(folder, 'notes.txt'), 'not ours');
  // The name is a digest, but in the folder of another one.
  writeFileSync(join(folder, 'ab', pathOfDigest(digest).slice(3)), 'misplaced');
  const found: string[] = [];
  for await (const one of folderBlobs(folder).list()) found.push(one);
  expect(found).toEqual([]);
});

test('a text that is not a digest is refused', async () => {
  const blobs = folderBlobs(folder);
  for (const odd of ['sha256:../../etc/passwd', 'sha256:', '', `sha256:${'A'.repeat(64)}`])
    await expect(blobs.get(odd), odd).rejects.toMatchObject({ code: 'bad-value' });
});

test('a storage that cannot be written is unavailable', async () => {
  writeFileSync(join(folder, 'file'), '');
  const blobs = folderBlobs(join(folder, 'file'));
  const refusal = { code: 'unavailable' };
  await expect(blobs.check()).rejects.toMatchObject(refusal);
  await expect(blobs.put(digest, bytes)).rejects.toMatchObject(refusal);
});

test('a full disk is reported, and leaves nothing behind', async () => {
  const blobs = folderBlobs(folder, { writeNew: onFullDisk('ENOSPC') });
  await expect(blobs.put(digest, bytes)).rejects.toMatchObject({ code: 'disk-full' });
  expect(readdirSync(dirname(path()))).toEqual([]);
});

test.each(['ENOSPC', 'EDQUOT'])(
  'a check finds that nothing can be written (%s), and leaves nothing',
  async (code) => {
    const blobs = folderBlobs(folder, { writeNew: onFullDisk(code) });
    await expect(blobs.check()).rejects.toMatchObject({ code: 'disk-full' });
    expect(readdirSync(folder)).toEqual([]);
  },
);

test('a check finds a read-only file system, and that there is no room for a bundle', async () => {
  const readOnly = async (temporary: string) => {
    throw systemFault('EROFS', 'open', temporary);
  };
  await expect(folderBlobs(folder, { writeNew: readOnly }).check()).rejects.toMatchObject({
    code: 'unavailable',
  });
  for (const [free, outcome] of [
    [31 * 1_048_576, 'rejected'],
    [32 * 1_048_576, 'fulfilled'],
    [undefined, 'fulfilled'],
  ] as const) {
    const [{ status } = {}] = await Promise.allSettled([
      folderBlobs(folder, { freeBytes: async () => free }).check(),
    ]);
    expect(status, String(free)).toBe(outcome);
  }
});

test('a check leaves nothing behind', async () => {
  await folderBlobs(folder).check();
  expect(readdirSync(folder)).toEqual([]);
});

/** Writes a part, and then has no space. */
function onFullDisk(code: string) {
  return async (temporary: string, all: Uint8Array) => {
    writeFileSync(temporary, all.subarray(0, 4));
    throw systemFault(code, 'write', temporary);
  };
}
