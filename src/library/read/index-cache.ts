/*
 * The index: what the SKILL.md files said when they were last read, with the time, size and inode they had then, so
 * that a second scan only has to stat the files; and what was in their folders, so that a third one does not list those
 * either. The index is never trusted over the disk, may be deleted at any time,
 * and is ignored when it cannot be used.
 */

import { unseal, writeSealedCache } from '../../system/cache-file.js';
import type { Files, Stat } from '../../system/files.js';
import { homePaths } from '../../system/home.js';
import { unlessRefused } from '../../text/errors.js';
import { type ListedFolder, noConditions, type SkillSummary } from '../rules/entry.js';
import type { RootScan } from './catalog-scan.js';

/** By the paths of the roots. */
type SkillIndex = ReadonlyMap<string, RootIndex>;

/** By the paths of the SKILL.md files, relative to the root. */
export interface RootIndex extends Iterable<readonly [string, IndexedSkill]> {
  readonly size: number;
  get(file: string): IndexedSkill | undefined;
  /** The skill in a folder, whose path is relative to the root. */
  inFolder(folder: string): { readonly file: string; readonly listed: ListedFolder | undefined } | undefined;
}

export interface IndexedSkill extends FileIdentity {
  readonly summary: SkillSummary;
  /** Its folder, as a walk listed it; absent where it must be listed every time, or was listed only once. */
  readonly listed: ListedFolder | undefined;
}

/** What shows that a file has changed. */
type FileIdentity = Pick<Stat, 'mtimeMs' | 'sizeBytes' | 'inode'>;

export function loadIndex(files: Files, home: string): SkillIndex {
  const bytes = unlessRefused(() => files.read(homePaths(home).indexCache))?.bytes;
  const text = bytes && unseal(bytes);
  return text === undefined ? new Map() : parseIndex(text);
}

/** Roots that were not scanned stay in the index as long as they exist: they may belong to another project. */
export function saveIndex(
  files: Files,
  home: string,
  before: SkillIndex,
  scanned: readonly Pick<RootScan, 'root' | 'skills'>[],
): void {
  const roots = new Map<string, Iterable<readonly [string, IndexedSkill]>>(
    [...before].filter(([path]) => unlessRefused(() => files.stat(path)) !== undefined),
  );
  for (const { root, skills } of scanned) {
    if (skills.length > 0)
      roots.set(
        root.path,
        skills.map((skill) => [skill.location.file, skill]),
      );
    else roots.delete(root.path);
  }
  writeSealedCache(files, homePaths(home).indexCache, printIndex(roots));
}

export function isSameFile(known: FileIdentity, stat: FileIdentity | undefined): boolean {
  return known.mtimeMs === stat?.mtimeMs && known.sizeBytes === stat.sizeBytes && known.inode === stat.inode;
}

type StoredIndex = readonly (readonly [root: string, skills: readonly StoredSkill[]])[];

/** Kept short, since every listing reads all of it. Empty fields are left out, because most are empty. */
type StoredSkill = readonly [
  file: string,
  mtimeMs: number,
  sizeBytes: number,
  inode: number,
  name: string,
  description: string,
  folder: StoredFolder,
  more?: StoredFields,
];

type StoredFields = {
  readonly [Field in Exclude<keyof SkillSummary, 'name' | 'description'>]?: SkillSummary[Field] | undefined;
};

/** Zero where the folder must be listed. */
type StoredFolder = 0 | readonly [ctimeMs: number, inode: number, ...below: readonly string[]];

export function printIndex(roots: ReadonlyMap<string, Iterable<readonly [string, IndexedSkill]>>): string {
  const stored: StoredIndex = Array.from(roots, ([root, skills]) => [root, Array.from(skills, storedSkill)]);
  return `${JSON.stringify(stored)}\n`;
}

/** Accepts only what printIndex has printed; the caller has checked the seal. */
export function parseIndex(text: string): ReadonlyMap<string, RootIndex> {
  const stored = JSON.parse(text) as StoredIndex;
  return new Map(stored.map(([root, skills]) => [root, new StoredRoot(skills)]));
}

/**
 * The skills are stored in the order of the walk that asks for them, so the next one is nearly always the one that is
 * wanted: ten thousand need no table, and none is unpacked before it is asked for.
 */
class StoredRoot implements RootIndex {
  readonly #stored: readonly StoredSkill[];
  #next = 0;
  #byFile: ReadonlyMap<string, StoredSkill> | undefined;
  #byFolder: ReadonlyMap<string, StoredSkill> | undefined;

  constructor(stored: readonly StoredSkill[]) {
    this.#stored = stored;
  }

  get size(): number {
    return this.#stored.length;
  }

  get(file: string): IndexedSkill | undefined {
    const expected = this.#stored[this.#next];
    if (expected?.[0] === file) {
      this.#next += 1;
      return indexedSkill(expected);
    }
    this.#byFile ??= new Map(this.#stored.map((stored) => [stored[0], stored]));
    const stored = this.#byFile.get(file);
    return stored && indexedSkill(stored);
  }

  inFolder(folder: string): ReturnType<RootIndex['inFolder']> {
    this.#byFolder ??= new Map(
      this.#stored.map((stored) => [stored[0].slice(0, stored[0].lastIndexOf('/')), stored]),
    );
    const stored = this.#byFolder.get(folder);
    return stored && { file: stored[0], listed: listedFolder(stored[6]) };
  }

  *[Symbol.iterator](): Iterator<readonly [string, IndexedSkill]> {
    for (const stored of this.#stored) yield [stored[0], indexedSkill(stored)];
  }
}

function storedSkill([file, indexed]: readonly [string, IndexedSkill]): StoredSkill {
  const { mtimeMs, sizeBytes, inode, summary, listed } = indexed;
  const folder = listed === undefined ? 0 : ([listed.ctimeMs, listed.inode, ...listed.below] as const);
  const { name, description, category, tags, pinned, platforms, requires, conditions, diagnostics } = summary;
  const isPlain =
    category === undefined &&
    !pinned &&
    conditions === noConditions &&
    tags.length + platforms.length + requires.length + diagnostics.length === 0;
  if (isPlain) return [file, mtimeMs, sizeBytes, inode, name, description, folder];
  const more = {
    category,
    tags: filled(tags),
    pinned: pinned || undefined,
    platforms: filled(platforms),
    requires: filled(requires),
    conditions: conditions === noConditions ? undefined : conditions,
    diagnostics: filled(diagnostics),
  };
  return [file, mtimeMs, sizeBytes, inode, name, description, folder, more];
}

function indexedSkill(stored: StoredSkill): IndexedSkill {
  const [, mtimeMs, sizeBytes, inode, name, description, folder, more] = stored;
  const summary = {
    name,
    description,
    category: more?.category,
    tags: more?.tags ?? none,
    pinned: more?.pinned ?? false,
    platforms: more?.platforms ?? none,
    requires: more?.requires ?? none,
    conditions: more?.conditions ?? noConditions,
    diagnostics: more?.diagnostics ?? none,
  };
  return { mtimeMs, sizeBytes, inode, summary, listed: listedFolder(folder) };
}

function listedFolder(stored: StoredFolder): ListedFolder | undefined {
  if (stored === 0) return undefined;
  const [ctimeMs, inode, ...below] = stored;
  return { ctimeMs, inode, below };
}

const none: readonly never[] = [];

function filled<T>(list: readonly T[]): readonly T[] | undefined {
  return list.length > 0 ? list : undefined;
}
