/*
 * The ledger on disk: `<home>/ledger.jsonl`, to which lines are only ever added. It is the journal that a crash is
 * healed from, the history, the rollback manifest and the audit in one.
 */

import { join } from 'node:path';
import type { Files } from '../../system/files.js';
import { CoppiceError } from '../../text/errors.js';
import { sha256Hex } from '../../text/hash.js';
import type { EntryOutcome, LedgerEntry } from '../rules/ledger-entry.js';
import {
  type LedgerReading,
  parseLedger,
  parseUnfinished,
  printLines,
  type RecordedEntry,
} from '../rules/ledger-lines.js';

/** Where the ledger and its blobs are kept. */
export interface LedgerOptions {
  readonly files: Files;
  readonly home: string;
}

export function readLedger(place: LedgerOptions): LedgerReading {
  return parseLedger(ledgerText(place));
}

/** Entries that were prepared and neither committed nor rolled back: at work right now, or left by a crash. */
export function unfinishedEntries(place: LedgerOptions): readonly LedgerEntry[] {
  return parseUnfinished(ledgerText(place));
}

/** All in one durable append: when this returns, no crash forgets them. */
export function appendToLedger(place: LedgerOptions, lines: readonly (LedgerEntry | EntryOutcome)[]): void {
  if (lines.length === 0) return;
  place.files.makeFolder(place.home);
  place.files.append(ledgerPath(place), new TextEncoder().encode(printLines(lines)), { durable: true });
}

/** The entry of an id, or the only one whose id begins so. */
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
  throw new CoppiceError('bad-value', `${matches.length} entries of the ledger begin with ${wanted}`, {
    hint: `give more of the id: ${ids.join(', ')}${matches.length > ids.length ? ', ...' : ''}`,
  });
}

function ledgerText(place: LedgerOptions): string {
  const content = place.files.read(ledgerPath(place));
  return content === undefined ? '' : new TextDecoder().decode(content.bytes);
}

function ledgerPath({ home }: LedgerOptions): string {
  return join(home, 'ledger.jsonl');
}

/*
 * The bytes that the ledger speaks of: `<home>/blobs/<sha256>`, one file per content, written before anything is
 * changed and never again. What is read is hashed first, so that damaged bytes are never put into a skill.
 */

/** Makes all of them durable under their hashes. */
export function storeBlobs({ files, home }: LedgerOptions, contents: readonly Uint8Array[]): void {
  if (contents.length === 0) return;
  const blobs = new Map(contents.map((bytes) => [sha256Hex(bytes), bytes]));
  const folder = join(home, 'blobs');
  files.makeFolder(folder);
  const created = new Set(files.createAll(folder, blobs));
  for (const [sha256, bytes] of blobs) {
    if (created.has(sha256)) continue;
    const path = blobPath(home, sha256);
    const stored = files.read(path);
    // Bytes that went bad on the disk are mended while they are at hand.
    if (stored === undefined || sha256Hex(stored.bytes) !== sha256) files.write(path, bytes);
  }
}

export function readBlob({ files, home }: LedgerOptions, sha256: string): Uint8Array {
  const path = blobPath(home, sha256);
  const stored = files.read(path);
  if (stored !== undefined && sha256Hex(stored.bytes) === sha256) return stored.bytes;
  const fault = stored === undefined ? 'are missing' : 'are damaged';
  throw new CoppiceError('blob-damaged', `the stored bytes ${path} ${fault}`, {
    hint: 'bring the file back from a backup of the home folder',
  });
}

export function blobPath(home: string, sha256: string): string {
  return join(home, 'blobs', sha256);
}
