/*
 * Turns a plan into a ledger entry. A plan reads the package as it is, under the lock and after unfinished entries were
 * settled, and returns the change it wants; the entry is that change together with the state before it.
 */

import { isSkillFile, skillFileNames } from '../../skill/package-names.js';
import type { Files } from '../../system/files.js';
import { CoppiceError, unlessRefused } from '../../text/errors.js';
import { sha256Hex } from '../../text/hash.js';
import type { Provenance } from '../../usage/rules/record.js';
import {
  type Actor,
  type ArchiveManifest,
  type FactChange,
  type FileEffect,
  type FolderMove,
  isBesideFiles,
  isInArchive,
  type LedgerAction,
  type LedgerEntry,
  type LedgerNote,
  type LinkChange,
  type SettingChange,
} from '../rules/ledger-entry.js';
import {
  type CurrentFile,
  joined,
  missingFolders,
  readInside,
  refuseClash,
  statInside,
} from './write-inside.js';
import type { PackageLocation, PackageTarget } from './write-target.js';

/** Throws a CoppiceError to refuse. May be called more than once; changes nothing itself. */
export type Plan = (current: CurrentPackage) => PackageChange;

/** The package as it is now. Files are read once, so that a plan and its entry see the same bytes. */
export interface CurrentPackage {
  readonly target: PackageTarget;
  readonly location: PackageLocation;
  /** The id that the entry will have. */
  readonly entryId: string;
  /** Undefined when there is no such file; `changed-on-disk` when it is not the one expected. */
  read(path: string, expectedSha256?: string): CurrentFile | undefined;
  /** Reads SKILL.md, under whichever of its names the file has. */
  readSkill(expectedSha256?: string): CurrentFile & { readonly path: string };
}

export interface PackageChange {
  readonly action: LedgerAction;
  readonly files?: readonly FileChange[];
  /** Where the folder goes after the files are changed, relative to the root. */
  readonly moveTo?: string;
  /** Folders to remove afterwards if nothing is left in them, outermost first. */
  readonly emptiedFolders?: readonly string[];
  readonly renamedTo?: string;
  readonly reason?: string | undefined;
  readonly undoes?: string;
  readonly createdBy?: Provenance;
  readonly manifest?: ArchiveManifest;
  readonly notes?: readonly LedgerNote[];
  /** With a move, the link is where the folder was, or where it goes; without one, it is all that changes. */
  readonly link?: LinkChange;
  readonly fact?: FactChange;
  readonly setting?: SettingChange;
}

export interface FileChange {
  /** Relative to the package. */
  readonly path: string;
  /** Null removes the file. */
  readonly bytes: Uint8Array | null;
  /** The mode of a new file; 0644 by default. An existing file keeps its mode. */
  readonly mode?: number;
}

export function openPackage(
  files: Files,
  target: PackageTarget,
  location: PackageLocation,
  entryId: string,
): CurrentPackage {
  const cache = new Map<string, CurrentFile | undefined>();
  const readOnce = (path: string) => {
    if (!cache.has(path)) cache.set(path, readInside(files, location.root, joined(location.folder, path)));
    return cache.get(path);
  };
  const read = (path: string, expectedSha256?: string) => {
    const file = readOnce(path);
    if (expectedSha256 === undefined || file?.sha256 === expectedSha256) return file;
    const message = `${path} of ${target.id} is not the expected version`;
    throw new CoppiceError('changed-on-disk', message, {
      hint:
        file === undefined
          ? 'the file does not exist any more'
          : `read it again: its sha256 is now ${file.sha256}`,
    });
  };
  const readSkill = (expectedSha256?: string) => {
    const path = skillFileNames.find((name) => readOnce(name) !== undefined) ?? skillFileNames[0];
    const file = read(path, expectedSha256);
    if (file !== undefined) return { ...file, path };
    throw new CoppiceError('not-found', `there is no ${path} in ${target.folder}`, {
      hint: 'coppice history shows what happened to the skill',
    });
  };
  return { target, location, entryId, read, readSkill };
}

