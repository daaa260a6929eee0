/*
 * The names cache: which name belongs to which files of a root, so that one skill is found without a scan, at a cost
 * that does not grow with their number. Each root has a file of three parts, of which only a few bytes are read:
 *   a line that says what the file is, and from which folders it was made, with their times;
 *   a line with the offsets of the buckets, all of the same width, so that each is found by its number;
 *   the buckets, one per line, with the names whose hash has that number.
 *
 * The cache is valid as long as none of the folders with skills has changed. It then knows every skill of the root.
 * A name that was changed inside a SKILL.md is not noticed before the next scan, unless that skill is opened, because
 * opening checks the name.
 */

import { cacheStamp, writeCache } from '../../system/cache-file.js';
import type { Files, Stat } from '../../system/files.js';
import { homePaths } from '../../system/home.js';
import { unlessRefused } from '../../text/errors.js';
import { parseJson } from '../../text/json.js';
import { folderTag } from '../folders/project.js';
import type { WalkedFolder } from '../folders/walk.js';
import { folderName } from '../rules/entry.js';
import type { RootScan } from './catalog-scan.js';
import { isSameFile } from './index-cache.js';

/** Paths of SKILL.md files relative to the root, in walk order. */
export interface NamedLocations {
  readonly byName: readonly string[];
  readonly byFolderName: readonly string[];
}

/** Undefined when the root is not in the cache or has changed, so that a scan is needed. */
export function findLocations(
  files: Files,
  home: string,
  root: string,
  name: string,
): NamedLocations | undefined {
  const read = pieceReader(files, namesPath(home, root));
  const head = readHead(read, root);
  if (head === undefined || !head.folders.every((folder) => isUnchanged(files, root, folder))) {
    return files.stat(root) === undefined ? noLocations : undefined;
  }
  const bucket = readBucket(read, head, bucketOf(name, head.buckets));
  const named = bucket?.filter(([each]) => each === name);
  return (
    named && {
      byName: named.filter(([, , kind]) => kind === 'name').map(([, file]) => file),
      byFolderName: named.filter(([, , kind]) => kind === 'folder').map(([, file]) => file),
    }
  );
}

/** Whether the cache is up to date, given that no skill of the root has changed. */
export function knowsNames(files: Files, home: string, { root, folders }: RootScan): boolean {
  if (folders.every(({ mtimeMs }) => mtimeMs === undefined)) return true;
  const head = readHead(pieceReader(files, namesPath(home, root.path)), root.path);
  return head !== undefined && JSON.stringify(head.folders) === JSON.stringify(folders.map(storedFolder));
}

export function saveNames(files: Files, home: string, { root, folders, skills }: RootScan): void {
  const buckets: StoredName[][] = Array.from(
    { length: Math.ceil(skills.length / skillsPerBucket) || 1 },
    () => [],
  );
  const add = (...stored: StoredName) => buckets[bucketOf(stored[0], buckets.length)]?.push(stored);
  for (const { location, summary } of skills) {
    const folder = folderName(root, location);
    add(summary.name, location.file, 'name');
    if (folder !== summary.name) add(folder, location.file, 'folder');
  }
  const lines = buckets.map((bucket) => `${ascii(bucket)}\n`);
  const offsets = [0];
  for (const line of lines) offsets.push((offsets.at(-1) ?? 0) + line.length);
  const head: StoredHead = {
    stamp: cacheStamp,
    root: root.path,
    folders: folders.map(storedFolder),
    buckets: buckets.length,
  };
  const directory = offsets.map((each) => String(each).padStart(offsetWidth)).join('');
  writeCache(files, namesPath(home, root.path), [ascii(head), directory, lines.join('')].join('\n'));
}

const noLocations: NamedLocations = { byName: [], byFolderName: [] };
const skillsPerBucket = 8;
const offsetWidth = 10;

interface StoredHead {
  readonly stamp: string;
  readonly root: string;
  readonly folders: readonly StoredFolder[];
  readonly buckets: number;
}

/** Null when the folder was not there. */
type StoredFolder = readonly [path: string, mtimeMs: number | null];

type StoredName = readonly [name: string, file: string, kind: 'name' | 'folder'];

function namesPath(home: string, root: string): string {
  return homePaths(home).namesCache(folderTag(root));
}

function storedFolder({ path, mtimeMs }: WalkedFolder): StoredFolder {
  return [path, mtimeMs ?? null];
}

function isUnchanged(files: Files, root: string, [path, mtimeMs]: StoredFolder): boolean {
  return (files.stat(path === '' ? root : `${root}/${path}`)?.mtimeMs ?? null) === mtimeMs;
}

type PieceReader = (offset: number, length: number) => string | undefined;

/** Gives undefined when there is no file, or when another process has replaced it since the first piece was read. */
function pieceReader(files: Files, path: string): PieceReader {
  let first: Stat | undefined;
  return (offset, maxBytes) => {
    const piece = unlessRefused(() => files.read(path, { offset, maxBytes }));
    first ??= piece?.stat;
    return piece && first && isSameFile(first, piece.stat)
      ? new TextDecoder().decode(piece.bytes)
      : undefined;
  };
}

/** A head, and where the line after it begins. */
type ReadHead = StoredHead & { readonly end: number };

function readHead(read: PieceReader, root: string): ReadHead | undefined {
  let text = '';
  let end = -1;
  while (end === -1) {
    const piece = read(text.length, 4096);
    if (!piece) return undefined;
    text += piece;
    end = text.indexOf('\n');
  }
  // The stamp of this version guarantees the shape.
  const head = parseJson(text.slice(0, end)) as StoredHead | undefined;
  return head?.stamp === cacheStamp && head.root === root ? { ...head, end: end + 1 } : undefined;
}

function readBucket(
  read: PieceReader,
  { buckets, end }: ReadHead,
  at: number,
): readonly StoredName[] | undefined {
  const offsets = read(end + at * offsetWidth, 2 * offsetWidth);
  if (offsets === undefined) return undefined;
  const [from, to] = [Number(offsets.slice(0, offsetWidth)), Number(offsets.slice(offsetWidth))];
  const start = end + (buckets + 1) * offsetWidth + 1;
  const bucket = parseJson(read(start + from, to - from) ?? '');
  return Array.isArray(bucket) && bucket.every(isStoredName) ? bucket : undefined;
}

function isStoredName(item: unknown): item is StoredName {
  return Array.isArray(item) && typeof item[0] === 'string' && typeof item[1] === 'string';
}

/** JSON in ASCII only, so that one character is one byte. */
function ascii(value: unknown): string {
  return JSON.stringify(value).replace(/[\u0080-\uFFFF]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

/** The FNV-1a hash over code units. */
function bucketOf(name: string, buckets: number): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < name.length; at++) hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193);
  return (hash >>> 0) % buckets;
}
