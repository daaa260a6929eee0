/*
 * Reads the skills of all roots: walks the folders, then checks the file of every skill and reads it only if the index
 * does not have it. What was read is stored in the caches for the next time.
 */

import { type Clock, systemClock } from '../../system/clock.js';
import type { Files } from '../../system/files.js';
import { CoppiceError, sentenceOf } from '../../text/errors.js';
import { type WalkedFolder, type WalkedSkill, walkBounds, walkRoot } from '../folders/walk.js';
import { type LocatedDiagnostic, locationDiagnostic } from '../rules/diagnostics.js';
import { folderName, type ListedFolder, type SkillLocation, type SkillSummary } from '../rules/entry.js';
import type { Root } from '../rules/root.js';
import { isSettled, settledTime } from '../rules/settled-time.js';
import { type IndexedSkill, isSameFile, loadIndex, type RootIndex, saveIndex } from './index-cache.js';
import { knowsNames, saveNames } from './index-cache-names.js';
import { readSummary } from './read-summary.js';

export interface ScannedRoot {
  readonly root: Root;
  /** In walk order. */
  readonly skills: readonly ScannedSkill[];
  readonly diagnostics: readonly LocatedDiagnostic[];
}

export interface ScannedSkill {
  readonly location: SkillLocation;
  readonly summary: SkillSummary;
}

export interface ScanOptions {
  /** Coppice's home, which contains the caches. */
  readonly home: string;
  readonly roots: readonly Root[];
  /** Whether the caches may be written; a dry run writes nothing. */
  readonly writesCaches: boolean;
  /** Whether to store the names too, so that the next skill is opened without a scan; a listing does not need them. */
  readonly keepsNames?: boolean;
  /** Real time, even if the command has a fixed clock, because it is compared with the times of files. */
  readonly realTime?: Clock;
}

export function scanRoots(
  files: Files,
  { home, roots, writesCaches, keepsNames = false, realTime = systemClock }: ScanOptions,
): readonly ScannedRoot[] {
  // Without plugins, for example: then the index need not be read.
  if (roots.length === 0) return [];
  const startedMs = realTime.now();
  const index = loadIndex(files, home);
  const scans = roots.map((root) => scanRoot(files, root, index.get(root.path), startedMs));
  if (writesCaches) {
    if (scans.some((scan) => scan.hasNews)) saveIndex(files, home, index, scans);
    for (const scan of keepsNames ? scans : []) {
      if (scan.hasNews || !knowsNames(files, home, scan)) saveNames(files, home, scan);
    }
  }
  return scans;
}

export interface RootScan extends ScannedRoot {
  readonly skills: readonly (ScannedSkill & IndexedSkill)[];
  readonly folders: readonly WalkedFolder[];
  /** Whether the index must be written again because of this root. */
  readonly hasNews: boolean;
}

function scanRoot(files: Files, root: Root, known: RootIndex | undefined, startedMs: number): RootScan {
  const inFolder = known && ((folder: string) => known.inFolder(folder));
  const walk = walkRoot(files, root.path, walkBounds, inFolder);
  const skills: (ScannedSkill & IndexedSkill)[] = [];
  const diagnostics = [...walk.diagnostics];
  let hasNews = false;
  for (const location of walk.skills) {
    const before = known?.get(location.file);
    const path = `${root.path}/${location.file}`;
    try {
      const skill =
        before && isSameFile(before, files.stat(path)) ? before : readSkill(files, root, location, startedMs);
      // The file may have been removed since the walk.
      if (skill === undefined) continue;
      const { mtimeMs, sizeBytes, inode, summary } = skill;
      const listed = settledFolder(location, startedMs);
      skills.push({ location, mtimeMs, sizeBytes, inode, summary, listed });
      hasNews ||= before === undefined || !isSameFile(before, skill) || !isSameListing(before.listed, listed);
    } catch (error) {
      if (!(error instanceof CoppiceError)) throw error;
      diagnostics.push(locationDiagnostic('unreadable', path, sentenceOf(error), error.hint));
    }
  }
  const folders = walk.folders.map(({ path, mtimeMs }) => {
    return { path, mtimeMs: mtimeMs === undefined ? undefined : settledTime(mtimeMs, startedMs) };
  });
  return { root, skills, diagnostics, folders, hasNews: hasNews || skills.length !== (known?.size ?? 0) };
}

/** Absent if the folder may be changed once more without a difference in its time. */
function settledFolder({ listed }: WalkedSkill, startedMs: number): ListedFolder | undefined {
  return listed !== undefined && isSettled(listed.ctimeMs, startedMs) ? listed : undefined;
}

function isSameListing(before: ListedFolder | undefined, now: ListedFolder | undefined): boolean {
  return before?.ctimeMs === now?.ctimeMs && before?.inode === now?.inode;
}

function readSkill(
  files: Files,
  root: Root,
  location: SkillLocation,
  startedMs: number,
): Omit<IndexedSkill, 'listed'> | undefined {
  const read = readSummary(files, `${root.path}/${location.file}`, folderName(root, location));
  if (read === undefined) return undefined;
  const { mtimeMs, sizeBytes, inode } = read.stat;
  return { mtimeMs: settledTime(mtimeMs, startedMs), sizeBytes, inode, summary: read.summary };
}
