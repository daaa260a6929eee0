/*
 * Applies an entry to the disk, or reverts it, and updates the usage record. Both can be interrupted at any point and
 * repeated: each step first checks what is there. Files are changed before the folder is moved, and reverted after it
 * was moved back. Only bytes that the entry itself wrote are ever reverted.
 */

import type { Files } from '../../system/files.js';
import { type CoppiceError, hasCode, unlessRefused } from '../../text/errors.js';
import { isEqual } from '../../text/shape.js';
import {
  changesContent,
  type FileEffect,
  type FileState,
  type FolderMove,
  folderAfter,
  isBesideFiles,
  isInArchive,
  isLinkAlone,
  type LedgerEntry,
  type LinkChange,
} from '../rules/ledger-entry.js';
import { type FactDeps, factOf, writeFact } from './fact-store.js';
import { type LedgerOptions, readBlob } from './ledger.js';
import { changeSetting, settingState, sweepSetting } from './setting-file.js';
import {
  changeInside,
  changeLinkInside,
  joined,
  linkInside,
  makeInside,
  missingFolders,
  moveInside,
  type NewContent,
  parentOf,
  readInside,
  removeIfEmpty,
  statInside,
  sweepTemporaries,
} from './write-inside.js';
import type { WriteDeps } from './write-target.js';

/** Requires that the entry is in the ledger and that all its bytes are stored. */
export function applyEntry(ledger: WriteDeps, entry: LedgerEntry): void {
  const { files } = ledger;
  const { root, folder, move, fact, setting } = entry;
  if (fact !== undefined) writeFact(ledger, entry.skill, fact.key, fact.after);
  if (setting !== undefined) changeSetting(files, setting);
  for (const made of entry.madeFolders) makeInside(files, root, made);
  for (const { path, before, after } of entry.files.filter(changesContent)) {
    changeInside(files, root, joined(folder, path), before?.sha256 ?? null, contentOf(ledger, after));
  }
  // A link makes room for the folder that comes back, or takes the place of one that has gone.
  if (entry.link?.after === null) changeLinkInside(files, root, entry.link);
  if (move !== null) moveInside(files, root, move.from, move.to);
  if (entry.link !== undefined && entry.link.after !== null) changeLinkInside(files, root, entry.link);
  removeEmptied(files, entry);
}

/** Whether all of the entry is on the disk, as after a crash just before the outcome was written. */
export function isApplied(deps: FactDeps, entry: LedgerEntry): boolean {
  const { files } = deps;
  if (isBesideFiles(entry)) return besideIs(deps, entry, 'after');
  if (entry.move !== null && !hasMoved(files, entry)) return false;
  const { root, link } = entry;
  if (isLinkAlone(entry) && link !== undefined) return linkIs(files, root, link.path, link.after);
  if (link !== undefined && link.after !== null && linkInside(files, root, link.path) !== link.after)
    return false;
  const folder = folderAfter(entry);
  return entry.files.every((file) => stateOf(files, entry, folder, file) === (file.after?.sha256 ?? null));
}

export function removeEmptied(files: Files, { root, emptiedFolders }: LedgerEntry): void {
  removeInnermostFirst(files, root, emptiedFolders);
}

/** Returns the paths that were not reverted, because somebody has changed them since. */
export function revertEntry(ledger: WriteDeps, entry: LedgerEntry): readonly string[] {
  const { files } = ledger;
  if (isBesideFiles(entry)) return revertBeside(ledger, entry);
  const { root, move } = entry;
  const { link } = entry;
  if (isLinkAlone(entry) && link !== undefined) return revertLink(files, root, link);
  // Only the entry's own link makes room for the folder; another one is in the way, which is a conflict.
  if (link !== undefined && link.after !== null && linkInside(files, root, link.path) === link.after)
    changeLinkInside(files, root, { ...link, before: link.after, after: link.before });
  const isStuck = move !== null && hasMoved(files, entry) && !moveBack(files, root, move);
  const folder = isStuck ? move.to : entry.folder;
  const conflicts = isStuck ? [move.from] : [];
  for (const file of entry.files.filter(changesContent).toReversed()) {
    if (!revertFile(ledger, entry, folder, file)) conflicts.push(file.path);
  }
  if (link?.after === null && !isStuck && statInside(files, root, link.path) === undefined)
    changeLinkInside(files, root, { ...link, before: null, after: link.before });
  removeInnermostFirst(files, root, entry.madeFolders);
  return conflicts;
}

/** The path, if something else is there by now. */
function revertLink(files: Files, root: string, link: LinkChange): readonly string[] {
  const { path, before, after } = link;
  if (linkIs(files, root, path, before)) return [];
  if (!linkIs(files, root, path, after)) return [path];
  changeLinkInside(files, root, { path, before: after, after: before });
  return [];
}

/** Whether the link says this; null: nothing at all is there. */
export function linkIs(files: Files, root: string, path: string, says: string | null): boolean {
  return says === null ? statInside(files, root, path) === undefined : linkInside(files, root, path) === says;
}

/** Whether fact and setting have the value that the entry names. */
function besideIs(deps: FactDeps, { skill, fact, setting }: LedgerEntry, side: 'before' | 'after'): boolean {
  return (
    (fact === undefined || isEqual(factOf(deps, skill, fact.key), fact[side])) &&
    (setting === undefined || isEqual(settingState(deps.files, setting), setting[side]))
  );
}

