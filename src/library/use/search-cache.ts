/*
 * The search index of a library, cached between runs: only skills whose files have changed are read again. Like every
 * cache it is never trusted over the disk, may be deleted at any time, and is ignored if it cannot be used. It contains
 * exactly the requested skills, so that results do not depend on earlier searches.
 */

import { basename, dirname } from 'node:path';
import { buildIndex, updateIndex } from '../../search/build-index.js';
import type { SearchDocument } from '../../search/document.js';
import { indexFromBytes, indexToBytes } from '../../search/index-bytes.js';
import type { SearchIndex } from '../../search/search-index.js';
import { searchDocument } from '../../search/skill-document.js';
import { sealLine, writeCache } from '../../system/cache-file.js';
import { type Clock, systemClock } from '../../system/clock.js';
import type { Files, Stat } from '../../system/files.js';
import { homePaths } from '../../system/home.js';
import { unlessRefused } from '../../text/errors.js';
import type { ReadLibrary } from '../read/catalog.js';
import { isSameFile } from '../read/index-cache.js';
import { settledTime } from '../rules/settled-time.js';

interface SearchCacheOptions extends Pick<ReadLibrary, 'files' | 'home' | 'writesCaches'> {
  /** Real time, even if the command has a fixed clock, because it is compared with the times of files. */
  readonly realTime?: Clock;
}

/** Indexes the SKILL.md files at these paths, which are the document ids. Files that cannot be read are left out. */
export function searchIndexOf(
  { files, home, writesCaches, realTime = systemClock }: SearchCacheOptions,
  paths: readonly string[],
): SearchIndex {
  const startedMs = realTime.now();
  const cachePath = homePaths(home).searchCache;
  const stored = unlessRefused(() => files.read(cachePath));
  const cached = stored && parseSearchCache(stored.bytes);
  const current = new Map<string, IndexedFile>();
  let index = cached?.index ?? buildIndex([]);
  let changed: SearchDocument[] = [];
  let hasNews = cached === undefined;
  for (const path of paths) {
    const known = cached?.files.get(path);
    const checked = checkFile(files, path, known, startedMs);
    if (checked === undefined) continue;
    current.set(path, checked.file);
    if (checked.document === undefined) continue;
    hasNews ||= known === undefined || !isSameFile(known, checked.file);
    changed.push(checked.document);
    if (changed.length === batchSize) {
      index = updateIndex(index, { put: changed });
      changed = [];
    }
  }
  const gone = [...(cached?.files.keys() ?? [])].filter((path) => !current.has(path));
  if (changed.length + gone.length > 0) index = updateIndex(index, { put: changed, remove: gone });
  if (writesCaches && (hasNews || gone.length > 0)) {
    writeCache(files, cachePath, printSearchCache({ files: current, index }));
  }
  return index;
}

/** The next search builds the index again. */
export function dropSearchCache({ files, home }: Pick<ReadLibrary, 'files' | 'home'>): void {
  files.remove(homePaths(home).searchCache);
}

/** Whole bodies and their index entries take much memory, so a large library is not indexed all at once. */
const batchSize = 2000;

interface CheckedFile {
  readonly file: IndexedFile;
  /** Only for a file that has changed. */
  readonly document?: SearchDocument;
}

function checkFile(
  files: Files,
  path: string,
  known: IndexedFile | undefined,
  startedMs: number,
): CheckedFile | undefined {
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

/** More than search ever indexes of one file. */
const maxSkillBytes = 1024 * 1024;

/** As bytes: a line with version and checksum, a line with the indexed files, and the index, which has its own checksum. */
interface SearchCache {
  /** Keyed by path. */
  readonly files: ReadonlyMap<string, IndexedFile>;
  readonly index: SearchIndex;
}

type IndexedFile = Pick<Stat, 'mtimeMs' | 'sizeBytes' | 'inode'>;

type StoredFile = readonly [path: string, mtimeMs: number, sizeBytes: number, inode: number];

function printSearchCache({ files, index }: SearchCache): Uint8Array {
  const stored = Array.from(files, ([path, { mtimeMs, sizeBytes, inode }]): StoredFile => {
    return [path, mtimeMs, sizeBytes, inode];
  });
  const list = JSON.stringify(stored);
  const text = new TextEncoder().encode(`${sealLine(list)}\n${list}\n`);
  const indexBytes = indexToBytes(index);
  // An aligned index is opened without a copy.
  const indexStart = Math.ceil(text.length / 4) * 4;
  const bytes = new Uint8Array(indexStart + indexBytes.length);
  bytes.fill(0x20, text.length, indexStart);
  bytes.set(text);
  bytes.set(indexBytes, indexStart);
  return bytes;
}

/** Undefined when another version of the program wrote it, or when it is damaged. */
function parseSearchCache(bytes: Uint8Array): SearchCache | undefined {
  const headEnd = bytes.indexOf(lineFeed);
  const listEnd = bytes.indexOf(lineFeed, headEnd + 1);
  if (headEnd === -1 || listEnd === -1) return undefined;
  const list = textOf(bytes.subarray(headEnd + 1, listEnd));
  if (textOf(bytes.subarray(0, headEnd)) !== sealLine(list)) return undefined;
  const index = indexFromBytes(bytes.subarray(Math.ceil((listEnd + 1) / 4) * 4));
  if (index === undefined) return undefined;
  // The checksum in the first line proves that printSearchCache wrote this text.
  const stored = JSON.parse(list) as readonly StoredFile[];
  const files = stored.map(
    ([path, mtimeMs, sizeBytes, inode]) => [path, { mtimeMs, sizeBytes, inode }] as const,
  );
  return { files: new Map(files), index };
}

const lineFeed = 0x0a;

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
