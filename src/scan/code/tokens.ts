/*
 * The tokens of a program as objects, for the statements that a rule reads. The value of a string has its escapes
 * resolved, and `${name}` where the code puts in an expression, whose tokens come with it.
 */

import {
  filledFlag,
  lex,
  lineEndKind,
  markKind,
  maxStringLength,
  nameKind,
  numberKind,
  patternCode,
  rawFlag,
  stringKind,
  type TokenTable,
} from './lexer.js';
import type { StringSyntax, Syntax } from './syntax.js';

export interface Token {
  readonly kind: 'name' | 'string' | 'number' | 'mark';
  /** Of a string, its value. */
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

const maxDepth = 3;

/** The tokens of a range, without line ends. */
export function tokensBetween(table: TokenTable, from: number, to: number, depth = 0): Token[] {
  const tokens: Token[] = [];
  for (let at = from; at < to; at += 1)
    if (table.kinds[at] !== lineEndKind) tokens.push(tokenAt(table, at, depth));
  return tokens;
}

function tokenAt(
  { text, syntax, kinds, starts, ends, lines, codes, lasts }: TokenTable,
  at: number,
  depth: number,
): Token {
  const kind = kinds[at] ?? markKind;
  const start = starts[at] ?? 0;
  const line = lines[at] ?? 0;
  const code = codes[at] ?? 0;
  if (kind !== stringKind)
    return {
      kind: kind === nameKind ? 'name' : kind === numberKind ? 'number' : 'mark',
      text: kind === markKind && code === patternCode ? '/pattern/' : text.slice(start, ends[at]),
      line,
      inside: undefined,
      isCommand: false,
      isApart: !(text.charCodeAt(start - 1) > 32),
    };
  const string = syntax.strings[code & 0xff];
  const raw = text.slice(start, Math.min(ends[at] ?? 0, start + maxStringLength));
  const mark = code & filledFlag && depth < maxDepth ? string?.inside : undefined;
  const filled = mark === undefined ? { text: raw, inside: [] } : fill(raw, mark, syntax, line, depth);
  return {
    kind: 'string',
    text: code & rawFlag ? filled.text : unescaped(filled.text),
    line,
    inside: filled.inside.length > 0 ? filled.inside : undefined,
    isCommand: string?.isCommand === true,
    isApart: !(text.charCodeAt((lasts[at] ?? 0) - 1) > 32),
  };
}

function fill(
  raw: string,
  mark: NonNullable<StringSyntax['inside']>,
  syntax: Syntax,
  line: number,
  depth: number,
): { readonly text: string; readonly inside: readonly Token[] } {
  if (!raw.includes(mark.charAt(0))) return { text: raw, inside: [] };
  const found: Token[] = [];
  const shown = raw.replace(insides[mark], (whole: string, one?: string, other?: string) => {
    const expression = one ?? other ?? '';
    if (expression.trim() === '') return whole;
    const table = lex(expression, syntax, undefined, line);
    for (const token of tokensBetween(table, 0, table.count, depth + 1)) found.push(token);
    const name = found.find(({ kind }) => kind === 'name')?.text ?? 'x';
    return `\${${name.replace(/[^\w]/g, '_').replace(/^_+(?=\w)/, '')}}`;
  });
  return { text: shown, inside: found };
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
