/*
 * The index: what the SKILL.md files said when they were last read, with the time, size and inode they had then. It
 * makes a second scan a matter of looking at files instead of reading them. It is never trusted over the disk, may
 * be deleted at any time, and one that cannot be used is as good as none.
 */

import { dirname } from 'node:path';
import manifest from '../../../package.json' with { type: 'json' };
import type { Files, Stat } from '../../system/files.js';
import { unlessRefused } from '../../text/errors.js';
import { sha256Hex } from '../../text/hash.js';
import { noConditions, type SkillSummary } from '../rules/entry.js';
import type { RootScan } from './catalog-scan.js';

/** By the paths of the roots. */
type SkillIndex = ReadonlyMap<string, RootIndex>;

/** By the paths of the SKILL.md files, relative to the root. */
export type RootIndex = ReadonlyMap<string, IndexedSkill>;

export interface IndexedSkill extends FileIdentity {
  readonly summary: SkillSummary;
}

/** By which a file is told from what it was before. */
type FileIdentity = Pick<Stat, 'mtimeMs' | 'sizeBytes' | 'inode'>;

export function loadIndex(files: Files, home: string): SkillIndex {
  const bytes = unlessRefused(() => files.read(indexPath(home)))?.bytes;
  const text = bytes && unseal(bytes);
  return text === undefined ? new Map() : parseIndex(text);
}

/** Roots that were not scanned stay in the index as long as they exist: they may be those of another project. */
export function saveIndex(
  files: Files,
  home: string,
  old: SkillIndex,
  scanned: readonly Pick<RootScan, 'root' | 'skills'>[],
): void {
  const roots = new Map<string, Iterable<readonly [string, IndexedSkill]>>(
    [...old].filter(([path]) => unlessRefused(() => files.stat(path)) !== undefined),
  );
  for (const { root, skills } of scanned) {
    if (skills.length > 0)
      roots.set(
        root.path,
        skills.map((skill) => [skill.place.file, skill]),
      );
    else roots.delete(root.path);
  }
  writeCache(files, indexPath(home), seal(printIndex(roots)));
}

function indexPath(home: string): string {
  return `${home}/cache/index.json`;
}

export function isSameFile(known: FileIdentity, stat: FileIdentity | undefined): boolean {
  return known.mtimeMs === stat?.mtimeMs && known.sizeBytes === stat.sizeBytes && known.inode === stat.inode;
}

/**
 * The time by which a file or folder is known again, given when the scan of it began. One that was changed so shortly
 * before may be changed once more within the same tick of the file system's clock, and would look the same; it gets a
 * time that none has, and so is read again until its time tells something.
 */
export function settledTime(mtimeMs: number, startedMs: number): number {
  // Where times are whole seconds, a tick may be two of them; elsewhere it is a few milliseconds.
  const tickMs = mtimeMs % 1000 === 0 ? 2000 : 100;
  return mtimeMs < startedMs - tickMs ? mtimeMs : unsettledMs;
}

const unsettledMs = -1;

/*
 * The index as text. Everything empty is left out, because nearly every skill leaves most fields empty.
 */

type StoredIndex = readonly (readonly [root: string, skills: readonly StoredSkill[]])[];

/** As short as can be, since all of it is read for every listing. */
type StoredSkill = readonly [
  file: string,
  mtimeMs: number,
  sizeBytes: number,
  inode: number,
  name: string,
  description: string,
  more?: StoredFields,
];

type StoredFields = {
  readonly [Field in Exclude<keyof SkillSummary, 'name' | 'description'>]?: SkillSummary[Field] | undefined;
};

export function printIndex(roots: ReadonlyMap<string, Iterable<readonly [string, IndexedSkill]>>): string {
  const stored: StoredIndex = Array.from(roots, ([root, skills]) => [root, Array.from(skills, storedSkill)]);
  return `${JSON.stringify(stored)}\n`;
}

/** Takes only what printIndex has printed; whoever reads it from a file has made sure of that. */
export function parseIndex(text: string): ReadonlyMap<string, RootIndex> {
  const stored = JSON.parse(text) as StoredIndex;
  return new Map(stored.map(([root, skills]) => [root, new Map(skills.map(indexedSkill))]));
}

function storedSkill([file, indexed]: readonly [string, IndexedSkill]): StoredSkill {
  const { mtimeMs, sizeBytes, inode, summary } = indexed;
  const { name, description, category, tags, pinned, platforms, requires, conditions, diagnostics } = summary;
  const isPlain =
    category === undefined &&
    !pinned &&
    conditions === noConditions &&
    tags.length + platforms.length + requires.length + diagnostics.length === 0;
  if (isPlain) return [file, mtimeMs, sizeBytes, inode, name, description];
  const more = {
    category,
    tags: filled(tags),
    pinned: pinned || undefined,
    platforms: filled(platforms),
    requires: filled(requires),
    conditions: conditions === noConditions ? undefined : conditions,
    diagnostics: filled(diagnostics),
  };
  return [file, mtimeMs, sizeBytes, inode, name, description, more];
}

function indexedSkill([file, mtimeMs, sizeBytes, inode, name, description, more]: StoredSkill): [
  string,
  IndexedSkill,
] {
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
  return [file, { mtimeMs, sizeBytes, inode, summary }];
}

const none: readonly never[] = [];

function filled<T>(list: readonly T[]): readonly T[] | undefined {
  return list.length > 0 ? list : undefined;
}

/*
 * The files of the cache. None of them is worth an error: one that cannot be read or was written by another program is
 * as good as missing, and one that cannot be written is written by a later run.
 */

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
