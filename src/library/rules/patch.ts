/*
 * Replacing a piece of text in a file, exactly as it was given. The file is handled as bytes, so that what is not
 * touched stays as it is, whatever its encoding. Line breaks are the one thing that is adapted: a file with CRLF
 * throughout, or with LF throughout, stays so, and is matched whichever of the two the caller used.
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
  /** Replaces every match; else there must be exactly one. */
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

/** Matches may overlap only where one of them is to be the only one. */
function matchesOf(text: string, needle: string, all: boolean): readonly number[] {
  const matches: number[] = [];
  if (needle === '') return matches;
  for (let at = text.indexOf(needle); at !== -1; at = text.indexOf(needle, at + (all ? needle.length : 1))) {
    matches.push(at);
  }
  return matches;
}

/** The offsets go up, so each is counted on from the one before: a short text may match at every other byte. */
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
    const kept = source.subarray(from, offset);
    result.set(kept, to);
    to += kept.length;
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

/** Well below the number of arguments that a call may have. */
const chunkBytes = 8192;

/*
 * Where in a file a text that does not occur was perhaps meant to be. Whoever patches gets these regions with their
 * line numbers, and can mend the text instead of rewriting the file.
 */

interface Region {
  /** Counted from 1. */
  readonly startLine: number;
  readonly endLine: number;
  readonly text: string;
}

const maxRegions = 3;
const leastLikeness = 0.4;

/** Best first. The longest line of the text that was looked for says most, so it is the one compared. */
function closestRegions(text: string, find: string): readonly Region[] {
  const lines = text.split(/\r?\n/);
  const wanted = find.split(/\r?\n/);
  const longest = wanted.reduce(
    (best, line, index) => (line.trim().length > (wanted[best]?.trim().length ?? 0) ? index : best),
    0,
  );
  const wantedPairs = pairsOf(wanted[longest] ?? '');
  return lines
    .map((line, index) => ({ index, likeness: likenessOf(wantedPairs, pairsOf(line)) }))
    .filter(({ likeness }) => likeness >= leastLikeness)
    .sort((left, right) => right.likeness - left.likeness || left.index - right.index)
    .slice(0, maxRegions)
    .map(({ index }) => {
      const start = Math.max(0, index - longest);
      const end = Math.min(lines.length, start + wanted.length);
      return { startLine: start + 1, endLine: end, text: lines.slice(start, end).join('\n') };
    });
}

/** Pairs of neighbouring characters, without regard to case and spacing, of which people are least sure. */
function pairsOf(line: string): ReadonlySet<string> {
  const letters = line.toLowerCase().replaceAll(/\s+/g, '').slice(0, 500);
  return new Set(Array.from(letters, (letter, index) => letter + (letters[index + 1] ?? '')));
}

/** From 0 to 1: the share of pairs that both have. */
function likenessOf(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  if (left.size === 0 || right.size === 0) return 0;
  let shared = 0;
  for (const pair of left) if (right.has(pair)) shared += 1;
  return (2 * shared) / (left.size + right.size);
}

/*
 * A patch that does not fit, explained: whoever sent it learns the lines that match, or those that come closest, and
 * can mend it without reading the file again.
 */

/** The bytes of the file at `path` with the text replaced. */
export function patchedBytes(path: string, source: Uint8Array, patch: Replacement): Uint8Array {
  if (patch.find === '') {
    throw new CoppiceError('bad-value', 'the text to replace is empty', {
      hint: 'give a text that is in the file',
    });
  }
  if (patch.find === patch.replace) {
    throw new CoppiceError('bad-value', 'the text and its replacement are the same', {
      hint: 'give another replacement',
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
          hint: `give more of the text around it, or replace all (--all); matches start on the lines ${listed(outcome.lines)}`,
        },
      );
    case 'no-match':
      throw new CoppiceError('patch-no-match', `the text does not occur in ${path}`, {
        hint:
          outcome.closest.length === 0
            ? 'nothing in the file is like it'
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
