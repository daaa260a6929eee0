/*
 * The entries that were prepared and have not ended. Every write asks for them, so a mark in the cache remembers up to
 * where all entries have ended, and only what came later is read. An outcome is written after its entry, so what is true
 * of the lines before the mark stays true. The bytes before it are compared: a ledger from a backup is another one.
 */

import { unseal, writeSealedCache } from '../../system/cache-file.js';
import { homePaths } from '../../system/home.js';
import { parseJson } from '../../text/json.js';
import { isCount, isObject } from '../../text/shape.js';
import type { LedgerEntry } from '../rules/ledger-entry.js';
import { milestoneOf, parseLine } from '../rules/ledger-lines.js';
import { type LedgerOptions, ledgerLines, type PlacedLine, placeOf } from './ledger-parts.js';

/** How much is read again before it is worth writing another mark. */
const markEveryBytes = 512 * 1024;

export function unfinishedEntries(ledger: LedgerOptions, markEvery = markEveryBytes): readonly LedgerEntry[] {
  const from = readMark(ledger);
  const open = new Map<string, PlacedLine>();
  let end = from;
  for (const line of ledgerLines(ledger, from)) {
    const milestone = milestoneOf(line.text);
    if (milestone?.begins) open.set(milestone.id, line);
    else if (milestone) open.delete(milestone.id);
    if (line.isWhole) end = line.end;
  }
  const settled = Math.min(end, ...Array.from(open.values(), ({ start }) => start));
  if (settled - from >= markEvery) writeMark(ledger, settled);
  return [...open.values()].flatMap(({ text }) => {
    const entry = parseLine(text);
    return entry !== undefined && 'id' in entry ? [entry] : [];
  });
}

/** 0 without a mark. */
function readMark(ledger: LedgerOptions): number {
  const stored = ledger.files.read(homePaths(ledger.home).ledgerMark)?.bytes;
  const mark = stored && parseJson(unseal(stored) ?? '');
  if (!isObject(mark) || !isCount(mark['bytes'])) return 0;
  return mark['place'] === placeOf(ledger, mark['bytes']) ? mark['bytes'] : 0;
}

function writeMark(ledger: LedgerOptions, bytes: number): void {
  const place = placeOf(ledger, bytes);
  if (place === undefined) return;
  writeSealedCache(ledger.files, homePaths(ledger.home).ledgerMark, JSON.stringify({ bytes, place }));
}
