/*
 * What every blob store guarantees. It is called once for each storage.
 */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sha256Hex } from '../../../text/hash.js';
import type { BlobStore } from './blob-store.js';

export interface OpenedStorage {
  readonly blobs: BlobStore;
  close(): Promise<void>;
}

export function blobStoreContract(storage: string, open: () => Promise<OpenedStorage>): void {
  describe(`blobs in ${storage}`, () => {
    let opened: OpenedStorage;
    let blobs: BlobStore;
    beforeAll(async () => {
      opened = await open();
      blobs = opened.blobs;
    });
    afterAll(() => opened.close());

    test('the storage answers, and an empty one lists nothing', async () => {
      await blobs.check();
      expect(await listed(blobs)).toEqual([]);
    });

    test('bytes come back as they were put, by their digest', async () => {
      const [digest, bytes] = blob('\0 some bytes \xff');
      await blobs.put(digest, bytes);
      expect(await blobs.get(digest)).toEqual(bytes);
      expect(await blobs.has(digest)).toBe(true);
    });

    test('a blob that was never put is absent, and removing it does nothing', async () => {
      const [digest] = blob('never put');
      expect(await blobs.get(digest)).toBeUndefined();
      expect(await blobs.has(digest)).toBe(false);
      await blobs.remove(digest);
    });

    test('putting the same bytes again changes nothing', async () => {
      const [digest, bytes] = blob('twice');
      await Promise.all([blobs.put(digest, bytes), blobs.put(digest, bytes), blobs.put(digest, bytes)]);
      await blobs.put(digest, bytes);
      expect(await blobs.get(digest)).toEqual(bytes);
    });

    test('bytes that do not match the digest are refused and not stored', async () => {
      const [digest] = blob('these');
      const refusal = { code: 'blob-damaged' };
      await expect(blobs.put(digest, blob('others')[1])).rejects.toMatchObject(refusal);
      expect(await blobs.has(digest)).toBe(false);
    });

    test('a removed blob is absent, and can be put again', async () => {
      const [digest, bytes] = blob('comes and goes');
      await blobs.put(digest, bytes);
      await blobs.remove(digest);
      expect(await blobs.get(digest)).toBeUndefined();
      await blobs.put(digest, bytes);
      expect(await blobs.get(digest)).toEqual(bytes);
    });

    test('every digest is listed once', async () => {
      for (const digest of await listed(blobs)) await blobs.remove(digest);
      const some = Array.from({ length: 12 }, (_, index) => blob(`number ${index}`));
      await Promise.all(some.map(([digest, bytes]) => blobs.put(digest, bytes)));
      expect(await listed(blobs)).toEqual(some.map(([digest]) => digest).sort());
    });
  });
}

export function blob(text: string): [digest: string, bytes: Uint8Array] {
  const bytes = new TextEncoder().encode(text);
  return [`sha256:${sha256Hex(bytes)}`, bytes];
}

async function listed(blobs: BlobStore): Promise<readonly string[]> {
  const digests: string[] = [];
  for await (const digest of blobs.list()) digests.push(digest);
  return digests.sort();
}
