/*
 * The search index of a library, kept between runs: only the skills whose files have changed are read again. Like
 * every cache it is never trusted over the disk, may be deleted at any time, and one that cannot be used is as good
 * as none. It holds exactly the skills it is asked for, so that an answer does not depend on what was there before.
 */

import { basename, dirname } from 'node:path';
import { buildIndex, updateIndex } from '../../search/build-index.js';
import type { SearchDocument } from '../../search/document.js';
import type { SearchIndex } from '../../search/search-index.js';
import { type Clock, systemClock } from '../../system/clock.js';
import type { Files } from '../../system/files.js';
import type { Library } from '../read/catalog.js';
import { unlessRefused } from '../read/entry-refusal.js';
import { isSameFile, settledTime } from '../read/index-cache.js';
import { searchDocument } from './find-document.js';
import { type IndexedFile, parseSearchCache, printSearchCache } from './search-cache-format.js';

export interface SearchCachePlace extends Pick<Library, 'files' | 'home' | 'writesCaches'> {
  /** Real time, even where the clock of the command is fixed: it is compared with the times of files. */
  readonly realTime?: Clock;
}

/** Over the SKILL.md files of these paths, which are the ids of the documents. One that cannot be read is left out. */
export function searchIndexOf(
  { files, home, writesCaches, realTime = systemClock }: SearchCachePlace,
  paths: readonly string[],
): SearchIndex {
  const startedMs = realTime.now();
  const cachePath = cachePathIn(home);
  const stored = unlessRefused(() => files.read(cachePath));
  const cached = stored && parseSearchCache(stored.bytes);
  const current = new Map<string, IndexedFile>();
  let index = cached?.index ?? buildIndex([]);
  let changed: SearchDocument[] = [];
  let hasNews = cached === undefined;
  for (const path of paths) {
    const known = cached?.files.get(path);
    const look = lookAt(files, path, known, startedMs);
    if (look === undefined) continue;
    current.set(path, look.file);
    if (look.document === undefined) continue;
    hasNews ||= known === undefined || !isSameFile(known, look.file);
    changed.push(look.document);
    if (changed.length === batchSize) {
      index = updateIndex(index, { put: changed });
      changed = [];
    }
  }
  const gone = [...(cached?.files.keys() ?? [])].filter((path) => !current.has(path));
  if (changed.length + gone.length > 0) index = updateIndex(index, { put: changed, remove: gone });
  if (writesCaches && (hasNews || gone.length > 0)) {
    writeBytes(files, cachePath, printSearchCache({ files: current, index }));
  }
  return index;
}

/** The next search makes it anew, from what the skills say then. */
export function dropSearchCache({ files, home }: Pick<Library, 'files' | 'home'>): void {
  files.remove(cachePathIn(home));
}

function cachePathIn(home: string): string {
  return `${home}/cache/search.bin`;
}

/** Whole bodies, and what they are indexed with, take much memory; all of a large library at once would be too much. */
const batchSize = 2000;

interface Look {
  readonly file: IndexedFile;
  /** Only of a file that has changed. */
  readonly document?: SearchDocument;
}

function lookAt(
  files: Files,
  path: string,
  known: IndexedFile | undefined,
  startedMs: number,
): Look | undefined {
  const stat = known && unlessRefused(() => files.stat(path));
  if (known && isSameFile(known, stat)) return { file: known };
  const read = unlessRefused(() => files.read(path, { maxBytes: maxSkillBytes }));
  if (read === undefined) return undefined;
  const { mtimeMs, sizeBytes, inode } = read.stat;
  return {
    file: { mtimeMs: settledTime(mtimeMs, startedMs), sizeBytes, inode },
    document: searchDocument(path, read.bytes, basename(dirname(path))),
  };
}

/** More than search looks at. */
const maxSkillBytes = 1024 * 1024;

function writeBytes(files: Files, path: string, bytes: Uint8Array): void {
  unlessRefused(() => {
    files.makeFolder(dirname(path));
    files.write(path, bytes);
  });
}
