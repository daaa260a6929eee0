/*
 * The index: what the SKILL.md files said when they were last read, with the time, size and inode they had then. It
 * makes a second scan a matter of looking at files instead of reading them. It is never trusted over the disk, may
 * be deleted at any time, and one that cannot be used is as good as none.
 */

import type { Files, Stat } from '../../system/files.js';
import type { RootScan } from './catalog-scan.js';
import type { SkillSummary } from './entry.js';
import { unlessRefused } from './entry-refusal.js';
import { seal, unseal, writeCache } from './index-cache-file.js';
import { parseIndex, printIndex } from './index-cache-format.js';

/** By the paths of the roots. */
export type SkillIndex = ReadonlyMap<string, RootIndex>;

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
