/*
 * The positions of statements and tokens in a valid TOML text. A TOML parser returns the values without their
 * positions, which are all that an edit needs.
 */

import { parse } from 'smol-toml';
import { isTable } from '../shape.js';

export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A header (`[library]`) or a key with its value. */
export interface Statement {
  /** From the top of the document. */
  readonly path: readonly string[];
  /** The header above the statement; for a header, its own path. */
  readonly table: readonly string[];
  /** The header begins one of several tables (`[[library.external_dirs]]`). */
  readonly repeats: boolean;
  /** Undefined for a header. */
  readonly value: Span | undefined;
  /** Its whole lines, without the final line break. */
  readonly lines: Span;
}

export function outlineOf(text: string): readonly Statement[] {
  const statements: Statement[] = [];
  let table: Pick<Statement, 'table' | 'repeats'> = { table: [], repeats: false };
  for (let at = nextStatement(text, 0); at < text.length; at = nextStatement(text, at)) {
    const lineStart = text.lastIndexOf('\n', at) + 1;
    const brackets = /\[{0,2}/y;
    const depth = matchAt(brackets, text, at).length;
    const key = matchAt(dottedKey, text, at + depth);
    const path = pathOf(key);
    if (depth > 0) {
      table = { table: path, repeats: depth === 2 };
      at = lineEndAfter(text, at + depth + key.length);
      statements.push({ ...table, path, value: undefined, lines: { start: lineStart, end: at } });
      continue;
    }
    const value = valueAt(text, at + key.length + 1);
    at = lineEndAfter(text, value.end);
    statements.push({
      ...table,
      path: [...table.table, ...path],
      value,
      lines: { start: lineStart, end: at },
    });
  }
  return statements;
}

export interface Token extends Span {
  readonly text: string;
}

/** Strings, comments, brackets, commas, line breaks, and the rest between them, to the end of the text. */
export function* tokensFrom(text: string, start: number): Generator<Token> {
  for (let at = start; at < text.length; ) {
    const found = matchAt(token, text, at);
    // Only a text that is not TOML has anything else.
    if (found === '') return;
    yield { text: found, start: at, end: at + found.length };
    at += found.length;
  }
}

const dottedKey = /(?:"(?:\\.|[^"\\\n])*"|'[^'\n]*'|[^"'=\]\n])+/y;

const token =
  /"""(?:\\[\s\S]|[^\\])*?"{3,5}|'''[\s\S]*?'{3,5}|"(?:\\.|[^"\\])*"|'[^']*'|#[^\n]*|[[\]{},\n]|[^"'#[\]{},\n]+/y;

function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? '';
}

function nextStatement(text: string, at: number): number {
  return at + matchAt(/(?:\s|#[^\n]*)*/y, text, at).length;
}

function lineEndAfter(text: string, at: number): number {
  return at + matchAt(/[^\r\n]*/y, text, at).length;
}

/** Uses the parser itself, so that quoted and dotted keys mean the same. */
function pathOf(key: string): readonly string[] {
  const path: string[] = [];
  for (let inner: unknown = parse(`${key} = 0`); isTable(inner); ) {
    const [entry] = Object.entries(inner);
    if (entry === undefined) break;
    path.push(entry[0]);
    inner = entry[1];
  }
  return path;
}

function valueAt(text: string, afterEquals: number): Span {
  const start = afterEquals + matchAt(/[ \t]*/y, text, afterEquals).length;
  let end = start;
  let depth = 0;
  for (const { text: found, end: after } of tokensFrom(text, start)) {
    if (depth === 0 && (found === '\n' || found.startsWith('#'))) break;
    if (found === '[' || found === '{') depth += 1;
    if (found === ']' || found === '}') depth -= 1;
    if (found.trim() !== '') end = after - (found.length - found.trimEnd().length);
  }
  return { start, end };
}
