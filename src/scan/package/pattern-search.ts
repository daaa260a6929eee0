/*
 * Searches a text for many patterns in one pass. The possible first characters of each pattern are taken from its source
 * and put into a table; each position of the text is looked up there, and only candidates are matched.
 */

import { lineIndexAt } from './lines.js';

/** For each hint, the indexes of the lines in which a match starts. */
type LineSearch = (text: string, starts: readonly number[]) => readonly (readonly number[])[];

export function lineSearch(hints: readonly RegExp[]): LineSearch {
  const patterns = hints.map((hint) => new RegExp(hint, `${hint.flags}y`));
  /** Built on first use, because that takes a while. */
  let prefixes: PrefixTable<number> | undefined;
  return (text, starts) => {
    prefixes ??= prefixTable(
      patterns.flatMap(({ source }, hint) =>
        prefixesOf(source, 4).map((opening) => [opening, hint] as const),
      ),
    );
    const found = hints.map((): number[] => []);
    // The end of the line in which each hint last matched.
    const matchedUntil = hints.map(() => 0);
    let line = 0;
    visitPrefixMatches(text, prefixes, (at, candidates) => {
      for (const hint of candidates) {
        const pattern = patterns[hint];
        if (pattern === undefined || at < (matchedUntil[hint] ?? 0)) continue;
        pattern.lastIndex = at;
        if (!pattern.test(text)) continue;
        line = lineIndexAt(starts, at, line);
        found[hint]?.push(line);
        matchedUntil[hint] = starts[line + 1] ?? text.length;
      }
    });
    return found;
  };
}

/**
 * The candidates that may start at a position, by its next four characters. Each character of a text is visited once,
 * however many candidates there are: a pattern with as many alternatives takes several times as long.
 */
export interface PrefixTable<Sought> {
  /** An index into the candidates, by the key of the characters. */
  readonly table: Uint16Array;
  readonly candidates: readonly (readonly Sought[])[];
}

/** Candidates keep the order of the entries. An opening of fewer than four characters matches any continuation. */
export function prefixTable<Sought>(
  entries: readonly (readonly [opening: string, sought: Sought])[],
): PrefixTable<Sought> {
  const table = new Uint16Array(mask + 1);
  const candidates: (readonly Sought[])[] = [[]];
  // Many keys share a list of candidates: adding to it creates one new list for all of them.
  for (const [opening, sought] of entries) {
    const longer = new Map<number, number>();
    const missingBits = bits * Math.max(0, characters - opening.length);
    const first = keyOf(opening.slice(0, characters)) << missingBits;
    for (let key = first; key < first + (1 << missingBits); key += 1) {
      const known = table[key] ?? 0;
      const list = candidates[known] ?? [];
      if (list.includes(sought)) continue;
      const index = longer.get(known) ?? candidates.push([...list, sought]) - 1;
      longer.set(known, index);
      table[key] = index;
    }
  }
  return { table, candidates };
}

/** Visits positions in order. A candidate probably starts there, but the caller must check. */
export function visitPrefixMatches<Sought>(
  text: string,
  { table, candidates }: PrefixTable<Sought>,
  visit: (at: number, candidates: readonly Sought[]) => void,
): void {
  const lengthBefore = characters - 1;
  let key = 0;
  for (let last = 0; last < text.length + lengthBefore; last += 1) {
    // Padding after the text, so that short openings at its end are found too.
    const code = last < text.length ? text.charCodeAt(last) & codeMask : 0;
    key = ((key << bits) | code) & mask;
    const index = table[key];
    if (index && last >= lengthBefore) visit(last - lengthBefore, candidates[index] ?? []);
  }
}

const characters = 4;
/** The bits of a character that upper and lower case share. */
const bits = 5;
const codeMask = (1 << bits) - 1;
const mask = (1 << (bits * characters)) - 1;

function keyOf(opening: string): number {
  let key = 0;
  for (let at = 0; at < opening.length; at += 1) key = (key << bits) | (opening.charCodeAt(at) & codeMask);
  return key;
}

/**
 * The openings that a match of the pattern can start with, each no longer than the given length. A part of the source
 * that does not stand for one character ends an opening early, so an opening may be shorter than possible, but every
 * match starts with one.
 */
export function prefixesOf(source: string, length: number): readonly string[] {
  const ended = new Set<string>();
  let at = 0;

  /** Each function reads a part of the source, and returns how the openings before it continue. */
  function choice(before: readonly string[]): readonly string[] {
    const after = new Set(sequence(before));
    while (source[at] === '|') {
      at += 1;
      for (const opening of sequence(before)) after.add(opening);
    }
    return [...after];
  }

  function sequence(before: readonly string[]): readonly string[] {
    let after = before;
    while (at < source.length && !'|)'.includes(source.charAt(at))) {
      if (after.length > 0) after = repeated(after);
      else skipSequence();
    }
    return after;
  }

  function repeated(before: readonly string[]): readonly string[] {
    const once = term(before);
    const quantifier = take(quantifiers);
    const after = quantifier === '' || quantifier === '?' ? once : end(once);
    return /^(?:[?*]|\{0)/.test(quantifier) ? [...before, ...after] : after;
  }

  function term(before: readonly string[]): readonly string[] {
    const taken = take(terms);
    if (taken === '\\b') return before;
    if (taken.startsWith('(')) {
      const isLook = /[=!]$/.test(taken);
      const after = choice(isLook ? [] : before);
      at += 1;
      return isLook ? before : after;
    }
    const character = characterOf(taken);
    if (character === undefined) return end(before);
    const longer = before.map((opening) => opening + character);
    end(longer.filter((opening) => opening.length === length));
    return longer.filter((opening) => opening.length < length);
  }

  function end(openings: readonly string[]): readonly string[] {
    for (const opening of openings) ended.add(opening);
    return [];
  }

  /** Skips the rest of a sequence in which every opening has ended. */
  function skipSequence(): void {
    let depth = 0;
    let isInClass = false;
    for (; at < source.length; at += 1) {
      const character = source[at];
      if (character === '\\') at += 1;
      else if (isInClass || character === '[') isInClass = character !== ']';
      else if (depth === 0 && (character === '|' || character === ')')) return;
      else if (character === '(') depth += 1;
      else if (character === ')') depth -= 1;
    }
  }

  function take(pattern: RegExp): string {
    pattern.lastIndex = at;
    const [taken = ''] = pattern.exec(source) ?? [];
    at += taken.length;
    return taken;
  }

  end(choice(['']));
  return [...ended];
}

function characterOf(term: string): string | undefined {
  if (/^\\[^\p{L}\d]$/u.test(term)) return term.charAt(1);
  return /^[^\\^$.[]$/.test(term) ? term : undefined;
}

const terms = /\((?:\?(?::|<?[=!]))?|\[(?:[^\]\\]|\\.)*\]|\\.|./sy;
const quantifiers = /(?:[?*+]|\{\d+(?:,\d*)?\})\??|/y;
