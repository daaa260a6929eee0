/*
 * Mending one top-level entry of a broken block, line by line: tabs become spaces, and a value that cannot be read
 * where it stands (a colon in it, a reserved first character, a quote that does not close, text beside a block
 * indicator) is written again in quotes, together with the lines that continue it.
 */

import { readYaml } from './yaml.js';

export interface MendedEntry {
  readonly lines: readonly string[];
  readonly firstMend: Mend | undefined;
}

export interface Mend {
  /** Counted from 0 in the entry. */
  readonly line: number;
  readonly fix: string;
}

/** For an entry that cannot be read as it stands. */
export function mendEntry(entry: readonly string[]): MendedEntry {
  const mends: Mend[] = [];
  const spaced = entry.map((line, index) => {
    const [mended, fix] =
      index === 0
        ? [line.replace(tightColon, '$1: '), 'put a space after the colon']
        : [line.replace(tabbedIndent, spacesForTabs), 'indent with spaces instead of tabs'];
    if (mended !== line) mends.push({ line: index, fix });
    return mended;
  });

  const lines: string[] = [];
  for (let at = 0; at < spaced.length; ) {
    const slot = findValue(spaced[at] ?? '');
    const end = slot === undefined ? at + 1 : endOfValue(spaced, at + 1, slot.column);
    const own = spaced.slice(at, end);
    const isKnownFault = own.length === entry.length && mends.length === 0;
    const isTried = !isKnownFault && mends.length < mendLimit;
    if (slot === undefined || (isTried && isReadable(own, slot.column))) {
      for (const line of own) lines.push(line);
    } else {
      lines.push(slot.before + JSON.stringify(asText(slot.value, own.slice(1))));
      mends.push({ line: at, fix: 'put the value in quotes' });
    }
    at = end;
  }
  return { lines, firstMend: mends[0] };
}

/** Nobody writes so many faults by hand, and each trial of one costs an exception. */
const mendLimit = 1000;

/** The key that an outermost line starts with; undefined when the line belongs to the entry before it. */
export function entryKey(line: string): string | undefined {
  const key = outermostKey.exec(line)?.[1] ?? tightColon.exec(line)?.[1];
  return key === undefined ? undefined : unquote(key);
}

/** All of an entry that cannot be mended, as the text of its key. */
export function textOfEntry(entry: readonly string[]): string {
  const [first = '', ...rest] = entry;
  return asText(first.slice(first.indexOf(':') + 1).trim(), rest);
}

// A key is one word, or in quotes: several words before a colon are far more often prose.
const keyPattern = /("[^"]*"|'[^']*'|[^\s:#'"[\]{},&*!|>%@`?-][^\s:]*)[ \t]*:(?=[ \t]|$)/.source;
const outermostKey = new RegExp(`^${keyPattern}`);
const valueLine = new RegExp(`^( *(?:- +)*)(?:${keyPattern})?[ \\t]*(.*)$`, 's');
const tightColon = /^([A-Za-z_][\w-]*):(?=[^\s:/])/;
const tabbedIndent = /^ *\t[ \t]*/;
const itemOrComment = /^(?:-(?:[ \t]|$)|#)/;

function spacesForTabs(indent: string): string {
  return indent.replaceAll('\t', '  ');
}

interface ValueSlot {
  /** What stands before the value, up to the space that separates them. */
  readonly before: string;
  readonly value: string;
  /** Lines indented deeper than this belong to the value. */
  readonly column: number;
}

/** Undefined for a line without a value of its own: the lines below it are then looked at one by one. */
function findValue(line: string): ValueSlot | undefined {
  const [, lead = '', key, value = ''] = valueLine.exec(line) ?? [];
  if (value === '' || value.startsWith('#')) return undefined;
  if (key !== undefined) return { before: `${lead}${key}: `, value, column: lead.length };
  if (lead.includes('-')) return { before: lead, value, column: lead.lastIndexOf('-') };
  return undefined;
}

/** A value goes on over blank lines, deeper lines, and prose that is neither key nor item nor comment. */
function endOfValue(lines: readonly string[], from: number, column: number): number {
  for (let at = from; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const text = line.trimStart();
    if (text === '' || line.length - text.length > column) continue;
    if (outermostKey.test(text) || itemOrComment.test(text)) return at;
  }
  return lines.length;
}

function isReadable(lines: readonly string[], column: number): boolean {
  const [first = '', ...rest] = lines;
  const shifted = rest.map((line) => line.slice(Math.min(column, line.length - line.trimStart().length)));
  return readYaml([first.slice(column), ...shifted].join('\n'), { firstLine: 1, aliasLimit: 0 }).ok;
}

/** The text that was meant: without the block indicator or quotes that made it unreadable. */
function asText(value: string, continuation: readonly string[]): string {
  const block = /^([|>])[-+\d]{0,2}(?:[ \t]+(.*))?$/s.exec(value);
  const lines = [block === null ? value : (block[2] ?? ''), ...continuation];
  const text = lines
    .map((line) => line.trim())
    .join('\n')
    .trim();
  if (block?.[1] === '|') return text;
  return block === null ? unquote(fold(text)) : fold(text);
}

/** Lines become one; a blank line stays a line break. */
function fold(text: string): string {
  return text.replace(/\n+/g, (breaks) => (breaks.length === 1 ? ' ' : '\n'));
}

function unquote(text: string): string {
  const quote = text[0];
  if (quote !== '"' && quote !== "'") return text;
  if (text.length > 1 && text.endsWith(quote)) {
    const inner = text.slice(1, -1);
    return quote === '"' ? inner.replace(/\\(["\\])/g, '$1') : inner.replaceAll("''", "'");
  }
  return text.includes(quote, 1) ? text : text.slice(1);
}
