/*
 * How the files of the cache are sealed and written. None of them is worth an error: one that cannot be read, or that
 * another version of the program wrote, counts as missing.
 */

import { dirname } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };
import { unlessRefused } from '../text/errors.js';
import { sha256Hex } from '../text/hash.js';
import type { Files } from './files.js';

/** Another version of the program may read a skill differently, so its caches are not used. */
export const cacheStamp = `coppice ${manifest.version}, cache 3`;

type CacheFiles = Pick<Files, 'makeFolder' | 'write'>;

/** A cache that cannot be written is no error: a later run writes it. */
export function writeCache(files: CacheFiles, path: string, content: string | Uint8Array): void {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  writeBytes(files, path, bytes, true);
}

/** Nothing waits for the disk: the seal shows whether the bytes survived a loss of power. */
export function writeSealedCache(files: CacheFiles, path: string, content: string | Uint8Array): void {
  const data = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  const line = new TextEncoder().encode(`${sealLine(data)}\n`);
  const bytes = new Uint8Array(line.length + data.length);
  bytes.set(line);
  bytes.set(data, line.length);
  writeBytes(files, path, bytes, false);
}

function writeBytes(files: CacheFiles, path: string, bytes: Uint8Array, durable: boolean): void {
  unlessRefused(() => {
    files.makeFolder(dirname(path));
    files.write(path, bytes, { durable });
  });
}

/** Puts a line above the text that says which version wrote it and has its checksum. */
export function seal(text: string): string {
  return `${sealLine(text)}\n${text}`;
}

/** The sealed text; undefined when another version wrote it or it is damaged. */
export function unseal(bytes: Uint8Array): string | undefined {
  const data = unsealBytes(bytes);
  return data && decode(data);
}

/** The same for what is no text. */
export function unsealBytes(bytes: Uint8Array): Uint8Array | undefined {
  const end = bytes.indexOf(lineFeed);
  const data = bytes.subarray(end + 1);
  return decode(bytes.subarray(0, end)) === sealLine(data) ? data : undefined;
}

/** The line alone, for a file in which more follows the sealed part. */
export function sealLine(data: Uint8Array | string): string {
  return JSON.stringify({ stamp: cacheStamp, sha256: sha256Hex(data) });
}

const lineFeed = 0x0a;

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
