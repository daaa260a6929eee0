/*
 * The cached search index as bytes: a line that says who wrote what follows, the files that were indexed with what
 * proves them unchanged, and the index itself, which has a checksum of its own.
 */

import { indexFromBytes, indexToBytes } from '../../search/index-bytes.js';
import type { SearchIndex } from '../../search/search-index.js';
import type { Stat } from '../../system/files.js';
import { sha256Hex } from '../../text/hash.js';
import { cacheStamp } from '../read/index-cache-file.js';

export interface SearchCache {
  /** By their paths. */
  readonly files: ReadonlyMap<string, IndexedFile>;
  readonly index: SearchIndex;
}

export type IndexedFile = Pick<Stat, 'mtimeMs' | 'sizeBytes' | 'inode'>;

type StoredFile = readonly [path: string, mtimeMs: number, sizeBytes: number, inode: number];

export function printSearchCache({ files, index }: SearchCache): Uint8Array {
  const stored = Array.from(files, ([path, { mtimeMs, sizeBytes, inode }]): StoredFile => {
    return [path, mtimeMs, sizeBytes, inode];
  });
  const list = JSON.stringify(stored);
  const text = new TextEncoder().encode(`${headOf(list)}\n${list}\n`);
  const indexBytes = indexToBytes(index);
  // The index opens without being copied where its numbers are aligned.
  const indexStart = Math.ceil(text.length / 4) * 4;
  const bytes = new Uint8Array(indexStart + indexBytes.length);
  bytes.fill(0x20, text.length, indexStart);
  bytes.set(text);
  bytes.set(indexBytes, indexStart);
  return bytes;
}

/** Undefined when another program, or another version of this one, wrote it, or when it is damaged. */
export function parseSearchCache(bytes: Uint8Array): SearchCache | undefined {
  const headEnd = bytes.indexOf(lineFeed);
  const listEnd = bytes.indexOf(lineFeed, headEnd + 1);
  if (headEnd === -1 || listEnd === -1) return undefined;
  const list = textOf(bytes.subarray(headEnd + 1, listEnd));
  if (textOf(bytes.subarray(0, headEnd)) !== headOf(list)) return undefined;
  const index = indexFromBytes(bytes.subarray(Math.ceil((listEnd + 1) / 4) * 4));
  if (index === undefined) return undefined;
  // The head proves that this is the very text that printSearchCache wrote.
  const stored = JSON.parse(list) as readonly StoredFile[];
  const files = stored.map(
    ([path, mtimeMs, sizeBytes, inode]) => [path, { mtimeMs, sizeBytes, inode }] as const,
  );
  return { files: new Map(files), index };
}

const lineFeed = 0x0a;

function headOf(list: string): string {
  return JSON.stringify({ stamp: cacheStamp, sha256: sha256Hex(list) });
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
