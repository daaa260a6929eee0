/*
 * Proves that the ledger can restore what it promises: restores the stored bytes of an entry, or the archived package,
 * into an empty folder and compares them with the hashes in the ledger. The result of the last drill is saved in
 * `<home>/drill.json`, for runs that write only after a drill.
 */

import { dirname, join } from 'node:path';
import { skillDigest } from '../../skill/digest.js';
import { isJunkFile } from '../../skill/package-names.js';
import type { Files } from '../../system/files.js';
import { homePaths } from '../../system/home.js';
import { readJsonFile, writeJsonFile } from '../../system/json-file.js';
import { CoppiceError, unlessRefused } from '../../text/errors.js';
import { sha256Hex } from '../../text/hash.js';
import { isObject, isTextOrNull, isTime } from '../../text/shape.js';
import { changesContent, type LedgerEntry } from '../rules/ledger-entry.js';
import type { RecordedEntry } from '../rules/ledger-lines.js';
import { packagesInArchive } from './archive-find.js';
import { blobPath, findEntry, type LedgerOptions, readBlob, readLedger } from './ledger.js';

interface DrillReport {
  readonly ok: boolean;
  /** The number of entries that were restored. */
  readonly entries: number;
  readonly problems: readonly DrillProblem[];
}

interface DrillProblem {
  readonly entry: string;
  readonly path: string;
  readonly message: string;
}

/** Drills one entry, or all that were not rolled back. `into` is an empty folder, which the caller removes. */
export function drill(ledger: LedgerOptions, into: string, wanted?: string): DrillReport {
  const reading = readLedger(ledger);
  const inArchive = new Set(packagesInArchive(reading.entries).values());
  const all = reading.entries.filter(({ state }) => state !== 'rolled-back');
  const chosen = wanted === undefined ? all : [findEntry(reading, wanted)];
  const isLost = (sha256: string) =>
    reading.purged.has(sha256) && ledger.files.stat(blobPath(ledger.home, sha256)) === undefined;
  const problems = chosen.flatMap((entry) => {
    const folder = join(into, entry.id);
    // The ledger is a file that anyone with access may have edited, so its ids and paths are not trusted.
    if (dirname(folder) !== into)
      return [{ entry: entry.id, path: '', message: 'the id of the entry cannot be used as a folder name' }];
    return [
      ...drillFiles(ledger, entry, folder, isLost),
      ...(inArchive.has(entry) ? drillPackage(ledger.files, entry, join(folder, 'package')) : []),
    ];
  });
  return { ok: problems.length === 0, entries: chosen.length, problems };
}

function drillFiles(
  ledger: LedgerOptions,
  { id, files }: LedgerEntry,
  into: string,
  isLost: (sha256: string) => boolean,
): readonly DrillProblem[] {
  return files.filter(changesContent).flatMap(({ path, before, after }) =>
    Object.entries({ before, after }).flatMap(([side, state]) => {
      const isMissing = state === null || state.stored === false || isLost(state.sha256);
      const message = isMissing ? undefined : drillBlob(ledger, state.sha256, join(into, side), path);
      return message === undefined ? [] : [{ entry: id, path, message }];
    }),
  );
}

/** What is wrong with the bytes, if anything. */
function drillBlob(ledger: LedgerOptions, sha256: string, folder: string, path: string): string | undefined {
  const into = join(folder, path);
  if (!into.startsWith(`${folder}/`)) return `${JSON.stringify(path)} is outside the package`;
  const stored = storedBytes(ledger, sha256);
  if (typeof stored === 'string') return stored;
  restoreFile(ledger.files, into, stored, 0o600);
  const restored = ledger.files.read(into);
  if (restored !== undefined && sha256Hex(restored.bytes) === sha256) return undefined;
  return `the restored file ${into} differs from the stored bytes`;
}

/** The bytes, or why they cannot be read: missing, damaged, or refused by the disk. */
function storedBytes(ledger: LedgerOptions, sha256: string): Uint8Array | string {
  try {
    return readBlob(ledger, sha256);
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
  if (files.list(path) === undefined) return problem('the archived folder is missing');
  const digest = manifest?.digest ?? null;
  // A package that contains links has no digest to compare with.
  if (digest === null) return [];
  copyPackage(files, path, into);
  const outcome = skillDigest(into, files, sha256Hex);
  if (outcome.kind === 'digest' && outcome.digest === digest) return [];
  return problem('the archived package was changed since it was archived');
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

export interface DrillState {
  readonly at: number;
  readonly ok: boolean;
  /** The entry that was drilled; null if all were. */
  readonly entry: string | null;
  /** The last entry of the ledger at that time. */
  readonly upTo: string | null;
}

export function saveDrillState({ files, home }: LedgerOptions, state: DrillState): void {
  files.makeFolder(home);
  writeJsonFile(files, homePaths(home).drill, state, 0);
}

export type DrillGate = 'no-prior-apply' | 'passed' | 'missing' | 'stale' | 'failed' | 'unreadable';

/** Whether a drill restored the last applied entry; `entries` is the whole ledger, oldest first. A faulty file proves nothing. */
export function drillGate(
  { files, home }: { readonly files: Pick<Files, 'read'>; readonly home: string },
  entries: readonly RecordedEntry[],
  isApply: (entry: RecordedEntry) => boolean,
): DrillGate {
  const last = entries.findLast((entry) => entry.state === 'committed' && isApply(entry));
  if (last === undefined) return 'no-prior-apply';
  const file = unlessRefused(() => readJsonFile(files, homePaths(home).drill) ?? 'absent');
  if (file === 'absent') return 'missing';
  const state = file?.value;
  if (!isState(state)) return 'unreadable';
  const position = (id: string | null) => entries.findIndex((entry) => entry.id === id);
  const covers = state.entry === null ? position(state.upTo) >= position(last.id) : state.entry === last.id;
  if (!covers) return 'stale';
  return state.ok ? 'passed' : 'failed';
}

function isState(value: unknown): value is DrillState {
  return (
    isObject(value) &&
    isTime(value['at']) &&
    typeof value['ok'] === 'boolean' &&
    isTextOrNull(value['entry']) &&
    isTextOrNull(value['upTo'])
  );
}
