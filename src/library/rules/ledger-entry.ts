/*
 * One change of one skill in the ledger: who did what to it, each file before and after, the move of the folder, or the
 * fact or setting that changed instead of a file. An entry is enough to finish the change, to revert it, to undo it and
 * to show it.
 */

import { isSkillFile } from '../../skill/package-names.js';
import type { Provenance } from '../../usage/rules/record.js';

/** `other` is somebody whose change Coppice found on the disk: a person in an editor, or an agent with its own tools. */
export const actors = ['user', 'agent', 'curator', 'evolver', 'other'] as const;
export type Actor = (typeof actors)[number];

export const ledgerActions = [
  'create',
  'edit',
  'patch',
  'write-file',
  'remove-file',
  'note',
  'rename',
  'archive',
  'restore',
  'undo',
  'observed',
  'pin',
  'unpin',
  'adopt',
  'unadopt',
  'policy',
  'quiet',
  'wake',
  'accept',
  'unlink',
  'distinct',
  'trial',
  'absorb',
  'reject',
  'configure',
] as const;
export type LedgerAction = (typeof ledgerActions)[number];

export interface LedgerEntry {
  readonly id: string;
  readonly at: number;
  readonly actor: Actor;
  readonly action: LedgerAction;
  /** The id of the skill before the change. */
  readonly skill: string;
  /** The id after the change, if it is different. */
  readonly renamedTo: string | null;
  /** The real path of the root; every other path is relative to it, with forward slashes. */
  readonly root: string;
  /** The package before the change. */
  readonly folder: string;
  readonly move: FolderMove | null;
  /** A change that edits no file has SKILL.md here, with the same state before and after. */
  readonly files: readonly FileEffect[];
  /** Folders that are created for the change, outermost first. */
  readonly madeFolders: readonly string[];
  /** Folders that are removed after the change if nothing is left in them, outermost first. */
  readonly emptiedFolders: readonly string[];
  /** The verifier stages that must pass before the change counts. */
  readonly verify: readonly string[];
  readonly run: string | null;
  readonly reason: string | null;
  /** The entry that this one undoes. */
  readonly undoes: string | null;
  /** Who made the skill, declared when it is created. */
  readonly createdBy: Provenance | null;
  readonly manifest: ArchiveManifest | null;
  /** The items of the note that the evolver wrote, if the entry wrote one. */
  readonly notes?: readonly LedgerNote[];
  /**
   * A link that takes the place of the moved folder, or that was there and goes before the folder comes back. Without a
   * move, the link is all that changes.
   */
  readonly link?: LinkChange;
  /** What the entry changed instead of files. */
  readonly fact?: FactChange;
  readonly setting?: SettingChange;
}

export interface LinkChange {
  /** Relative to the root. */
  readonly path: string;
  /** What the link says; null where there is none. */
  readonly before: string | null;
  readonly after: string | null;
}

export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

/** Something known about a skill that is not in its files, such as its pin; null where it is not set. */
export interface FactChange {
  readonly key: string;
  readonly before: JsonValue;
  readonly after: JsonValue;
}

/** One key in a settings file of an agent, or in the configuration of Coppice, which is then the agent. */
export interface SettingPlace {
  readonly agent: string;
  /** Absolute. */
  readonly file: string;
  readonly keyPath: readonly string[];
}

/** The value of that key alone, as the rest of the file may contain secrets; null where the key is absent. */
export interface SettingChange extends SettingPlace {
  readonly before: JsonValue;
  readonly after: JsonValue;
  /** Coppice made the file, so it goes when nothing is left in it. */
  readonly createdFile?: boolean;
}

/** One item of a note, and the evidence for it. */
export interface LedgerNote {
  readonly id: string;
  /** Ids of the events. */
  readonly evidence: readonly string[];
  /** Ids of the events that the fix in the item is read from, if it has one. */
  readonly fixEvidence?: readonly string[];
  readonly firstSeen: number;
  readonly lastSeen: number;
  readonly expiresAt: number;
}

export interface FolderMove {
  readonly from: string;
  readonly to: string;
  /** Distinguishes the moved folder from another one that took its name. */
  readonly inode: number;
}

export interface FileEffect {
  /** Relative to the package. */
  readonly path: string;
  readonly before: FileState | null;
  readonly after: FileState | null;
}

export interface FileState {
  readonly sha256: string;
  readonly mode: number;
  /** False where the bytes are not in the ledger, because they contain a secret: they cannot be restored. */
  readonly stored?: false;
}

/** What a restore needs, and what an auditor wants to see. */
export interface ArchiveManifest {
  readonly id: string;
  readonly originalPath: string;
  readonly category: string | null;
  /** Null if the package has no digest, for example because it contains links. */
  readonly digest: string | null;
  readonly reason: string | null;
  readonly run: string | null;
}

export const entryStates = ['prepared', 'committed', 'rolled-back'] as const;
export type EntryState = (typeof entryStates)[number];

/** How an entry ended. */
export interface EntryOutcome {
  readonly entry: string;
  readonly state: Exclude<EntryState, 'prepared'>;
  readonly at: number;
  /** Why it was rolled back. */
  readonly message: string | null;
  /** Files that somebody edited in the meantime, and that were therefore not changed. */
  readonly conflicts: readonly string[];
}

/** Contents that a person had removed from the history. */
export interface PurgedContents {
  /** Hashes. */
  readonly purged: readonly string[];
  readonly at: number;
}

/** The file that the entry is about: SKILL.md if there are several. Undefined only for an entry without files. */
export function concernedFile(entry: LedgerEntry): FileEffect | undefined {
  return entry.files.find(({ path }) => isSkillFile(path)) ?? entry.files[0];
}

/** Whether the entry changes a fact or a setting, and no file of the skill. */
export function isBesideFiles({ fact, setting }: Pick<LedgerEntry, 'fact' | 'setting'>): boolean {
  return fact !== undefined || setting !== undefined;
}

/** Whether the entry changes a link in a root, and no skill. */
export function isLinkAlone({ link, move }: Pick<LedgerEntry, 'link' | 'move'>): boolean {
  return link !== undefined && move === null;
}

/** Whether the bytes of the file change. */
export function changesContent({ before, after }: FileEffect): boolean {
  return before?.sha256 !== after?.sha256;
}

/** Whether all bytes that the entry changed were stored, so that it can be undone. */
export function isStoredWhole({ files }: Pick<LedgerEntry, 'files'>): boolean {
  const isStored = (state: FileState | null) => state?.stored !== false;
  return files.every(({ before, after }) => isStored(before) && isStored(after));
}

/** The name of the skill in its id. */
export function nameOf(id: string): string {
  return id.slice(id.indexOf(':') + 1);
}

/** Where the package is after the change, relative to the root. */
export function folderAfter({ folder, move }: LedgerEntry): string {
  return move?.to ?? folder;
}

export const archiveFolder = '.archive';

export function isInArchive(folder: string): boolean {
  return folder.startsWith(`${archiveFolder}/`);
}
