/*
 * Finds the skills in the archives of the roots. The folders on disk decide; the ledger says where each skill was and
 * why it was archived. A folder that the ledger does not know, because it was moved by hand, can be restored too.
 */

import { skillFileNames } from '../../skill/package-names.js';
import { parseSkill } from '../../skill/parse.js';
import type { Files } from '../../system/files.js';
import { CoppiceError, sentenceOf } from '../../text/errors.js';
import { type LocatedDiagnostic, locationDiagnostic } from '../rules/diagnostics.js';
import { archiveFolder, isInArchive } from '../rules/ledger-entry.js';
import type { RecordedEntry } from '../rules/ledger-lines.js';
import { type LedgerOptions, readLedger } from './ledger.js';
import { lastName } from './write-inside.js';
import type { PackageTarget } from './write-target.js';

export interface ArchivedSkill {
  /** The skill as it was before, but with its folder in the archive. */
  readonly target: PackageTarget;
  /** Where it was, relative to the root. */
  readonly originalPath: string;
  readonly category: string | null;
  readonly digest: string | null;
  readonly reason: string | null;
  readonly run: string | null;
  /** 0, and null for the entry, if the ledger does not know it. */
  readonly archivedAt: number;
  readonly entry: string | null;
}

/**
 * Newest first; skills that the ledger does not know are last, by root and name. An archive that cannot be read is
 * reported and does not hide the others.
 */
export function archivedSkills(
  ledger: LedgerOptions,
  roots: readonly PackageTarget['root'][],
  onUnreadable?: (diagnostic: LocatedDiagnostic) => void,
): readonly ArchivedSkill[] {
  const known = packagesInArchive(readLedger(ledger).entries);
  return roots
    .flatMap((root) => {
      try {
        return archivedIn(ledger.files, root, known);
      } catch (error) {
        if (!(error instanceof CoppiceError)) throw error;
        const path = `${root.path}/${archiveFolder}`;
        onUnreadable?.(locationDiagnostic('unreadable', path, sentenceOf(error), error.hint));
        return [];
      }
    })
    .sort((left, right) => right.archivedAt - left.archivedAt);
}

function archivedIn(
  files: Files,
  root: PackageTarget['root'],
  known: ReadonlyMap<string, RecordedEntry>,
): readonly ArchivedSkill[] {
  const realRoot = files.realPath(root.path);
  if (realRoot === undefined) return [];
  const folder = `${realRoot}/${archiveFolder}`;
  return (files.list(folder) ?? [])
    .filter(({ kind }) => kind === 'folder')
    .flatMap(({ name }) => archivedSkill(files, root, name, known.get(`${folder}/${name}`)) ?? []);
}

/** The skills with exactly that id, name or folder name, in the archive or before; newest first. */
export function findArchived(skills: readonly ArchivedSkill[], wanted: string): readonly ArchivedSkill[] {
  return skills.filter(({ target, originalPath }) =>
    [target.id, target.name, lastName(originalPath), lastName(target.folder)].includes(wanted),
  );
}

/** The entries that moved packages into an archive, by their absolute folder there. */
export function packagesInArchive(entries: readonly RecordedEntry[]): ReadonlyMap<string, RecordedEntry> {
  const packages = new Map<string, RecordedEntry>();
  for (const entry of entries) {
    const { root, move, state } = entry;
    if (move === null || state === 'rolled-back') continue;
    packages.delete(`${root}/${move.from}`);
    if (isInArchive(move.to)) packages.set(`${root}/${move.to}`, entry);
  }
  return packages;
}

function archivedSkill(
  files: Files,
  root: PackageTarget['root'],
  folderName: string,
  entry: RecordedEntry | undefined,
): ArchivedSkill | undefined {
  const folder = `${root.path}/${archiveFolder}/${folderName}`;
  const originalPath = entry?.move?.from ?? folderName;
  const bytes = skillBytes(files, folder);
  if (bytes === undefined) return undefined;
  const { name, category } = parseSkill(bytes, { folder: lastName(originalPath) }).fields;
  return {
    target: { id: entry?.renamedTo ?? entry?.skill ?? `${root.label}:${name}`, name, root, folder },
    originalPath,
    category: entry?.manifest?.category ?? category ?? null,
    digest: entry?.manifest?.digest ?? null,
    reason: entry?.reason ?? null,
    run: entry?.run ?? null,
    archivedAt: entry?.at ?? 0,
    entry: entry?.id ?? null,
  };
}

/** Undefined without a SKILL.md; empty for one that cannot be read, so that the skill is still listed. */
function skillBytes(files: Files, folder: string): Uint8Array | undefined {
  const contents = skillFileNames.map((name) => {
    try {
      return files.read(`${folder}/${name}`)?.bytes;
    } catch (error) {
      if (error instanceof CoppiceError) return new Uint8Array();
      throw error;
    }
  });
  return contents.find((bytes) => bytes !== undefined);
}
