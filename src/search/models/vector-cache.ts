/*
 * Caches the vectors of one model between runs, because embedding is slow and the texts of a library hardly change. The
 * file may be deleted at any time; an unusable file is replaced. It is a header line with the model, then records of one
 * size, each the hash of a text and its vector. Records are only appended, each in one write, so several processes may
 * add at once; duplicates do no harm, and anything else is skipped.
 */

import type { Embedder } from '../embedding.js';

interface VectorCache {
  get(text: string): Float32Array | undefined;
  /** One vector per text. */
  add(texts: readonly string[], vectors: readonly Float32Array[]): void;
  /** Drops all vectors of another size: they came from a different model with the same name. */
  keepOnly(dimensions: number): void;
}

/** The file of the model. After a disk error, nothing is read or written. */
export interface VectorStore {
  read(): Uint8Array | undefined;
  /** Atomic; returns false if there is a file already. */
  create(bytes: Uint8Array): boolean;
  /** Atomic; after what others have added meanwhile. */
  append(bytes: Uint8Array): void;
  /** Atomic. */
  replace(bytes: Uint8Array): void;
  /** Moves the file aside, replacing the previous one, unless it is shorter now: then another process has done so. */
  retire(sizeBytes: number): void;
  readRetired(): Uint8Array | undefined;
  /** The SHA-256 of the text. */
  hash(text: string): Uint8Array;
}

interface CacheLimits {
  /** A file with more records is moved aside; records in use are copied from it, and the rest is dropped later. */
  readonly maxRecords: number;
}

/** About 40 MB for the offline model, twice a very large library. */
const defaultLimits: CacheLimits = { maxRecords: 20_000 };

export function vectorCache(model: string, store: VectorStore, limits = defaultLimits): VectorCache {
  let opened: OpenedFile | undefined;
  let retired: Records | undefined;

  function open(): OpenedFile {
    opened ??= openFile();
    return opened;
  }

  function openFile(): OpenedFile {
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
      const record = inRetired(key);
      if (record !== undefined) put([record]);
      return record?.vector;
    },
    add(texts, vectors) {
      put(vectors.map((vector, index) => ({ hash: store.hash(texts[index] ?? ''), vector })));
    },
  };
}

/** Records by hash. */
type Records = Map<string, VectorRecord>;

interface OpenedFile {
  /** 0 while there are no vectors. */
  readonly dimensions: number;
  readonly records: Records;
  onDisk: 'absent' | 'good' | 'unusable';
}

function openedFile(bytes: Uint8Array | undefined, model: string): OpenedFile {
  const file = bytes && parseVectorFile(bytes, model);
  if (file === undefined) {
    return { dimensions: 0, records: new Map(), onDisk: bytes === undefined ? 'absent' : 'unusable' };
  }
  const records = new Map(file.records.map((record) => [keyOf(record.hash), record]));
  return { dimensions: file.dimensions, records, onDisk: file.isWhole ? 'good' : 'unusable' };
}

interface VectorFile {
  readonly dimensions: number;
  readonly records: readonly VectorRecord[];
  /** Records after a torn one would not be found, so an incomplete file is rewritten. */
  readonly isWhole: boolean;
}

/** The SHA-256 of a text, and its vector. */
export interface VectorRecord {
  readonly hash: Uint8Array;
  readonly vector: Float32Array;
}

/** Undefined if the file contains no vectors of this model. */
export function parseVectorFile(bytes: Uint8Array, model: string): VectorFile | undefined {
  const bodyStart = bytes.indexOf(newline) + 1;
  const header = new TextDecoder().decode(bytes.subarray(0, bodyStart));
  const dimensions = Number(/^\S+ \d+ (\d+) /.exec(header)?.[1]);
  if (!(dimensions > 0) || header !== headerLine(model, dimensions)) return undefined;
  // A copy is aligned, which a part of a larger buffer may not be.
  const { buffer } = new Uint8Array(bytes.subarray(bodyStart));
  const size = recordSize(dimensions);
  const records: VectorRecord[] = [];
  for (let start = 0; start + size <= buffer.byteLength; start += size) {
    const vector = new Float32Array(buffer, start + hashSize, dimensions);
    if (isUsable(vector)) records.push({ hash: new Uint8Array(buffer, start, hashSize), vector });
  }
  return { dimensions, records, isWhole: records.length * size === buffer.byteLength };
}

/** A complete file of at least one record; all vectors have the same size. */
export function fileBytes(model: string, records: readonly VectorRecord[]): Uint8Array {
  const header = new TextEncoder().encode(headerLine(model, records[0]?.vector.length ?? 0));
  const body = recordBytes(records);
  const bytes = new Uint8Array(header.length + body.length);
  bytes.set(header);
  bytes.set(body, header.length);
  return bytes;
}

/** The bytes to append to a file. */
export function recordBytes(records: readonly VectorRecord[]): Uint8Array {
  const size = recordSize(records[0]?.vector.length ?? 0);
  const bytes = new Uint8Array(records.length * size);
  for (const [index, { hash, vector }] of records.entries()) {
    bytes.set(hash, index * size);
    bytes.set(new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength), index * size + hashSize);
  }
  return bytes;
}

/** The map key of a hash. */
function keyOf(hash: Uint8Array): string {
  return String.fromCharCode(...hash);
}

const magic = 'coppice-vectors';
const formatVersion = 1;
const newline = 0x0a;
const hashSize = 32;

function headerLine(model: string, dimensions: number): string {
  return `${magic} ${formatVersion} ${dimensions} ${JSON.stringify(model)}\n`;
}

function recordSize(dimensions: number): number {
  return hashSize + dimensions * Float32Array.BYTES_PER_ELEMENT;
}

/** Vectors have length 1 or 0; other bytes, or another byte order, do not. */
function isUsable(vector: Float32Array): boolean {
  let square = 0;
  for (const value of vector) square += value * value;
  return square === 0 || Math.abs(square - 1) < 0.001;
}

/** Runs the model only on texts that are not cached. Queries are not cached, because they are rarely repeated. */
export function cachedEmbedder(embedder: Embedder, cache: VectorCache): Embedder {
  return {
    name: embedder.name,
    ...(embedder.language && { language: embedder.language }),
    embed: async (texts, purpose) => {
      if (purpose === 'query') {
        const vectors = await embedder.embed(texts, purpose);
        for (const { length } of vectors) cache.keepOnly(length);
        return vectors;
      }
      // Repeated if the model returns vectors of another size, because the cache is then emptied.
      for (let attempt = 0; attempt < 3; attempt += 1) {
        const known = texts.map((text) => cache.get(text));
        const missing = texts.filter((_, index) => known[index] === undefined);
        if (missing.length === 0) return known.filter((vector) => vector !== undefined);
        await fill(cache, embedder, [...new Set(missing)]);
      }
      return await embedder.embed(texts);
    },
  };
}

/** Texts saved at a time, so that little is lost when a long run is stopped. */
const chunkSize = 64;

async function fill(cache: VectorCache, embedder: Embedder, missing: readonly string[]): Promise<void> {
  for (let start = 0; start < missing.length; start += chunkSize) {
    const chunk = missing.slice(start, start + chunkSize);
    cache.add(chunk, await embedder.embed(chunk));
  }
}
