/*
 * Finds lines of the ledger by what they are about, without reading the rest. The ledger is divided into blocks of some
 * hundred kilobytes, and the index has a filter of the words of each. It is in the cache: it is extended when enough
 * has been written since, made again when it does not belong to this ledger, and never needed for a correct answer.
 */

import { unsealBytes, writeSealedCache } from '../../system/cache-file.js';
import { homePaths } from '../../system/home.js';
import { parseJson } from '../../text/json.js';
import { isCount, isListOf, isObject } from '../../text/shape.js';
import { parseLine } from '../rules/ledger-lines.js';
import { filterOf, wordsOf } from '../rules/ledger-words.js';
import { type LedgerOptions, ledgerBytes, ledgerLines, placeOf } from './ledger-parts.js';

export interface LedgerBlock {
  readonly start: number;
  readonly end: number;
  /** The number of lines that cannot be read. */
  readonly malformed: number;
  readonly filter: Uint8Array;
}

const blockBytes = 256 * 1024;

/** The blocks from the beginning of the ledger; what comes after the last is in none. */
export function ledgerBlocks(ledger: LedgerOptions, bytesOfBlock = blockBytes): readonly LedgerBlock[] {
  const known = readIndex(ledger);
  const end = known.at(-1)?.end ?? 0;
  if (ledgerBytes(ledger) - end < 2 * bytesOfBlock) return known;
  const blocks = [...known, ...newBlocks(ledger, end, bytesOfBlock)];
  writeIndex(ledger, blocks);
  return blocks;
}

/** A last block that is not full is left out. */
function newBlocks(ledger: LedgerOptions, from: number, bytesOfBlock: number): readonly LedgerBlock[] {
  const blocks: LedgerBlock[] = [];
  let start = from;
  let malformed = 0;
  let words = new Set<string>();
  for (const { end, text, isWhole } of ledgerLines(ledger, from)) {
    if (!isWhole) break;
    const line = parseLine(text);
    if (line === undefined) malformed += 1;
    else for (const word of wordsOf(line)) words.add(word);
    if (end - start < bytesOfBlock) continue;
    blocks.push({ start, end, malformed, filter: filterOf(words) });
    [start, malformed, words] = [end, 0, new Set()];
  }
  return blocks;
}

/** A line of JSON with the sizes, then the filters. Empty where the cache is missing, damaged or of another ledger. */
function readIndex(ledger: LedgerOptions): readonly LedgerBlock[] {
  const stored = ledger.files.read(homePaths(ledger.home).ledgerIndex)?.bytes;
  const data = stored && unsealBytes(stored);
  if (data === undefined) return [];
  const headEnd = data.indexOf(lineFeed);
  const head = parseJson(new TextDecoder().decode(data.subarray(0, headEnd)));
  if (!isObject(head) || !isListOf(head['blocks'], isSizes)) return [];
  let start = 0;
  let filterStart = headEnd + 1;
  const blocks = head['blocks'].map(([end, malformed, filterBytes]): LedgerBlock => {
    const filter = data.subarray(filterStart, filterStart + filterBytes);
    const block = { start, end, malformed, filter };
    [start, filterStart] = [end, filterStart + filterBytes];
    return block;
  });
  return placeOf(ledger, start) === head['place'] ? blocks : [];
}

function writeIndex(ledger: LedgerOptions, blocks: readonly LedgerBlock[]): void {
  const sizes = blocks.map(({ end, malformed, filter }) => [end, malformed, filter.length]);
  const head = { place: placeOf(ledger, blocks.at(-1)?.end ?? 0), blocks: sizes };
  const parts = [Buffer.from(`${JSON.stringify(head)}\n`), ...blocks.map(({ filter }) => filter)];
  writeSealedCache(ledger.files, homePaths(ledger.home).ledgerIndex, Buffer.concat(parts));
}

const lineFeed = 0x0a;

type Sizes = readonly [end: number, malformed: number, filterBytes: number];

function isSizes(value: unknown): value is Sizes {
  return Array.isArray(value) && value.length === 3 && value.every(isCount);
}
