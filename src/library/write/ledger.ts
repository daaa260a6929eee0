/*
 * The ledger on disk: `<home>/ledger.jsonl`, an append-only file that serves for crash recovery, history, undo and
 * audit. The bytes it refers to are in `<home>/blobs/<sha256>`, one file per content, written before anything is
 * changed. They are hashed when they are read, so that damaged bytes are never put into a skill.
 */

import type { Files } from '../../system/files.js';
import { homePaths } from '../../system/home.js';
import { CoppiceError } from '../../text/errors.js';
import { sha256Hex } from '../../text/hash.js';
import type { LedgerEntry } from '../rules/ledger-entry.js';
import {
  type LedgerLine,
  type LedgerReading,
  parseLedger,
  parseUnfinished,
  printLines,
  type RecordedEntry,
} from '../rules/ledger-lines.js';

/** Where the ledger and its blobs are. */
export interface LedgerOptions {
  readonly files: Files;
  readonly home: string;
}

export function readLedger(ledger: LedgerOptions): LedgerReading {
  return parseLedger(ledgerText(ledger));
}

/** Entries that were prepared and neither committed nor rolled back: in progress right now, or left by a crash. */
export function unfinishedEntries(ledger: LedgerOptions): readonly LedgerEntry[] {
  return parseUnfinished(ledgerText(ledger));
}

/** Writes all lines in one durable append: after it returns, no crash loses them. */
export function appendToLedger(ledger: LedgerOptions, lines: readonly LedgerLine[]): void {
  if (lines.length === 0) return;
  ledger.files.makeFolder(ledger.home);
  ledger.files.append(ledgerPath(ledger), new TextEncoder().encode(printLines(lines)), { durable: true });
}

/** The entry with an id, or the only one whose id starts with it. */
export function findEntry({ entries }: LedgerReading, wanted: string): RecordedEntry {
  const found = entries.find(({ id }) => id === wanted);
  if (found !== undefined) return found;
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

function ledgerText(ledger: LedgerOptions): string {
  const content = ledger.files.read(ledgerPath(ledger));
  return content === undefined ? '' : new TextDecoder().decode(content.bytes);
}

function ledgerPath({ home }: LedgerOptions): string {
  return homePaths(home).ledger;
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
