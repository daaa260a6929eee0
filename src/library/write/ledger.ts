/*
 * The ledger on disk: `<home>/ledger.jsonl`, an append-only file that serves for crash recovery, history, undo and
 * audit. The bytes it refers to are in `<home>/blobs/<sha256>`, one file per content, written before anything is
 * changed. They are hashed when they are read, so that damaged bytes are never put into a skill.
 */

import { homePaths } from '../../system/home.js';
import { CoppiceError } from '../../text/errors.js';
import { sha256Hex } from '../../text/hash.js';
import { findEntries } from '../ledger/find-entries.js';
import { type LedgerOptions, ledgerLines } from '../ledger/ledger-parts.js';
import {
  type LedgerLine,
  type LedgerReading,
  printLines,
  type RecordedEntry,
  readingOf,
} from '../rules/ledger-lines.js';

export type { LedgerOptions } from '../ledger/ledger-parts.js';

/** All of it; `findEntries` reads what is about something. */
export function readLedger(ledger: LedgerOptions): LedgerReading {
  return readingOf(textsOf(ledger));
}

function* textsOf(ledger: LedgerOptions): Generator<string> {
  for (const { text } of ledgerLines(ledger)) yield text;
}

/** Writes all lines in one durable append: after it returns, no crash loses them. */
export function appendToLedger(ledger: LedgerOptions, lines: readonly LedgerLine[]): void {
  if (lines.length === 0) return;
  ledger.files.makeFolder(ledger.home);
  ledger.files.append(homePaths(ledger.home).ledger, new TextEncoder().encode(printLines(lines)), {
    durable: true,
  });
}

/** The entry with an id, or the only one whose id starts with it. */
export function findEntry(ledger: LedgerOptions, wanted: string): RecordedEntry {
  const found = findEntries(ledger, [wanted]).entries.find(({ id }) => id === wanted);
  return found ?? entryByBeginning(readLedger(ledger), wanted);
}

function entryByBeginning({ entries }: LedgerReading, wanted: string): RecordedEntry {
  const matches = wanted === '' ? [] : entries.filter(({ id }) => id.startsWith(wanted));
  const [only] = matches;
  if (only === undefined) {
    throw new CoppiceError('not-found', `the ledger has no entry ${wanted}`, {
      hint: 'coppice history lists the entries',
    });
  }
  if (matches.length === 1) return only;
  const ids = matches.slice(0, 5).map(({ id }) => id);
  throw new CoppiceError('bad-value', `the ids of ${matches.length} ledger entries start with ${wanted}`, {
    hint: `give more of the id: ${ids.join(', ')}${matches.length > ids.length ? ', ...' : ''}`,
  });
}

/** Stores all contents durably under their hashes. */
export function storeBlobs({ files, home }: LedgerOptions, contents: readonly Uint8Array[]): void {
  if (contents.length === 0) return;
  const blobs = new Map(contents.map((bytes) => [sha256Hex(bytes), bytes]));
  const folder = homePaths(home).blobs;
  files.makeFolder(folder);
  const created = new Set(files.createAll(folder, blobs));
  for (const [sha256, bytes] of blobs) {
    if (created.has(sha256)) continue;
    const path = blobPath(home, sha256);
    const stored = files.read(path);
    // A stored blob that was damaged on the disk is repaired while its bytes are available.
    if (stored === undefined || sha256Hex(stored.bytes) !== sha256) files.write(path, bytes);
  }
}

export function readBlob(ledger: LedgerOptions, sha256: string): Uint8Array {
  const stored = checkedBlob(ledger, sha256);
  if (typeof stored !== 'string') return stored;
  if (stored === 'missing' && readLedger(ledger).purged.has(sha256)) {
    throw new CoppiceError('not-stored', 'the content was removed from the history by coppice history purge');
  }
  throw new CoppiceError('blob-damaged', `the stored file ${blobPath(ledger.home, sha256)} is ${stored}`, {
    hint: 'restore the file from a backup of the home folder',
  });
}

/** The bytes, or why there are none; the ledger is not read. */
export function checkedBlob(
  { files, home }: LedgerOptions,
  sha256: string,
): Uint8Array | 'missing' | 'damaged' {
  const stored = files.read(blobPath(home, sha256));
  if (stored === undefined) return 'missing';
  return sha256Hex(stored.bytes) === sha256 ? stored.bytes : 'damaged';
}

export function blobPath(home: string, sha256: string): string {
  return homePaths(home).blob(sha256);
}
