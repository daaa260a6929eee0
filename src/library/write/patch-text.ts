/*
 * Replacing a piece of text in a file, exactly as it was given. The file is handled as bytes, so that what is not
 * touched stays as it is, whatever its encoding. Line breaks are the one thing that is adapted: a file with CRLF
 * throughout, or with LF throughout, stays so, and is matched whichever of the two the caller used.
 */

import { closestRegions, type Region } from './patch-closest.js';

export type PatchOutcome =
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
