/*
 * Proof that the ledger can give back what it promises: the stored bytes of an entry, or the archived package, are
 * restored into an empty folder and compared with the hashes that the ledger has for them.
 */

import { dirname, join } from 'node:path';

import { skillDigest } from '../../skill/digest.js';
import { isJunkFile } from '../../skill/package-names.js';
import type { Files } from '../../system/files.js';
import { CoppiceError } from '../../text/errors.js';
import { sha256Hex } from '../../text/hash.js';
import { packagesInArchive } from './archive-find.js';
import { readBlob } from './blobs.js';
import { findEntry, type LedgerPlace, readLedger } from './ledger.js';
import { changesContent, type LedgerEntry } from './ledger-entry.js';

export interface DrillReport {
  readonly ok: boolean;
  /** How many entries were restored. */
  readonly entries: number;
  readonly problems: readonly DrillProblem[];
}

export interface DrillProblem {
  readonly entry: string;
  readonly path: string;
  readonly message: string;
}

/** Of one entry, or of all that were not rolled back. `into` is an empty folder, which the caller removes. */
export function drill(place: LedgerPlace, into: string, wanted?: string): DrillReport {
  const reading = readLedger(place);
  const inArchive = new Set(packagesInArchive(reading.entries).values());
  const all = reading.entries.filter(({ state }) => state !== 'rolled-back');
  const chosen = wanted === undefined ? all : [findEntry(reading, wanted)];
  const problems = chosen.flatMap((entry) => {
    const folder = join(into, entry.id);
    // Whoever can write to the ledger may have put any id and any path there.
    if (dirname(folder) !== into) return [{ entry: entry.id, path: '', message: 'its id names no folder' }];
    return [
      ...drillFiles(place, entry, folder),
      ...(inArchive.has(entry) ? drillPackage(place.files, entry, join(folder, 'package')) : []),
    ];
  });
  return { ok: problems.length === 0, entries: chosen.length, problems };
}

function drillFiles(place: LedgerPlace, { id, files }: LedgerEntry, into: string): readonly DrillProblem[] {
  return files.filter(changesContent).flatMap(({ path, before, after }) =>
    Object.entries({ before, after }).flatMap(([side, state]) => {
      const message = state === null ? undefined : drillBlob(place, state.sha256, join(into, side), path);
      return message === undefined ? [] : [{ entry: id, path, message }];
    }),
  );
}

/** What is wrong with the bytes, if anything. */
function drillBlob(place: LedgerPlace, sha256: string, folder: string, path: string): string | undefined {
  const into = join(folder, path);
  if (!into.startsWith(`${folder}/`)) return `${JSON.stringify(path)} leads out of the package`;
  const stored = storedBytes(place, sha256);
  if (typeof stored === 'string') return stored;
  restoreFile(place.files, into, stored, 0o600);
  const restored = place.files.read(into);
  if (restored !== undefined && sha256Hex(restored.bytes) === sha256) return undefined;
  return `${into} does not have the bytes that were stored`;
}

/** Or why they cannot be had: missing, damaged, or refused by the disk. */
function storedBytes(place: LedgerPlace, sha256: string): Uint8Array | string {
  try {
    return readBlob(place, sha256);
  } catch (error) {
    if (error instanceof CoppiceError) return error.message;
    throw error;
  }
}

function drillPackage(
  files: Files,
  { id, root, move, manifest }: LedgerEntry,
  into: string,
): readonly DrillProblem[] {
  const path = `${root}/${move?.to}`;
  const problem = (message: string) => [{ entry: id, path, message }];
  if (files.list(path) === undefined) return problem('the archived folder is not there');
  const digest = manifest?.digest ?? null;
  // A package with links in it has no digest, and moves as it is.
  if (digest === null) return [];
  copyPackage(files, path, into);
  const outcome = skillDigest(into, files, sha256Hex);
  if (outcome.kind === 'digest' && outcome.digest === digest) return [];
  return problem('the archived package is not the one that was archived');
}

function copyPackage(files: Files, from: string, into: string, below = ''): void {
  for (const { name, kind } of files.list(join(from, below)) ?? []) {
    const path = join(below, name);
    if (isJunkFile(path)) continue;
    if (kind === 'folder') copyPackage(files, from, into, path);
    const content = kind === 'file' ? files.read(join(from, path)) : undefined;
    if (content !== undefined) restoreFile(files, join(into, path), content.bytes, content.stat.mode);
  }
}

function restoreFile(files: Files, path: string, bytes: Uint8Array, mode: number): void {
  files.makeFolder(dirname(path));
  files.write(path, bytes, { mode });
}
