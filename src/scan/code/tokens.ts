/*
 * Splits code of any language into names, strings, numbers and marks, by the table of its syntax. Names joined by dots
 * are one token. The value of a string has its escapes resolved, and `${name}` where the code puts in an expression,
 * whose tokens come with it. Every text is accepted: what is not understood is a mark.
 */

import { type CharacterSet, charactersLike } from '../package/lines.js';
import type { StringSyntax, Syntax } from './syntax.js';

export interface Token {
  readonly kind: 'name' | 'string' | 'number' | 'mark' | 'line-end';
  /** The value of a string; of a line end, the blanks at the start of the next line. */
  readonly text: string;
  /** From 0. */
  readonly line: number;
  /** The tokens of the expressions inside a string. */
  readonly inside: readonly Token[] | undefined;
  /** A string that is run as a command. */
  readonly isCommand: boolean;
  /** Whether a blank or nothing is before it, as before the arguments of a command. */
  readonly isApart: boolean;
}

const maxStringLength = 20_000;
const maxDepth = 3;

export function tokensOf(text: string, syntax: Syntax, firstLine = 0, depth = 0): readonly Token[] {
  const tokens: Token[] = [];
  let at = 0;
  let line = firstLine;
  const openings = openingsOf(syntax);
  const nameStart = nameStarts(syntax.sigils);

  const countLines = (from: number, to: number) => {
    for (let end = text.indexOf('\n', from); end !== -1 && end < to; end = text.indexOf('\n', end + 1))
      line += 1;
  };

  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === 32 || code === 9 || code === 13) {
      at += 1;
      continue;
    }
    if (code === 10) {
      const start = at + 1;
      at = start;
      while (text.charCodeAt(at) === 32 || text.charCodeAt(at) === 9) at += 1;
      tokens.push({
        kind: 'line-end',
        text: text.slice(start, at),
        line,
        inside: undefined,
        isCommand: false,
        isApart: true,
      });
      line += 1;
      const block = syntax.blockComments.find(
        ([open]) => open.startsWith('\n') && text.startsWith(open, start - 1),
      );
      if (block !== undefined) skipBlock(block[1]);
      continue;
    }
    if (nameStart[code] === true || code > 127) {
      readName();
      continue;
    }
    if (code >= 48 && code <= 57) {
      numberLike.lastIndex = at;
      numberLike.test(text);
      push('number', text.slice(at, numberLike.lastIndex));
      at = numberLike.lastIndex;
      continue;
    }
    const opened = openings[code];
    if (opened !== undefined && readOpening(opened)) continue;
    if (code === 92 && text.charCodeAt(at + 1) === 10) {
      at += 2;
      line += 1;
      continue;
    }
    if (code === 47 && syntax.hasPatterns && mayBePattern(tokens.at(-1))) {
      pattern.lastIndex = at;
      if (pattern.test(text)) {
        push('mark', '/pattern/');
        at = pattern.lastIndex;
        continue;
      }
    }
    marks.lastIndex = at;
    const mark = marks.test(text) ? text.slice(at, marks.lastIndex) : text.charAt(at);
    push('mark', mark);
    at += mark.length;
  }
  return tokens;

  function push(kind: Token['kind'], value: string): void {
    const before = text.charCodeAt(at - 1);
    tokens.push({ kind, text: value, line, inside: undefined, isCommand: false, isApart: !(before > 32) });
  }

  function readName(): void {
    nameLike.lastIndex = at;
    nameLike.test(text);
    let end = Math.max(nameLike.lastIndex, at + 1);
    const first = text.slice(at, end);
    if (syntax.hasPrefixes && first.length <= 2 && prefixes.test(first)) {
      const quote = openings[text.charCodeAt(end)];
      const string = quote?.strings.find(({ open }) => text.startsWith(open, end));
      if (string !== undefined) {
        at = end;
        readString(string, first.toLowerCase());
        return;
      }
    }
    for (;;) {
      const joiner = syntax.joiners.find((candidate) => text.startsWith(candidate, end));
      if (joiner === undefined) break;
      nameLike.lastIndex = end + joiner.length;
      if (!nameLike.test(text) || nameLike.lastIndex === end + joiner.length) break;
      end = nameLike.lastIndex;
    }
    push('name', text.slice(at, end));
    at = end;
  }

  function readOpening({ strings, comments, blocks }: Openings): boolean {
    const block = blocks.find(([open]) => text.startsWith(open, at));
    if (block !== undefined) {
      skipBlock(block[1]);
      return true;
    }
    if (comments.some((open) => text.startsWith(open, at))) {
      const end = text.indexOf('\n', at);
      at = end === -1 ? text.length : end;
      return true;
    }
    const string = strings.find(({ open }) => text.startsWith(open, at));
    if (string === undefined) return false;
    readString(string, '');
    return true;
  }

  function skipBlock(close: string): void {
    const end = text.indexOf(close, at + 1);
    const next = end === -1 ? text.length : end + close.length;
    countLines(at, next);
    at = next;
  }

  function readString(string: StringSyntax, prefix: string): void {
    const { open, close, spansLines, hasEscapes, inside, isPrefixed, isCommand } = string;
    const start = at + open.length;
    const isRaw = prefix.includes('r') || !hasEscapes;
    let end = start;
    for (; end < text.length; end += 1) {
      const code = text.charCodeAt(end);
      if (code === 92 && hasEscapes) end += 1;
      else if (code === 10 && !spansLines) break;
      else if (code === close.charCodeAt(0) && text.startsWith(close, end)) break;
    }
    const raw = text.slice(start, Math.min(end, text.length, start + maxStringLength));
    const isFilled = inside !== undefined && (isPrefixed !== true || prefix.includes('f'));
    const filled = isFilled && depth < maxDepth ? fill(raw, inside) : { text: raw, inside: undefined };
    const before = text.charCodeAt(at - 1);
    tokens.push({
      kind: 'string',
      text: isRaw ? filled.text : unescaped(filled.text),
      line,
      inside: filled.inside !== undefined && filled.inside.length > 0 ? filled.inside : undefined,
      isCommand: isCommand === true,
      isApart: !(before > 32),
    });
    const isClosed = text.startsWith(close, end);
    const next = Math.min(text.length, isClosed ? end + close.length : end);
    countLines(at, next);
    at = next;
  }

  function fill(
    raw: string,
    inside: NonNullable<StringSyntax['inside']>,
  ): { text: string; inside: readonly Token[] } {
    if (!raw.includes(inside.charAt(0))) return { text: raw, inside: [] };
    const found: Token[] = [];
    const shown = raw.replace(insides[inside], (whole: string, one?: string, other?: string) => {
      const expression = one ?? other ?? '';
      if (expression.trim() === '') return whole;
      for (const token of tokensOf(expression, syntax, line, depth + 1)) found.push(token);
      const name = found.find(({ kind }) => kind === 'name')?.text ?? 'x';
      return `\${${name.replace(/[^\w]/g, '_').replace(/^_+(?=\w)/, '')}}`;
    });
    return { text: shown, inside: found };
  }
}

