/*
 * The file of a vector cache in memory, which several caches may share as processes share a file.
 */

import { hash } from 'node:crypto';
import type { VectorStore } from './vector-cache.js';

export interface MemoryStore extends VectorStore {
  bytes: Uint8Array | undefined;
  retired: Uint8Array | undefined;
  /** The write operations, in order. */
  readonly writes: string[];
}

export function memoryStore(bytes?: Uint8Array): MemoryStore {
  const store: MemoryStore = {
    bytes,
    retired: undefined,
    writes: [],
    read: () => store.bytes,
    create: (given) => {
      if (store.bytes !== undefined) return false;
      store.writes.push('create');
      store.bytes = given;
      return true;
    },
    append: (given) => {
      store.writes.push('append');
      store.bytes = Buffer.concat([store.bytes ?? new Uint8Array(), given]);
    },
    replace: (given) => {
      store.writes.push('replace');
      store.bytes = given;
    },
    retire: (sizeBytes) => {
      if ((store.bytes?.length ?? 0) < sizeBytes) return;
      store.writes.push('retire');
      store.retired = store.bytes;
      store.bytes = undefined;
    },
    readRetired: () => store.retired,
    hash: (text) => Buffer.from(hash('sha256', text, 'hex'), 'hex'),
  };
  return store;
}

/** A vector of length 1, unique to this text within a test. */
export function vectorOf(text: string, dimensions = 3): Float32Array {
  const angle = [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 997, 7);
  const vector = new Float32Array(dimensions);
  vector.set([Math.cos(angle), Math.sin(angle)]);
  return vector;
}
