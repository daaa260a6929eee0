/*
 * Replaces a piece of text in a file, exactly as given. The file is handled as bytes, so that everything else stays
 * unchanged, whatever its encoding. Only line breaks are adapted: a file with only CRLF, or only LF, stays so, and
 * matches whichever of the two the caller used. A patch that does not fit is explained with the lines that match, or
 * those that come closest, so that the caller can fix it without reading the file again.
 */

import { CoppiceError } from '../../text/errors.js';
import { refuseUnpairedSurrogate } from './skill-refusals.js';

type PatchOutcome =
  | { readonly kind: 'patched'; readonly bytes: Uint8Array }
  | { readonly kind: 'no-match'; readonly closest: readonly Region[] }
  /** The lines on which the matches start, counted from 1. */
  | { readonly kind: 'many-matches'; readonly lines: readonly number[] };

export interface Replacement {
  readonly find: string;
  readonly replace: string;
  /** Replaces every match; otherwise there must be exactly one. */
  readonly all?: boolean;
}

export function patchText(source: Uint8Array, { find, replace, all = false }: Replacement): PatchOutcome {
  const text = oneCharacterPerByte(source);
  const adapt = lineBreakRule(text);
  const needle = new TextEncoder().encode(adapt(find));
  const matches = matchesOf(text, oneCharacterPerByte(needle), all);
  if (matches.length === 0) {
    return { kind: 'no-match', closest: closestRegions(new TextDecoder().decode(source), find) };
  }
  if (matches.length > 1 && !all) return { kind: 'many-matches', lines: linesOf(text, matches) };
  const inserted = new TextEncoder().encode(adapt(replace));
  return { kind: 'patched', bytes: replaceAt(source, matches, needle.length, inserted) };
}

function lineBreakRule(text: string): (given: string) => string {
  const lineFeeds = countOf(text, '\n');
  const pairs = countOf(text, '\r\n');
  if (pairs === 0) return (given) => given.replaceAll('\r\n', '\n');
  if (pairs === lineFeeds) return (given) => given.replaceAll(/\r?\n/g, '\r\n');
  return (given) => given;
}

/** Overlapping matches count when there may be only one match. */
function matchesOf(text: string, needle: string, all: boolean): readonly number[] {
  const matches: number[] = [];
  if (needle === '') return matches;
  for (let at = text.indexOf(needle); at !== -1; at = text.indexOf(needle, at + (all ? needle.length : 1))) {
    matches.push(at);
  }
  return matches;
}

/** The offsets ascend, so lines are counted once for all: a short text may match at every other byte. */
function linesOf(text: string, offsets: readonly number[]): readonly number[] {
  let line = 1;
  let counted = 0;
  return offsets.map((offset) => {
    for (; counted < offset; counted += 1) if (text[counted] === '\n') line += 1;
    return line;
  });
}

function countOf(text: string, part: string): number {
  return text.split(part).length - 1;
}

function replaceAt(
  source: Uint8Array,
  offsets: readonly number[],
  length: number,
  inserted: Uint8Array,
): Uint8Array {
  const result = new Uint8Array(source.length + offsets.length * (inserted.length - length));
  let from = 0;
  let to = 0;
  for (const offset of [...offsets, source.length]) {
    const unchanged = source.subarray(from, offset);
    result.set(unchanged, to);
    to += unchanged.length;
    if (offset === source.length) break;
    result.set(inserted, to);
    to += inserted.length;
    from = offset + length;
  }
  return result;
}

/** Makes offsets in the text offsets in the bytes. UTF-8 never matches in the middle of a character. */
function oneCharacterPerByte(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    text += String.fromCharCode(...bytes.subarray(at, at + chunkBytes));
  }
  return text;
}

/** Well below the maximum number of arguments of a call. */
const chunkBytes = 8192;

interface Region {
  /** Counted from 1. */
  readonly startLine: number;
  readonly endLine: number;
  readonly text: string;
}

const maxRegions = 3;
const minSimilarity = 0.4;

/** Where a text that does not occur was perhaps meant, best first. Only its longest line is compared. */
function closestRegions(text: string, find: string): readonly Region[] {
  const lines = text.split(/\r?\n/);
  const wanted = find.split(/\r?\n/);
  const longest = wanted.reduce(
    (best, line, index) => (line.trim().length > (wanted[best]?.trim().length ?? 0) ? index : best),
    0,
  );
  const wantedPairs = pairsOf(wanted[longest] ?? '');
  return lines
    .map((line, index) => ({ index, similarity: similarityOf(wantedPairs, pairsOf(line)) }))
    .filter(({ similarity }) => similarity >= minSimilarity)
    .sort((left, right) => right.similarity - left.similarity || left.index - right.index)
    .slice(0, maxRegions)
    .map(({ index }) => {
      const start = Math.max(0, index - longest);
      const end = Math.min(lines.length, start + wanted.length);
      return { startLine: start + 1, endLine: end, text: lines.slice(start, end).join('\n') };
    });
}

/** Pairs of adjacent characters. Case and spaces are ignored, because they are most often wrong. */
function pairsOf(line: string): ReadonlySet<string> {
  const letters = line.toLowerCase().replaceAll(/\s+/g, '').slice(0, 500);
  return new Set(Array.from(letters, (letter, index) => letter + (letters[index + 1] ?? '')));
}

/** From 0 to 1: the share of pairs that both have. */
function similarityOf(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  if (left.size === 0 || right.size === 0) return 0;
  let shared = 0;
  for (const pair of left) if (right.has(pair)) shared += 1;
  return (2 * shared) / (left.size + right.size);
}

/** The bytes of the file at `path` with the text replaced. */
export function patchedBytes(path: string, source: Uint8Array, patch: Replacement): Uint8Array {
  if (patch.find === '') {
    throw new CoppiceError('bad-value', 'the text to find is empty', {
      hint: 'give text that occurs in the file',
    });
  }
  if (patch.find === patch.replace) {
    throw new CoppiceError('bad-value', 'the text and its replacement are the same', {
      hint: 'give a different replacement',
    });
  }
  refuseUnpairedSurrogate(patch.find + patch.replace);
  const outcome = patchText(source, patch);
  switch (outcome.kind) {
    case 'patched':
      return outcome.bytes;
    case 'many-matches':
      throw new CoppiceError(
        'patch-many-matches',
        `the text occurs ${outcome.lines.length} times in ${path}`,
        {
          hint: `include more of the surrounding text, or replace all matches with --all; they start on lines ${listed(outcome.lines)}`,
        },
      );
    case 'no-match':
      throw new CoppiceError('patch-no-match', `the text does not occur in ${path}`, {
        hint:
          outcome.closest.length === 0
            ? 'nothing in the file is similar'
            : `closest: ${outcome.closest.map(shown).join('; ')}`,
      });
    default:
      return outcome satisfies never;
  }
}

function listed(lines: readonly number[]): string {
  return lines.slice(0, 10).join(', ') + (lines.length > 10 ? ', ...' : '');
}

function shown({ startLine, endLine, text }: Region): string {
  const lines = startLine === endLine ? `line ${startLine}` : `lines ${startLine}-${endLine}`;
  return `${lines} ${JSON.stringify(text.length > 200 ? `${text.slice(0, 200)}...` : text)}`;
}
