/*
 * The entries of the ledger that some words lead to, and the newest ones. Both read the blocks that they need, so that
 * the history of one skill and an undo cost what they touch, however long the ledger is.
 */

import { type LedgerReading, parseLine, type RecordedEntry, readingOf } from '../rules/ledger-lines.js';
import { hashesOf, mayHave, textWith, undoText, wordsOf } from '../rules/ledger-words.js';
import { type LedgerBlock, ledgerBlocks } from './ledger-index.js';
import { type LedgerOptions, ledgerLines, linesIn, type PlacedLine, readRange } from './ledger-parts.js';

export interface FoundEntries extends Pick<LedgerReading, 'entries'> {
  /** The number of lines of the whole ledger that cannot be read. */
  readonly malformed: number;
}

interface FindOptions {
  /** Further words that what was found leads to; asked until there are no new ones. */
  readonly leadsTo?: (entries: readonly RecordedEntry[]) => Iterable<string>;
  readonly bytesOfBlock?: number;
}

/**
 * The entries with one of the words (`wordsOf`), what undid them, and what undid that; each with its outcome. Oldest
 * first; others may be among them.
 */
export function findEntries(
  ledger: LedgerOptions,
  words: Iterable<string>,
  { leadsTo = () => [], bytesOfBlock }: FindOptions = {},
): FoundEntries {
  const search = new Search(ledger, bytesOfBlock);
  const asked = new Set<string>();
  const collect = (wanted: Iterable<string>): void => {
    let texts = textsWith(unasked(wanted, asked));
    for (let next = unasked(wanted, asked); next.size > 0; ) {
      for (const word of next) asked.add(word);
      const ids = search.collect(next, texts);
      // What follows are ids, which are at the beginning of a line or undone by it.
      [next, texts] = [unasked(ids, asked), [undoText]];
    }
  };
  collect(words);
  for (;;) {
    const result = search.result();
    const more = unasked(leadsTo(result.entries), asked);
    if (more.size === 0) return result;
    collect(more);
  }
}

function unasked(words: Iterable<string>, asked: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...words].filter((word) => !asked.has(word)));
}

/**
 * The newest entries, as many as are needed until `isEnough`; all of them at most. Whether one was undone is known,
 * because an undo is newer.
 */
export function newestEntries(
  ledger: LedgerOptions,
  isEnough: (entries: readonly RecordedEntry[]) => boolean,
  bytesOfBlock?: number,
): readonly RecordedEntry[] {
  const blocks = ledgerBlocks(ledger, bytesOfBlock);
  const tail = [...ledgerLines(ledger, blocks.at(-1)?.end)].map(({ text }) => text);
  for (let count = 1; ; count *= 2) {
    const isAll = count > blocks.length;
    const read = isAll ? blocks : blocks.slice(-count + 1 || blocks.length);
    const texts = read.flatMap((block) => [...linesOfBlock(ledger, block)].map(({ text }) => text));
    const { entries } = readingOf([...texts, ...tail]);
    if (isAll || isEnough(entries)) return entries;
  }
}

class Search {
  readonly #ledger: LedgerOptions;
  readonly #blocks: readonly LedgerBlock[];
  readonly #tail: readonly PlacedLine[];
  readonly #found = new Map<number, string>();
  /** The lines of the blocks that were read last. */
  readonly #read = new Map<LedgerBlock, readonly PlacedLine[]>();

  constructor(ledger: LedgerOptions, bytesOfBlock: number | undefined) {
    this.#ledger = ledger;
    this.#blocks = ledgerBlocks(ledger, bytesOfBlock);
    this.#tail = [...ledgerLines(ledger, this.#blocks.at(-1)?.end)];
  }

  /** Takes all lines with one of the words; gives the ids of their entries. `texts` are in every such line. */
  collect(words: ReadonlySet<string>, texts: readonly string[] | undefined): readonly string[] {
    const hashes = Array.from(words, hashesOf);
    const blocks = this.#blocks.filter(({ filter }) => hashes.some((word) => mayHave(filter, word)));
    return [...blocks.map((block) => this.#linesOf(block)), this.#tail].flatMap((lines) =>
      lines.flatMap(({ start, text }) => {
        const id = this.#found.has(start) ? undefined : idOfLineWith(text, words, texts);
        if (id === undefined) return [];
        this.#found.set(start, text);
        return [id];
      }),
    );
  }

  result(): FoundEntries {
    const lines = [...this.#found].sort(([left], [right]) => left - right).map(([, text]) => text);
    const ofBlocks = this.#blocks.reduce((sum, block) => sum + block.malformed, 0);
    const ofTail = this.#tail.filter(({ text }) => parseLine(text) === undefined).length;
    return { entries: readingOf(lines).entries, malformed: ofBlocks + ofTail };
  }

  #linesOf(block: LedgerBlock): readonly PlacedLine[] {
    const read = this.#read.get(block);
    if (read !== undefined) return read;
    const lines = [...linesOfBlock(this.#ledger, block)];
    if (this.#read.size >= maxRead) this.#read.clear();
    this.#read.set(block, lines);
    return lines;
  }
}

/** About 10 MB of lines. */
const maxRead = 32;

/** Of the entry that a line with one of the words begins or ends. Parses only lines that may have one. */
function idOfLineWith(
  text: string,
  words: ReadonlySet<string>,
  texts: readonly string[] | undefined,
): string | undefined {
  const [, id] = /^\{"(?:id|entry)":"([^"\\]+)"/.exec(text) ?? [];
  const isCandidate =
    id === undefined || words.has(id) || texts === undefined || texts.some((one) => text.includes(one));
  const line = isCandidate ? parseLine(text) : undefined;
  if (line === undefined || 'purged' in line || !wordsOf(line).some((word) => words.has(word)))
    return undefined;
  return 'entry' in line ? line.entry : line.id;
}

/** More texts than this take longer to look for than the lines take to parse. */
const maxTexts = 16;

function textsWith(words: ReadonlySet<string>): readonly string[] | undefined {
  const texts = Array.from(words, textWith).filter((text) => text !== undefined);
  return texts.length === words.size && texts.length <= maxTexts ? texts : undefined;
}

function linesOfBlock(ledger: LedgerOptions, { start, end }: LedgerBlock) {
  return linesIn(readRange(ledger, start, end) ?? new Uint8Array(), start);
}
