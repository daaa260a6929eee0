/*
 * The search index of a library, kept between runs: only the skills whose files have changed are read again. Like
 * every cache it is never trusted over the disk, may be deleted at any time, and one that cannot be used is as good
 * as none. It holds exactly the skills it is asked for, so that an answer does not depend on what was there before.
 */

import { basename, dirname } from 'node:path';
import { buildIndex, updateIndex } from '../../search/build-index.js';
import type { SearchDocument } from '../../search/document.js';
import { indexFromBytes, indexToBytes } from '../../search/index-bytes.js';
import type { SearchIndex } from '../../search/search-index.js';
import { bodyOf } from '../../skill/layout.js';
import { parseSkill } from '../../skill/parse.js';
import { type Clock, systemClock } from '../../system/clock.js';
import type { Files, Stat } from '../../system/files.js';
import { unlessRefused } from '../../text/errors.js';
import { sha256Hex } from '../../text/hash.js';
import type { Library } from '../read/catalog.js';
import { cacheStamp, isSameFile, settledTime } from '../read/index-cache.js';

interface SearchCacheOptions extends Pick<Library, 'files' | 'home' | 'writesCaches'> {
  /** Real time, even where the clock of the command is fixed: it is compared with the times of files. */
  readonly realTime?: Clock;
}

/** Over the SKILL.md files of these paths, which are the ids of the documents. One that cannot be read is left out. */
export function searchIndexOf(
  { files, home, writesCaches, realTime = systemClock }: SearchCacheOptions,
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

/*
 * The cached search index as bytes: a line that says who wrote what follows, the files that were indexed with what
 * proves them unchanged, and the index itself, which has a checksum of its own.
 */

interface SearchCache {
  /** By their paths. */
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
function parseSearchCache(bytes: Uint8Array): SearchCache | undefined {
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

/*
 * A SKILL.md as search sees it.
 */

/** `folderName` stands in for a missing name. */
export function searchDocument(id: string, bytes: Uint8Array, folderName: string): SearchDocument {
  const skill = parseSkill(bytes, { folder: folderName });
  const { name, description, whenToUse, tags } = skill.fields;
  const body = bodyOf(skill);
  return {
    id,
    name,
    description: whenToUse === undefined ? description : `${description}\n${whenToUse}`,
    tags,
    headings: Array.from(body.matchAll(/^#{1,6}[ \t]+(.+)$/gm), ([, heading = '']) => heading),
    body,
  };
}
