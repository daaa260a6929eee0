/*
 * The files of the cache. None of them is worth an error: one that cannot be read or was written by another program is
 * as good as missing, and one that cannot be written is written by a later run.
 */

import { dirname } from 'node:path';
import manifest from '../../../package.json' with { type: 'json' };
import type { Files } from '../../system/files.js';
import { sha256Hex } from '../../text/hash.js';
import { unlessRefused } from './entry-refusal.js';

/** Another version of the program may read a skill differently, so what it cached is of no use. */
export const cacheStamp = `coppice ${manifest.version}, cache 1`;

export function writeCache(files: Files, path: string, text: string): void {
  unlessRefused(() => {
    files.makeFolder(dirname(path));
    files.write(path, new TextEncoder().encode(text));
  });
}

/** The text below a line that says who wrote it, and proves that it is whole. */
export function seal(text: string): string {
  return `${sealLine(text)}\n${text}`;
}

/** The text that was sealed; undefined when this is not the very text that `seal` made. */
export function unseal(bytes: Uint8Array): string | undefined {
  const end = bytes.indexOf(newline);
  const data = bytes.subarray(end + 1);
  return decode(bytes.subarray(0, end)) === sealLine(data) ? decode(data) : undefined;
}

const newline = 0x0a;

function sealLine(data: Uint8Array | string): string {
  return JSON.stringify({ stamp: cacheStamp, sha256: sha256Hex(data) });
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
