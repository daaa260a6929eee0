/*
 * Splits code of any language into names, strings, numbers and marks, by the table of its syntax. Names joined by dots
 * are one token. Tokens are rows of numbers, not objects: most of them are only counted and compared, and `tokens.ts`
 * makes objects of the few that a rule reads. Every text is accepted: what is not understood is a mark.
 */

import { hashStart, hashWith, Names } from './names.js';
import type { StringSyntax, Syntax } from './syntax.js';

export const nameKind = 1;
export const stringKind = 2;
export const numberKind = 3;
export const markKind = 4;
export const lineEndKind = 5;

export interface TokenTable {
  readonly text: string;
  readonly syntax: Syntax;
  readonly names: Names;
  readonly count: number;
  readonly kinds: Uint8Array;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  /** From 0. */
  readonly lines: Uint32Array;
  /** Of a name, the number of its first part; of a mark, its characters; of a string, its row in the syntax and its prefix. */
  readonly codes: Int32Array;
  /** Of a name, the number of its last part; of a string, where its quote is. */
  readonly lasts: Int32Array;
  /** Names inside strings, as pairs of a token and a number. */
  readonly inside: readonly number[];
}

/** Where a token starts in the text, with its quote. */
export function startOf({ kinds, starts, lasts }: TokenTable, at: number): number {
  return (kinds[at] === stringKind ? lasts[at] : starts[at]) ?? 0;
}

/** Where a token ends in the text, with its quote. */
export function endOf({ kinds, ends, codes, syntax, text }: TokenTable, at: number): number {
  const end = ends[at] ?? 0;
  if (kinds[at] !== stringKind) return end;
  const { close = '' } = syntax.strings[(codes[at] ?? 0) & 0xff] ?? {};
  return text.startsWith(close, end) ? end + close.length : end;
}

/** The code of a mark of up to three characters. */
export function markCode(mark: string): number {
  return mark.charCodeAt(0) | (mark.charCodeAt(1) << 8) | (mark.charCodeAt(2) << 16);
}

export const rawFlag = 1 << 8;
export const filledFlag = 1 << 9;