export interface EntryFrame {
  readonly at: number;
  readonly actor: Actor;
  readonly run: string | null;
  readonly verify: readonly string[];
}

export function entryFor(
  files: Files,
  current: CurrentPackage,
  change: PackageChange,
  frame: EntryFrame,
): LedgerEntry {
  const { root, folder } = current.location;
  const move = change.moveTo === undefined ? null : moveFor(files, current, change.moveTo, change.link);
  const effects = (change.files ?? []).map((file) => effectOf(current, file));
  return {
    id: current.entryId,
    at: frame.at,
    actor: frame.actor,
    action: change.action,
    skill: current.target.id,
    renamedTo: change.renamedTo ?? null,
    root,
    folder,
    move,
    files: effects.length > 0 ? effects : unchangedFiles(current, change),
    madeFolders: foldersToMake(files, current.location, change),
    emptiedFolders: change.emptiedFolders ?? [],
    verify: frame.verify,
    run: frame.run,
    reason: change.reason ?? null,
    undoes: change.undoes ?? null,
    createdBy: change.createdBy ?? null,
    manifest: change.manifest ?? null,
    ...(change.notes && { notes: change.notes }),
    ...(change.link && { link: change.link }),
    ...(change.fact && { fact: change.fact }),
    ...(change.setting && { setting: change.setting }),
  };
}

function effectOf(current: CurrentPackage, { path, bytes, mode = 0o644 }: FileChange): FileEffect {
  const there = current.read(path);
  const before = there === undefined ? null : { sha256: there.sha256, mode: there.mode };
  const after = bytes === null ? null : { sha256: sha256Hex(bytes), mode: before?.mode ?? mode };
  return { path, before, after };
}

/** A fact, a setting or a link needs no file: the skill may be gone, or be a link. */
function unchangedFiles(current: CurrentPackage, change: PackageChange): readonly FileEffect[] {
  if (change.link !== undefined && change.moveTo === undefined) return [];
  const read = () => current.readSkill();
  const file = isBesideFiles(change) ? unlessRefused(read) : read();
  if (file === undefined) return [];
  const state = { sha256: file.sha256, mode: file.mode };
  return [{ path: file.path, before: state, after: state }];
}

function moveFor(
  files: Files,
  { target, location }: CurrentPackage,
  to: string,
  link: LinkChange | undefined,
): FolderMove {
  const { root, folder, linked } = location;
  if (folder === '' || linked) {
    const why = linked ? 'it is only linked into its root' : 'it is itself a root';
    throw new CoppiceError('path-unsafe', `${root}/${folder} cannot be moved: ${why}`, {
      hint: linked
        ? 'remove the link, or make the change in the root that contains the folder'
        : 'only its files can be changed',
    });
  }
  const there = statInside(files, root, folder);
  if (there === undefined) {
    throw new CoppiceError('not-found', `there is no folder ${root}/${folder}`, {
      hint: 'coppice history shows what happened to the skill',
    });
  }
  const makesRoom = link?.path === to && link.after === null;
  if (!makesRoom && statInside(files, root, to) !== undefined) {
    const alternative = isInArchive(folder) ? `, or: coppice restore ${target.id} --as NEW-NAME` : '';
    throw new CoppiceError('already-exists', `${root}/${to} already exists`, {
      hint: `move it away first${alternative}`,
    });
  }
  return { from: folder, to, inode: there.inode };
}

function foldersToMake(
  files: Files,
  { root, folder }: PackageLocation,
  { files: changes = [], moveTo }: PackageChange,
): readonly string[] {
  const written = changes.filter(({ bytes }) => bytes !== null).map(({ path }) => path);
  // SKILL.md may be called skill.md on disk, and is then changed under that name.
  for (const path of written) if (!isSkillFile(path)) refuseClash(files, root, joined(folder, path));
  const paths = written.map((path) => joined(folder, path)).concat(moveTo ?? []);
  return [...new Set(paths.flatMap((path) => missingFolders(files, root, path)))];
}
