/*
 * Proof that the ledger can give back what it promises: the stored bytes of an entry, or the archived package, are
 * restored into an empty folder and compared with the hashes that the ledger has for them.
 */

import { dirname, join } from 'node:path';
import { skillDigest } from '../../skill/digest.js';
import { isJunkFile } from '../../skill/package-names.js';
import type { FileContent, Files } from '../../system/files.js';
import { CoppiceError, unlessRefused } from '../../text/errors.js';
import { sha256Hex } from '../../text/hash.js';
import { parseJson } from '../../text/json.js';
import { isObject, isTime } from '../../text/shape.js';
import { changesContent, type LedgerEntry } from '../rules/ledger-entry.js';
import type { RecordedEntry } from '../rules/ledger-lines.js';
import { packagesInArchive } from './archive-find.js';
import { findEntry, type LedgerOptions, readBlob, readLedger } from './ledger.js';

interface DrillReport {
  readonly ok: boolean;
  /** How many entries were restored. */
  readonly entries: number;
  readonly problems: readonly DrillProblem[];
}

interface DrillProblem {
  readonly entry: string;
  readonly path: string;
  readonly message: string;
}

/** Of one entry, or of all that were not rolled back. `into` is an empty folder, which the caller removes. */
export function drill(place: LedgerOptions, into: string, wanted?: string): DrillReport {
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

function drillFiles(place: LedgerOptions, { id, files }: LedgerEntry, into: string): readonly DrillProblem[] {
  return files.filter(changesContent).flatMap(({ path, before, after }) =>
    Object.entries({ before, after }).flatMap(([side, state]) => {
      const message = state === null ? undefined : drillBlob(place, state.sha256, join(into, side), path);
      return message === undefined ? [] : [{ entry: id, path, message }];
    }),
  );
}

/** What is wrong with the bytes, if anything. */
function drillBlob(place: LedgerOptions, sha256: string, folder: string, path: string): string | undefined {
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
function storedBytes(place: LedgerOptions, sha256: string): Uint8Array | string {
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

/*
 * What the last drill proved, in `<home>/drill.json`, for those who write only after a drill. It is read strictly: what
 * cannot be understood proves nothing.
 */

export interface DrillState {
  readonly at: number;
  readonly ok: boolean;
  /** The only entry that was drilled; null for all that there were. */
  readonly entry: string | null;
  /** The last entry of the ledger at the time. */
  readonly upTo: string | null;
}

export function saveDrillState({ files, home }: LedgerOptions, state: DrillState): void {
  files.makeFolder(home);
  files.write(statePath(home), new TextEncoder().encode(`${JSON.stringify(state)}\n`));
}

export type DrillGate = 'no-prior-apply' | 'passed' | 'missing' | 'stale' | 'failed' | 'unreadable';

/** Whether the last of these entries was restored in a drill; `entries` is the whole ledger, oldest first. */
export function drillGate(
  { files, home }: { readonly files: Pick<Files, 'read'>; readonly home: string },
  entries: readonly RecordedEntry[],
  isApply: (entry: RecordedEntry) => boolean,
): DrillGate {
  const last = entries.findLast((entry) => entry.state === 'committed' && isApply(entry));
  if (last === undefined) return 'no-prior-apply';
  const text = unlessRefused(() => textOf(files.read(statePath(home))));
  if (text === null) return 'missing';
  const state = parseJson(text ?? '');
  if (!isState(state)) return 'unreadable';
  const position = (id: string | null) => entries.findIndex((entry) => entry.id === id);
  const covers = state.entry === null ? position(state.upTo) >= position(last.id) : state.entry === last.id;
  if (!covers) return 'stale';
  return state.ok ? 'passed' : 'failed';
}

function textOf(file: FileContent | undefined): string | null {
  return file === undefined ? null : new TextDecoder().decode(file.bytes);
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

function isTextOrNull(value: unknown): boolean {
  return value === null || typeof value === 'string';
}

function statePath(home: string): string {
  return `${home}/drill.json`;
}