export function lex(text: string, syntax: Syntax, names: Names = new Names(), firstLine = 0): TokenTable {
  let size = Math.max(64, text.length >> 2);
  let kinds = new Uint8Array(size);
  let starts = new Uint32Array(size);
  let ends = new Uint32Array(size);
  let lines = new Uint32Array(size);
  let codes = new Int32Array(size);
  let lasts = new Int32Array(size);
  const inside: number[] = [];
  const { classes, openings, joiners } = charactersOf(syntax);
  const comment = syntax.blockComments.find(([open]) => open.startsWith('\n'));
  let count = 0;
  let line = firstLine;
  let at = 0;
  // Known until it is passed, so that a text of one line is not searched again for each of its strings.
  let nextBreak = text.indexOf('\n');

  const push = (kind: number, start: number, end: number, code: number, last: number) => {
    if (count === size) grow();
    kinds[count] = kind;
    starts[count] = start;
    ends[count] = end;
    lines[count] = line;
    codes[count] = code;
    lasts[count] = last;
    count += 1;
  };

  while (at < text.length) {
    const code = text.charCodeAt(at);
    const kind = code < 128 ? (classes[code] ?? 0) : nameClass;
    switch (kind) {
      case blankClass:
        at += 1;
        break;
      case newlineClass:
        readLineEnd();
        break;
      case nameClass:
        readName(code);
        break;
      case digitClass:
        readNumber();
        break;
      case openingClass:
        if (!readOpening(openings[code])) readMark(code);
        break;
      default:
        readMark(code);
    }
  }
  return { text, syntax, names, count, kinds, starts, ends, lines, codes, lasts, inside };

  function grow(): void {
    size *= 2;
    const wider = <Row extends Uint8Array | Uint32Array | Int32Array>(made: Row, old: Row): Row => {
      made.set(old);
      return made;
    };
    kinds = wider(new Uint8Array(size), kinds);
    starts = wider(new Uint32Array(size), starts);
    ends = wider(new Uint32Array(size), ends);
    lines = wider(new Uint32Array(size), lines);
    codes = wider(new Int32Array(size), codes);
    lasts = wider(new Int32Array(size), lasts);
  }

  function readLineEnd(): void {
    const start = at + 1;
    at = start;
    for (let code = text.charCodeAt(at); code === 32 || code === 9; code = text.charCodeAt(at)) at += 1;
    push(lineEndKind, start, at, 0, 0);
    line += 1;
    if (comment !== undefined && text.startsWith(comment[0], start - 1)) skipBlock(comment[1]);
  }

  function readName(first: number): void {
    const start = at;
    let end = at;
    let code = first;
    let hash = hashStart;
    for (let sigil = 0; sigil < 2 && isSigil(code); sigil += 1) {
      hash = hashWith(hash, code);
      end += 1;
      code = text.charCodeAt(end);
    }
    while (isNameCode(code)) {
      hash = hashWith(hash, code);
      end += 1;
      code = text.charCodeAt(end);
    }
    if (end === start) {
      hash = hashWith(hash, code);
      end += 1;
      code = text.charCodeAt(end);
    }
    if (syntax.hasPrefixes && end - start <= 2 && (code === 34 || code === 39)) {
      const prefix = text.slice(start, end);
      const string = openings[code]?.strings.find(({ syntax: own }) => text.startsWith(own.open, end));
      if (string !== undefined && prefixes.test(prefix)) {
        at = end;
        readString(string.syntax, string.row, prefix.toLowerCase());
        return;
      }
    }
    const root = names.idIn(text, start, end, hash);
    let last = root;
    while (code < 128 && joiners[code] !== undefined) {
      const joiner = joiners[code]?.find((candidate) => text.startsWith(candidate, end));
      if (joiner === undefined) break;
      const partStart = end + joiner.length;
      let partEnd = partStart;
      let partHash = hashStart;
      let next = text.charCodeAt(partEnd);
      for (let sigil = 0; sigil < 2 && isSigil(next); sigil += 1) {
        partHash = hashWith(partHash, next);
        partEnd += 1;
        next = text.charCodeAt(partEnd);
      }
      while (isNameCode(next)) {
        partHash = hashWith(partHash, next);
        partEnd += 1;
        next = text.charCodeAt(partEnd);
      }
      if (partEnd === partStart) break;
      last = names.idIn(text, partStart, partEnd, partHash);
      end = partEnd;
      code = next;
    }
    push(nameKind, start, end, root, last);
    at = end;
  }

  function readNumber(): void {
    let end = at + 1;
    for (let code = text.charCodeAt(end); isWordCode(code) || code === 46; code = text.charCodeAt(end))
      end += 1;
    push(numberKind, at, end, 0, 0);
    at = end;
  }

  function readOpening(opening: Openings | undefined): boolean {
    if (opening === undefined) return false;
    for (const [open, close] of opening.blocks)
      if (text.startsWith(open, at)) {
        skipBlock(close);
        return true;
      }
    for (const open of opening.comments)
      if (text.startsWith(open, at)) {
        const end = text.indexOf('\n', at);
        at = end === -1 ? text.length : end;
        return true;
      }
    for (const { syntax: own, row } of opening.strings)
      if (text.startsWith(own.open, at)) {
        readString(own, row, '');
        return true;
      }
    return false;
  }

  function skipBlock(close: string): void {
    const end = text.indexOf(close, at + 1);
    const next = end === -1 ? text.length : end + close.length;
    countLines(at, next);
    at = next;
  }

  function countLines(from: number, to: number): void {
    if (nextBreak !== -1 && nextBreak < from) nextBreak = text.indexOf('\n', from);
    for (; nextBreak !== -1 && nextBreak < to; nextBreak = text.indexOf('\n', nextBreak + 1)) line += 1;
  }

  function readString(own: StringSyntax, row: number, prefix: string): void {
    const { open, close, spansLines, hasEscapes } = own;
    const start = at + open.length;
    const closing = close.charCodeAt(0);
    let end = start;
    for (; end < text.length; end += 1) {
      const code = text.charCodeAt(end);
      if (code === 92 && hasEscapes) end += 1;
      else if (code === 10 && !spansLines) break;
      else if (code === closing && (close.length === 1 || text.startsWith(close, end))) break;
    }
    const isClosed = end < text.length && text.startsWith(close, end);
    const next = Math.min(text.length, isClosed ? end + close.length : end);
    const isRaw = prefix.includes('r') || !hasEscapes;
    const isFilled = own.inside !== undefined && (own.isPrefixed !== true || prefix.includes('f'));
    push(
      stringKind,
      start,
      Math.min(end, text.length),
      row | (isRaw ? rawFlag : 0) | (isFilled ? filledFlag : 0),
      at,
    );
    if (isFilled) readInside(own, start, Math.min(end, start + maxStringLength));
    countLines(at, next);
    at = next;
  }

  function readInside({ inside: mark }: StringSyntax, start: number, end: number): void {
    const content = text.slice(start, end);
    if (mark === undefined || !content.includes(mark)) return;
    for (const [name] of content.matchAll(insideName)) inside.push(count - 1, names.idOf(name));
  }

  function readMark(code: number): void {
    if (code === 92 && text.charCodeAt(at + 1) === 10) {
      at += 2;
      line += 1;
      return;
    }
    if (code === 47 && syntax.hasPatterns && mayBePattern()) {
      pattern.lastIndex = at;
      if (pattern.test(text)) {
        push(markKind, at, pattern.lastIndex, patternCode, 0);
        at = pattern.lastIndex;
        return;
      }
    }
    const length = markLength(code, text.charCodeAt(at + 1), text.charCodeAt(at + 2));
    const second = length > 1 ? text.charCodeAt(at + 1) << 8 : 0;
    const third = length > 2 ? text.charCodeAt(at + 2) << 16 : 0;
    push(markKind, at, at + length, code | second | third, 0);
    at += length;
  }

  function mayBePattern(): boolean {
    const before = count - 1;
    const kind = kinds[before];
    if (before < 0 || kind === lineEndKind) return true;
    if (kind === markKind) return codes[before] !== 41 && codes[before] !== 93 && codes[before] !== 125;
    return kind === nameKind && beforePattern.has(text.slice(starts[before], ends[before]));
  }
}

