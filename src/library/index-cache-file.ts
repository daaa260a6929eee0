/*
 * The files of the cache: a line that says who wrote what follows and proves that it is whole, then the data. None of
 * them is worth an error: one that cannot be read or was written by another program is as good as missing, and one
 * that cannot be written is written by a later run.
 */

import { Buffer } from 'node:buffer';
import { dirname } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };
import type { Files } from '../system/files.js';
import { sha256Hex } from '../system/hash.js';
import { unlessRefused } from './entry-refusal.js';

/** Another version of the program may read a skill differently, so what it cached is of no use. */
export const cacheStamp = `coppice ${manifest.version}, cache 1`;

export function cachePath(home: string, name: 'index' | 'names'): string {
  return `${home}/cache/${name}.json`;
}

/** The very text that was written, or undefined. */
export function readCache(files: Files, path: string): string | undefined {
  const bytes = unlessRefused(() => files.read(path))?.bytes;
  if (bytes === undefined) return undefined;
  const end = bytes.indexOf(newline);
  const data = bytes.subarray(end + 1);
  return new TextDecoder().decode(bytes.subarray(0, end)) === head(data)
    ? new TextDecoder().decode(data)
    : undefined;
}

export function writeCache(files: Files, path: string, text: string): void {
  const data = new TextEncoder().encode(text);
  unlessRefused(() => {
    files.makeFolder(dirname(path));
    files.write(path, Buffer.concat([new TextEncoder().encode(`${head(data)}\n`), data]));
  });
}

const newline = 0x0a;

function head(data: Uint8Array): string {
  return JSON.stringify({ stamp: cacheStamp, sha256: sha256Hex(data) });
}