interface Openings {
  readonly strings: readonly StringSyntax[];
  readonly comments: readonly string[];
  readonly blocks: readonly (readonly [string, string])[];
}

const knownOpenings = new WeakMap<Syntax, readonly (Openings | undefined)[]>();

/** What can start at each character, by its code. */
function openingsOf(syntax: Syntax): readonly (Openings | undefined)[] {
  const known = knownOpenings.get(syntax);
  if (known !== undefined) return known;
  const made = Array.from({ length: 128 }, (_, code): Openings | undefined => {
    const first = String.fromCharCode(code);
    const strings = syntax.strings.filter(({ open }) => open.startsWith(first));
    const comments = syntax.lineComments.filter((open) => open.startsWith(first));
    const blocks = syntax.blockComments.filter(([open]) => open.startsWith(first) && first !== '\n');
    return strings.length + comments.length + blocks.length > 0 ? { strings, comments, blocks } : undefined;
  });
  knownOpenings.set(syntax, made);
  return made;
}

const knownStarts = new Map<string, CharacterSet>();

function nameStarts(sigils: string): CharacterSet {
  const known = knownStarts.get(sigils);
  if (known !== undefined) return known;
  const made = charactersLike(new RegExp(`[A-Za-z_${sigils.replace(/[$]/g, '\\$&')}]`));
  knownStarts.set(sigils, made);
  return made;
}

const nameLike = /[$@%]{0,2}[\w$\u0080-\uffff]*/y;
const numberLike = /\d[\w.]*/y;
const prefixes = /^(?:[rbuf]|[rf][bf]?|b?r|fr)$/i;
const marks = /=>|:=|===?|!==?|<=|>=|\+=|\.=|\|\|=|\?\?=|<<|->|::|&&|\|\||\*\*|[^\s]/y;
const pattern = /\/(?![/*])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y;

function mayBePattern(before: Token | undefined): boolean {
  if (before === undefined || before.kind === 'line-end') return true;
  if (before.kind === 'mark') return !/^[)\]}]$/.test(before.text);
  return before.kind === 'name' && /^(?:return|typeof|case|in|of)$/.test(before.text);
}

const insides = {
  '${': /\$\{([^{}]{0,400})\}/g,
  '#{': /#\{([^{}]{0,400})\}/g,
  '{': /(?<!\{)\{([^{}\n]{1,400})\}/g,
  $: /\$\{([^{}]{1,200})\}|\{?(\$\w[\w>-]{0,80}(?:\[[^\]\n]{0,40}\])?)\}?/g,
} as const satisfies Readonly<Record<NonNullable<StringSyntax['inside']>, RegExp>>;

const simpleEscapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '0': '' };

function unescaped(raw: string): string {
  if (!raw.includes('\\')) return raw;
  return raw.replace(
    /\\(?:x([\da-f]{2})|u([\da-f]{4})|u\{([\da-f]{1,6})\}|([0-3][0-7]{2})|(.))/gis,
    (_, two, four, braced, octal, other: string | undefined) => {
      const digits: string | undefined = two ?? four ?? braced;
      if (digits !== undefined) {
        const code = Number.parseInt(digits, 16);
        return code <= 0x10ffff ? String.fromCodePoint(code) : '';
      }
      if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8));
      return simpleEscapes[other ?? ''] ?? other ?? '';
    },
  );
}