/** What stands for a regular expression. */
export const patternCode = markCode('/p/');

export const maxStringLength = 20_000;

const insideName = /(?<![\w$])[A-Za-z_$@][\w$]*/g;
const prefixes = /^(?:[rbuf]|[rf][bf]?|b?r|fr)$/i;
const pattern = /\/(?![/*])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.){0,400}\]){1,1000}\/[a-z]*/y;
const beforePattern = new Set('return typeof case in of'.split(' '));

function isSigil(code: number): boolean {
  return code === 36 || code === 64 || code === 37;
}

function isWordCode(code: number): boolean {
  return (
    (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 95
  );
}

function isNameCode(code: number): boolean {
  return isWordCode(code) || code === 36 || code > 127;
}

/** `=>`, `===` and the like are one mark. */
function markLength(code: number, next: number, third: number): number {
  switch (code) {
    case 61: // =
      if (next === 61) return third === 61 ? 3 : 2;
      return next === 62 ? 2 : 1;
    case 33: // !
      if (next === 61) return third === 61 ? 3 : 2;
      return 1;
    case 58: // :
      return next === 61 || next === 58 ? 2 : 1;
    case 60: // <
      return next === 61 || next === 60 ? 2 : 1;
    case 62: // >
    case 43: // +
    case 46: // .
      return next === 61 ? 2 : 1;
    case 124: // |
      if (next === 124) return third === 61 ? 3 : 2;
      return 1;
    case 63: // ?
      return next === 63 && third === 61 ? 3 : 1;
    case 45: // -
      return next === 62 ? 2 : 1;
    case 38: // &
      return next === 38 ? 2 : 1;
    case 42: // *
      return next === 42 ? 2 : 1;
    default:
      return 1;
  }
}

interface Openings {
  readonly strings: readonly { readonly syntax: StringSyntax; readonly row: number }[];
  readonly comments: readonly string[];
  readonly blocks: readonly (readonly [string, string])[];
}

const blankClass = 1;
const newlineClass = 2;
const nameClass = 3;
const digitClass = 4;
const openingClass = 5;

/** What each character can start, by its code. */
interface Characters {
  readonly classes: Uint8Array;
  readonly openings: readonly (Openings | undefined)[];
  readonly joiners: readonly (readonly string[] | undefined)[];
}

const knownCharacters = new WeakMap<Syntax, Characters>();

function charactersOf(syntax: Syntax): Characters {
  const known = knownCharacters.get(syntax);
  if (known !== undefined) return known;
  const codes = Array.from({ length: 128 }, (_, code) => code);
  const openings = codes.map((code): Openings | undefined => {
    const first = String.fromCharCode(code);
    const strings = syntax.strings.flatMap((own, row) =>
      own.open.startsWith(first) ? [{ syntax: own, row }] : [],
    );
    const comments = syntax.lineComments.filter((open) => open.startsWith(first));
    const blocks = syntax.blockComments.filter(([open]) => open.startsWith(first) && first !== '\n');
    return strings.length + comments.length + blocks.length > 0 ? { strings, comments, blocks } : undefined;
  });
  const joiners = codes.map((code) => {
    const own = syntax.joiners.filter((joiner) => joiner.charCodeAt(0) === code);
    return own.length > 0 ? own : undefined;
  });
  const classes = Uint8Array.from(codes, (code) => {
    if (code === 32 || code === 9 || code === 13) return blankClass;
    if (code === 10) return newlineClass;
    if (code >= 48 && code <= 57) return digitClass;
    if (isWordCode(code) || syntax.sigils.includes(String.fromCharCode(code))) return nameClass;
    return openings[code] === undefined ? 0 : openingClass;
  });
  const made = { classes, openings, joiners };
  knownCharacters.set(syntax, made);
  return made;
}
