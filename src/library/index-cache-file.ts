/*
 * The files of the cache. None of them is worth an error: one that cannot be read is as good as missing, and one
 * that cannot be written is written by a later run.
 */

import { dirname } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };
import type { Files } from '../system/files.js';
import { unlessRefused } from './entry-refusal.js';

/** Names the program that wrote a cache: another version may read a skill differently. */
export const cacheStamp = `coppice ${manifest.version}, cache 1`;

export function cachePath(home: string, name: 'index' | 'names'): string {
  return `${home}/cache/${name}.json`;
}

export function readCache(files: Files, path: string): string | undefined {
  const file = unlessRefused(() => files.read(path));
  return file && new TextDecoder().decode(file.bytes);
}

export function writeCache(files: Files, path: string, text: string): void {
  unlessRefused(() => {
    files.makeFolder(dirname(path));
    files.write(path, new TextEncoder().encode(text));
  });
}
