/*
 * What lines of the ledger are found by: ids, names, runs, folders and kinds of change, and a filter (after Bloom) that
 * says of a block of lines which words it may have. A filter never misses a word, and takes one in some hundred for
 * present that is not.
 */

import { type LedgerAction, type LedgerEntry, nameOf } from './ledger-entry.js';
import type { LedgerLine } from './ledger-lines.js';

/** The words of one line. */
export function wordsOf(line: LedgerLine): readonly string[] {
  if ('purged' in line) return [];
  if ('entry' in line) return [line.entry];
  const { id, skill, renamedTo, run, undoes, action, fact, setting } = line;
  return [
    id,
    ...[skill, renamedTo].flatMap((name) => (name === null ? [] : [name, nameOf(name)])),
    ...(run === null ? [] : [run]),
    ...(undoes === null ? [] : [undoes]),
    actionWord(action),
    ...folderWords(line),
    ...(fact === undefined ? [] : [factWord(fact.key)]),
    ...(setting === undefined ? [] : [settingWord]),
  ];
}

/** Finds all entries with this action. */
export function actionWord(action: LedgerAction): string {
  return `action ${action}`;
}

/** Finds all changes of one fact. */
export function factWord(key: string): string {
  return `fact ${key}`;
}

/** Finds all changes of settings. */
export const settingWord = 'setting';

/** Finds the changes of the package at a path, before and after a move. */
export function folderWords(entry: Pick<LedgerEntry, 'root' | 'folder' | 'move'>): readonly string[] {
  return [entry.folder, entry.move?.to ?? entry.folder].map((folder) => `folder ${entry.root}/${folder}`);
}

/** What every line of an entry that undoes another one has in it. */
export const undoText = '"undoes":"';

/** What a line with the word has in it; undefined where that is not known without reading the line. */
export function textWith(word: string): string | undefined {
  if (word.startsWith('folder ') || word.startsWith('fact ')) return undefined;
  if (word === settingWord) return '"setting":';
  const action = /^action (.*)$/.exec(word)?.[1];
  return action === undefined ? JSON.stringify(word).slice(1, -1) : `"action":"${action}"`;
}

const bitsPerWord = 12;
const probes = 8;

export function filterOf(words: ReadonlySet<string>): Uint8Array {
  const filter = new Uint8Array(Math.ceil((words.size * bitsPerWord) / 8) + 1);
  for (const word of words) {
    for (const bit of bitsOf(hashesOf(word), filter)) {
      filter[bit >>> 3] = (filter[bit >>> 3] ?? 0) | (1 << (bit & 7));
    }
  }
  return filter;
}

export interface WordHashes {
  readonly first: number;
  readonly second: number;
}

/** Computed once for all filters that are asked. */
export function hashesOf(word: string): WordHashes {
  let [first, second] = [0x811c9dc5, 0x9747b28c];
  for (let at = 0; at < word.length; at += 1) {
    const code = word.charCodeAt(at);
    first = Math.imul(first ^ code, 0x01000193);
    second = Math.imul((second ^ code) + at, 0x85ebca6b);
    second ^= second >>> 13;
  }
  first = Math.imul(first ^ (first >>> 16), 0x7feb352d);
  second = Math.imul(second ^ (second >>> 16), 0x846ca68b);
  return { first: (first ^ (first >>> 15)) >>> 0, second: ((second ^ (second >>> 15)) | 1) >>> 0 };
}

/** Not by `bitsOf`: one question asks some thousand filters. */
export function mayHave(filter: Uint8Array, { first, second }: WordHashes): boolean {
  const bits = filter.length * 8;
  for (let probe = 0; probe < probes; probe += 1) {
    const bit = (first + probe * second) % bits;
    if (((filter[bit >>> 3] ?? 0) & (1 << (bit & 7))) === 0) return false;
  }
  return true;
}

function* bitsOf({ first, second }: WordHashes, filter: Uint8Array): Generator<number> {
  const bits = filter.length * 8;
  for (let probe = 0; probe < probes; probe += 1) yield (first + probe * second) % bits;
}
