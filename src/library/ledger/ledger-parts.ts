/*
 * The lines of the ledger, read in parts: the file may be larger than a string can be, and most readers need little of
 * it. The ledger only grows, so what was read of it stays as it is.
 */

import type { Files } from '../../system/files.js';
import { homePaths } from '../../system/home.js';
import { sha256Hex } from '../../text/hash.js';

/** Where the ledger and its blobs are. */
export interface LedgerOptions {
  readonly files: Files;
  readonly home: string;
}

/** A line and where it is, in bytes. */
export interface PlacedLine {
  readonly start: number;
  /** After its line feed. */
  readonly end: number;
  /** False for a last line without a line feed: it was cut off by a crash, or is being written. */
  readonly isWhole: boolean;
  readonly text: string;
}

const partBytes = 4 * 1024 * 1024;

export function ledgerBytes({ files, home }: LedgerOptions): number {
  return files.stat(homePaths(home).ledger)?.sizeBytes ?? 0;
}

/** Undefined where the ledger ends before. */
export function readRange({ files, home }: LedgerOptions, from: number, to: number): Uint8Array | undefined {
  const content = files.read(homePaths(home).ledger, { offset: from, maxBytes: to - from });
  return content?.bytes.length === to - from ? content.bytes : undefined;
}

/** The bytes before a position that show whether the ledger is still the same. */
const comparedBytes = 1024;

/** What is there before a position; undefined where the ledger is shorter. */
export function placeOf(ledger: LedgerOptions, position: number): string | undefined {
  const before = readRange(ledger, Math.max(0, position - comparedBytes), position);
  return before && sha256Hex(before);
}

/** The lines that are not empty, from a position where a line begins. */
export function* ledgerLines({ files, home }: LedgerOptions, from = 0): Generator<PlacedLine> {
  const path = homePaths(home).ledger;
  let start = from;
  for (let maxBytes = partBytes; ; ) {
    const bytes = files.read(path, { offset: start, maxBytes })?.bytes ?? new Uint8Array();
    const isLast = bytes.length < maxBytes;
    const end = bytes.lastIndexOf(lineFeed) + 1;
    if (end === 0 && !isLast) {
      // One line is longer than a part.
      maxBytes *= 2;
      continue;
    }
    yield* linesIn(isLast ? bytes : bytes.subarray(0, end), start);
    if (isLast) return;
    start += end;
    maxBytes = partBytes;
  }
}

/** The lines of a range that begins with a line. */
export function* linesIn(bytes: Uint8Array, start: number): Generator<PlacedLine> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = 0; at < buffer.length; ) {
    const found = buffer.indexOf(lineFeed, at);
    const isWhole = found !== -1;
    const end = isWhole ? found : buffer.length;
    if (end > at)
      yield {
        start: start + at,
        end: start + end + (isWhole ? 1 : 0),
        isWhole,
        text: buffer.toString('utf8', at, end),
      };
    at = end + 1;
  }
}

const lineFeed = 0x0a;