/** The key, if somebody has given it another value since. */
function revertBeside(deps: WriteDeps, entry: LedgerEntry): readonly string[] {
  const { skill, fact, setting } = entry;
  if (besideIs(deps, entry, 'before')) return [];
  if (!besideIs(deps, entry, 'after')) return [fact?.key ?? setting?.keyPath.join('.') ?? ''];
  if (fact !== undefined) writeFact(deps, skill, fact.key, fact.before);
  if (setting !== undefined) {
    changeSetting(deps.files, { ...setting, before: setting.after, after: setting.before });
  }
  return [];
}

/** Cleans up after a killed process; the root's lock is held, so nobody is writing there. */
export function sweepEntry(files: Files, entry: LedgerEntry): void {
  const { root, folder, move, files: effects, setting } = entry;
  // What cannot be swept does not keep the entry from being settled.
  if (setting !== undefined) unlessRefused(() => sweepSetting(files, setting));
  if (isBesideFiles(entry)) return;
  const packages = move === null ? [folder] : [move.from, move.to];
  const folders = packages.flatMap((at) => effects.map(({ path }) => parentOf(joined(at, path))));
  for (const swept of new Set(folders)) unlessReplaced(() => sweepTemporaries(files, root, swept));
}

/** False when the old path is taken, or cannot be reached any more. */
function moveBack(files: Files, root: string, { from, to }: FolderMove): boolean {
  if (statInside(files, root, from) !== undefined) return false;
  const moved = unlessReplaced(() => {
    for (const missing of missingFolders(files, root, from)) makeInside(files, root, missing);
    moveInside(files, root, to, from);
    return true;
  });
  return moved === true;
}

function removeInnermostFirst(files: Files, root: string, folders: readonly string[]): void {
  for (const folder of folders.toReversed()) unlessReplaced(() => removeIfEmpty(files, root, folder));
}

/** False when the file is neither as the entry left it nor as it was before. */
function revertFile(ledger: LedgerOptions, entry: LedgerEntry, folder: string, file: FileEffect): boolean {
  const { files } = ledger;
  const { before, after } = file;
  const path = joined(folder, file.path);
  const state = stateOf(files, entry, folder, file);
  if (state === (before?.sha256 ?? null)) return true;
  if (state !== (after?.sha256 ?? null)) return false;
  try {
    const content = contentOf(ledger, before);
    if (content !== null) {
      for (const missing of missingFolders(files, entry.root, path)) makeInside(files, entry.root, missing);
    }
    changeInside(files, entry.root, path, state, content);
    return true;
  } catch (error) {
    // Lost bytes must not block every later write in the root: the ledger records that the file was not reverted.
    if (hasCode(error, 'changed-on-disk', 'blob-damaged')) return false;
    throw error;
  }
}

function contentOf(ledger: LedgerOptions, state: FileState | null): NewContent | null {
  return state && { bytes: readBlob(ledger, state.sha256), mode: state.mode };
}

function hasMoved(files: Files, { root, move }: LedgerEntry): boolean {
  if (move === null) return false;
  const there = statInside(files, root, move.to);
  return there?.kind === 'folder' && there.inode === move.inode;
}

/** The hash of the file on the disk now; null if there is none. */
function stateOf(
  files: Files,
  { root }: LedgerEntry,
  folder: string,
  { path }: FileEffect,
): string | null | 'replaced' {
  const there = unlessReplaced(() => readInside(files, root, joined(folder, path)));
  return there === 'replaced' ? there : (there?.sha256 ?? null);
}

/** Somebody may have replaced a file or folder of the package by a link or something else; that is left alone. */
function unlessReplaced<T>(act: () => T): T | 'replaced' {
  try {
    return act();
  } catch (error) {
    if (hasCode(error, 'path-unsafe', 'not-a-folder', 'not-a-file', 'changed-on-disk')) return 'replaced';
    throw error;
  }
}

/**
 * Updates the skill's usage record. It can be repeated, so that recovery completes it after a crash. Throws when the
 * record cannot be changed: a folder in the archive must not count as an active skill.
 */
export function settleUsage({ usage }: WriteDeps, entry: LedgerEntry): void {
  if (usage === undefined) return;
  const { at, skill, createdBy, renamedTo } = entry;
  if (createdBy !== null) {
    // Counts of an earlier skill with the same id say nothing about the age of this one.
    const before = usage.get(skill);
    const isAgain = before?.id === skill && before.lastActivityAt > 0;
    required(
      usage.put(skill, { createdBy, createdAt: at, state: 'active', ...(isAgain && { restoredAt: at }) }),
    );
  }
  if (renamedTo !== null) required(usage.rename(skill, renamedTo));
  const id = renamedTo ?? skill;
  const [wasArchived, isArchived] = [isInArchive(entry.folder), isInArchive(folderAfter(entry))];
  if (isArchived && !wasArchived) required(usage.put(id, { state: 'archived', archivedAt: at }));
  if (wasArchived && !isArchived) required(usage.put(id, { state: 'active', restoredAt: at }));
}

function required(
  result: { readonly ok: true } | { readonly ok: false; readonly error: CoppiceError },
): void {
  if (!result.ok) throw result.error;
}
