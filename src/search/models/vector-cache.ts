/*
 * The vectors that one model gave to texts, kept between runs: a model takes its time for each, and the texts of a
 * library hardly change. The file may be deleted at any time, and one that cannot be used is as good as none.
 */

import { fileBytes, keyOf, parseVectorFile, recordBytes, type VectorRecord } from './vector-file.js';

export interface VectorCache {
  get(text: string): Float32Array | undefined;
  /** One vector per text. */
  add(texts: readonly string[], vectors: readonly Float32Array[]): void;
  /** Forgets all vectors of another size: the model behind the name is not the one that gave them. */
  keepOnly(dimensions: number): void;
}

/** The file of the model. A fault of the disk is as if nothing was there, or nothing done. */
export interface VectorStore {
  read(): Uint8Array | undefined;
  /** In one step, and only when there is no file yet: false when there is. */
  create(bytes: Uint8Array): boolean;
  /** In one step, behind what others have added meanwhile. */
  append(bytes: Uint8Array): void;
  /** In one step. */
  replace(bytes: Uint8Array): void;
  /** Puts the file aside, in the place of the one before, unless it is shorter now: then another process has done so. */
  retire(sizeBytes: number): void;
  readRetired(): Uint8Array | undefined;
  /** SHA-256. */
  hash(text: string): Uint8Array;
}

export interface CacheLimits {
  /** A file with more is put aside; what is asked for is taken over from it, and the rest goes with it one day. */
  readonly maxRecords: number;
}

/** About 40 MB of the offline model, which is twice a very large library. */
const usualLimits: CacheLimits = { maxRecords: 20_000 };

export function vectorCache(model: string, store: VectorStore, limits = usualLimits): VectorCache {
  let opened: Opened | undefined;
  let retired: Records | undefined;

  function open(): Opened {
    opened ??= openFile();
    return opened;
  }

  function openFile(): Opened {
    const bytes = store.read();
    const file = openedFile(bytes, model);
    if (bytes === undefined || file.records.size <= limits.maxRecords) return file;
    store.retire(bytes.length);
    retired = file.records;
    return { dimensions: file.dimensions, records: new Map(), onDisk: 'absent' };
  }

  function inRetired(key: string): VectorRecord | undefined {
    const { dimensions } = open();
    retired ??= openedFile(store.readRetired(), model).records;
    const record = retired.get(key);
    return dimensions === 0 || record?.vector.length === dimensions ? record : undefined;
  }

  function keepOnly(dimensions: number): void {
    const { dimensions: known, onDisk } = open();
    if (known === dimensions) return;
    opened = { dimensions, records: new Map(), onDisk: onDisk === 'absent' ? 'absent' : 'unusable' };
  }

  function put(added: readonly VectorRecord[]): void {
    const [first] = added;
    if (first === undefined) return;
    keepOnly(first.vector.length);
    const file = open();
    for (const record of added) file.records.set(keyOf(record.hash), record);
    if (file.onDisk === 'unusable') store.replace(fileBytes(model, [...file.records.values()]));
    else if (file.onDisk === 'good' || !store.create(fileBytes(model, added))) {
      store.append(recordBytes(added));
    }
    file.onDisk = 'good';
  }

  return {
    keepOnly,
    get(text) {
      const key = keyOf(store.hash(text));
      const known = open().records.get(key);
      if (known !== undefined) return known.vector;
      const old = inRetired(key);
      if (old !== undefined) put([old]);
      return old?.vector;
    },
    add(texts, vectors) {
      put(vectors.map((vector, index) => ({ hash: store.hash(texts[index] ?? ''), vector })));
    },
  };
}

/** By the hash. */
type Records = Map<string, VectorRecord>;

interface Opened {
  /** 0 while there are no vectors. */
  readonly dimensions: number;
  readonly records: Records;
  onDisk: 'absent' | 'good' | 'unusable';
}

function openedFile(bytes: Uint8Array | undefined, model: string): Opened {
  const file = bytes && parseVectorFile(bytes, model);
  if (file === undefined) {
    return { dimensions: 0, records: new Map(), onDisk: bytes === undefined ? 'absent' : 'unusable' };
  }
  const records = new Map(file.records.map((record) => [keyOf(record.hash), record]));
  return { dimensions: file.dimensions, records, onDisk: file.isWhole ? 'good' : 'unusable' };
}
