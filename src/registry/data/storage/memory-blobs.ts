/*
 * Blobs in memory, for tests.
 */

import type { BlobStore } from './blob-store.js';
import { verified } from './blob-store.js';

export function memoryBlobs(): BlobStore {
  const blobs = new Map<string, Uint8Array>();
  return {
    name: 'memory',
    put: async (digest, bytes) => void blobs.set(digest, verified(digest, bytes).slice()),
    get: async (digest) => blobs.get(digest)?.slice(),
    has: async (digest) => blobs.has(digest),
    remove: async (digest) => void blobs.delete(digest),
    async *list() {
      yield* [...blobs.keys()];
    },
    check: async () => undefined,
  };
}
