/*
 * Proves that the ledger can restore what it promises: reads the stored bytes of an entry, or the archived package, and
 * compares them with the hashes in the ledger. Nothing is written, because bytes that were read and have the right hash can be
 * written too, and waiting for the disk took minutes. The result of the last drill is saved in
 * `<home>/drill.json`, for runs that write only after a drill.
 */

import { join } from 'node:path';
import { skillDigest } from '../../skill/digest.js';
import type { Files } from '../../system/files.js';
import { homePaths } from '../../system/home.js';
import { readJsonFile, writeJsonFile } from '../../system/json-file.js';
import { CoppiceError, unlessRefused } from '../../text/errors.js';
import { sha256Hex } from '../../text/hash.js';
import { isObject, isTextOrNull, isTime } from '../../text/shape.js';
import { changesContent, type LedgerEntry } from '../rules/ledger-entry.js';
import type { RecordedEntry } from '../rules/ledger-lines.js';
import { packagesInArchive } from './archive-find.js';
import { blobPath, checkedBlob, findEntry, type LedgerOptions, readLedger } from './ledger.js';

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

interface DrillOptions {
  /** One entry; all that were not rolled back by default. */
  readonly wanted?: string | undefined;
  readonly onProgress?: (done: number, total: number) => void;
}

export function drill(ledger: LedgerOptions, { wanted, onProgress }: DrillOptions = {}): DrillReport {
  const reading = readLedger(ledger);
  const inArchive = new Set(packagesInArchive(reading.entries).values());
  const all = reading.entries.filter(({ state }) => state !== 'rolled-back');
  const chosen = wanted === undefined ? all : [findEntry(ledger, wanted)];
  const faultOf = blobFaults(ledger, reading.purged);
  const problems: DrillProblem[] = [];
  for (const [done, entry] of chosen.entries()) {
    onProgress?.(done, chosen.length);
    problems.push(...drillFiles(entry, faultOf));
    if (inArchive.has(entry)) problems.push(...drillPackage(ledger.files, entry));
  }
  return { ok: problems.length === 0, entries: chosen.length, problems };
}

/** What is wrong with the stored bytes of a hash, if anything. */
type BlobFault = (sha256: string) => string | undefined;

/** The bytes after one change are mostly those before the next, so each is read once. */
function blobFaults(ledger: LedgerOptions, purged: ReadonlySet<string>): BlobFault {
  const known = new Map<string, string | undefined>();
  return (sha256) => {
    if (!known.has(sha256)) known.set(sha256, blobFault(ledger, sha256, purged.has(sha256)));
    return known.get(sha256);
  };
}

function blobFault(ledger: LedgerOptions, sha256: string, isPurged: boolean): string | undefined {
  try {
    const stored = checkedBlob(ledger, sha256);
    if (typeof stored !== 'string' || (stored === 'missing' && isPurged)) return undefined;
    return `the stored file ${blobPath(ledger.home, sha256)} is ${stored}`;
  } catch (error) {
    // Refused by the disk.
    if (error instanceof CoppiceError) return error.message;
    throw error;
  }
}

function drillFiles({ id, files }: LedgerEntry, faultOf: BlobFault): readonly DrillProblem[] {
  return files.filter(changesContent).flatMap(({ path, before, after }) =>
    [before, after].flatMap((state) => {
      if (state === null || state.stored === false) return [];
      const message = isInside(path)
        ? faultOf(state.sha256)
        : `${JSON.stringify(path)} is outside the package`;
      return message === undefined ? [] : [{ entry: id, path, message }];
    }),
  );
}

/** The ledger is a file that anyone with access may have edited, so its paths are not trusted. */
function isInside(path: string): boolean {
  return join('/package', path).startsWith('/package/');
}

function drillPackage(files: Files, { id, root, move, manifest }: LedgerEntry): readonly DrillProblem[] {
  const path = `${root}/${move?.to}`;
  const problem = (message: string) => [{ entry: id, path, message }];
  if (files.list(path) === undefined) return problem('the archived folder is missing');
  const digest = manifest?.digest ?? null;
  // A package that contains links has no digest to compare with.
  if (digest === null) return [];
  const outcome = skillDigest(path, files, sha256Hex);
  if (outcome.kind === 'digest' && outcome.digest === digest) return [];
  return problem('the archived package was changed since it was archived');
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
