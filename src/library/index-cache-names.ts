/*
 * The names: which name stands for which places, root by root, so that one skill is found without a scan, at a cost
 * that does not grow with their number. The file is lines of JSON that are searched as text and not parsed as a
 * whole.
 *
 * A root's part is usable as long as none of the folders that hold skills has changed. It then knows every skill of
 * the root; only a name that was changed inside a SKILL.md since is not noticed before the next scan, unless it is
 * the one that is asked for, because whoever opens a skill checks its name.
 */

import type { Files } from '../system/files.js';
import type { RootScan } from './catalog-scan.js';
import { folderName } from './entry.js';
import { cachePath, readCache, writeCache } from './index-cache-file.js';
import type { WalkedFolder } from './walk.js';

/** Paths of SKILL.md files relative to the root, in walk order. */
export interface NamedPlaces {
  readonly byName: readonly string[];
  readonly byFolderName: readonly string[];
}

/** Null when the folder was not there. */
type StoredFolder = readonly [path: string, mtimeMs: number | null];

interface StoredRoot {
  readonly root: string;
  readonly folders: readonly StoredFolder[];
}

/** The text of the file, for the functions below. */
export function loadNames(files: Files, home: string): string | undefined {
  return readCache(files, cachePath(home, 'names'));
}

/** Undefined when the root is not known or has changed, so that only a scan can tell. */
export function placesOf(files: Files, names: string, root: string, name: string): NamedPlaces | undefined {
  const start = names.indexOf(`\n${rootLineStart(root)}`);
  if (start === -1) return undefined;
  const { folders } = JSON.parse(lineAt(names, start + 1)) as StoredRoot;
  if (!folders.every((folder) => isUnchanged(files, root, folder))) return undefined;
  const nextRoot = names.indexOf('\n{', start + 1);
  const found = names.indexOf(`\n${nameLineStart(name)}`, start);
  if (found === -1 || (nextRoot !== -1 && found > nextRoot)) return { byName: [], byFolderName: [] };
  const [, byName, byFolderName] = JSON.parse(lineAt(names, found + 1)) as StoredName;
  return { byName, byFolderName };
}

/** Whether every root is there with the same folders; its names are then those of the index. */
export function knowsRoots(names: string | undefined, roots: readonly RootScan[]): boolean {
  return roots.every(({ root, folders }) => names?.includes(`\n${rootLine(root.path, folders)}\n`));
}

/** The parts of roots that were not scanned are kept as long as the roots exist. */
export function saveNames(
  files: Files,
  home: string,
  old: string | undefined,
  scanned: readonly RootScan[],
): void {
  const paths = new Set(scanned.map(({ root }) => root.path));
  const others = (old?.split(/\n(?=\{)/).slice(1) ?? []).filter((part) => {
    const { root } = JSON.parse(lineAt(part, 0)) as StoredRoot;
    return !paths.has(root) && files.stat(root) !== undefined;
  });
  const parts = [...others.map((part) => part.trimEnd()), ...scanned.map(printRoot)];
  // It begins with a line break, so that every line has one before it.
  writeCache(files, cachePath(home, 'names'), ['', ...parts, ''].join('\n'));
}

type StoredName = readonly [name: string, byName: readonly string[], byFolderName: readonly string[]];

function printRoot({ root, folders, skills }: RootScan): string {
  const places = new Map<string, { byName: string[]; byFolderName: string[] }>();
  const placesNamed = (name: string) => {
    const known = places.get(name) ?? { byName: [], byFolderName: [] };
    places.set(name, known);
    return known;
  };
  for (const { place, summary } of skills) {
    const folder = folderName(root, place);
    placesNamed(summary.name).byName.push(place.file);
    if (folder !== summary.name) placesNamed(folder).byFolderName.push(place.file);
  }
  return [
    rootLine(root.path, folders),
    ...Array.from(places, ([name, { byName, byFolderName }]) => JSON.stringify([name, byName, byFolderName])),
  ].join('\n');
}

function rootLine(path: string, folders: readonly WalkedFolder[]): string {
  const stored = folders.map((folder): StoredFolder => [folder.path, folder.mtimeMs ?? null]);
  return `${rootLineStart(path)}"folders":${JSON.stringify(stored)}}`;
}

function rootLineStart(path: string): string {
  return `{"root":${JSON.stringify(path)},`;
}

function nameLineStart(name: string): string {
  return `[${JSON.stringify(name)},`;
}

function lineAt(text: string, start: number): string {
  const end = text.indexOf('\n', start);
  return text.slice(start, end === -1 ? undefined : end);
}

function isUnchanged(files: Files, root: string, [path, mtimeMs]: StoredFolder): boolean {
  return (files.stat(path === '' ? root : `${root}/${path}`)?.mtimeMs ?? null) === mtimeMs;
}
