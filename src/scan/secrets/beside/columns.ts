/*
 * Secrets in tables: a column is named like a secret, as in the output of a database, a Markdown table or a CSV export. The
 * value is in the same column of a line below.
 */

import type { Finding } from '../find.js';
import type { SecretName } from '../secret-name.js';
import { isPasswordLike, isPlaceholder, looksRandom } from '../secret-value.js';

/** The first value below the name at this range that is not redacted yet. */
export function columnValue(
  text: string,
  name: { readonly start: number; readonly end: number },
  certainty: SecretName,
): Finding | undefined {
  const lineStart = lineStartBefore(text, name.start);
  const head = text.slice(lineStart, name.start);
  if (lineStart === undefined || head.length > longestLine) return undefined;
  const delimiter = delimiterOf(head, text.slice(name.end, name.end + 40));
  if (delimiter === undefined) return undefined;
  const column = head.split(delimiter).length - 1;
  let from = lineEndAfter(text, name.end);
  // Below the header of a drawn table is a line; any other header is the first line.
  if (
    from.next < 0 ||
    !(delimiter === '|' || delimiter === '│' ? isRule(text, from.next) : isFirstLine(text, lineStart))
  )
    return undefined;
  for (let line = 0; line < maxLines && from.next > 0; line += 1) {
    const start = from.next;
    from = lineEndAfter(text, start);
    const row = text.slice(start, from.end);
    if (/^[\s|+:=─┼│├┤-]*$/.test(row)) continue;
    const cells = row.split(delimiter);
    const cell = cells[column];
    if (cell === undefined || cells.length < 2) return undefined;
    const value = cell.trim().replace(/^\\{0,3}["'`]|\\{0,3}["'`]$/g, '');
    if (value.startsWith('[redacted:')) continue;
    const isSecret =
      certainty === 'certain' ? isPasswordLike(value) : value.length >= 16 && looksRandom(value);
    if (!isSecret || isPlaceholder(value)) return undefined;
    const before = cells.slice(0, column).join(delimiter).length + (column > 0 ? 1 : 0);
    const at = start + before + cell.indexOf(value);
    return { start: at, end: at + value.length, kind: 'secret' };
  }
  return undefined;
}

function isRule(text: string, at: number): boolean {
  return /^[\s|+:=─┼│├┤-]{3,}$/.test(text.slice(at, lineEndAfter(text, at).end));
}

function isFirstLine(text: string, at: number): boolean {
  return /^(?:\{"\w{1,20}":")?$|\n\s*\n$|\\n\\n$/.test(text.slice(Math.max(0, at - 40), at));
}

const longestLine = 400;
const maxLines = 14;

/** Where the line begins; a longer one is no header. */
function lineStartBefore(text: string, at: number): number {
  const before = text.slice(Math.max(0, at - longestLine - 1), at);
  const breaks = [...before.matchAll(/\n|\\n/g)].at(-1);
  return at - before.length + (breaks === undefined ? jsonStart(before) : breaks.index + breaks[0].length);
}

/** A text within JSON begins after its quote. */
function jsonStart(before: string): number {
  const opened = /^\{"\w{1,20}":"/.exec(before);
  return opened === null ? 0 : opened[0].length;
}

function lineEndAfter(text: string, at: number): { readonly end: number; readonly next: number } {
  const rest = text.slice(at, at + longestLine);
  const found = /\r?\n|\\n/.exec(rest);
  return found === null
    ? { end: at + rest.length, next: -1 }
    : { end: at + found.index, next: at + found.index + found[0].length };
}

/** The character beside the name that separates columns. The other names of a header are words. */
function delimiterOf(head: string, after: string): string | undefined {
  const next = /^["'`]?[ \t]{0,20}([|,;\t│])/.exec(after)?.[1];
  const before = /([|,;\t│])[ \t]{0,20}["'`]?$/.exec(head)?.[1];
  const ends = /^["'`]?[ \t|│]{0,4}(?:\r?\n|\\n)/.test(after);
  const delimiter = before ?? (head.trim() === '' ? next : undefined);
  if (delimiter === undefined || (next !== undefined && next !== delimiter) || (next === undefined && !ends))
    return undefined;
  return /^[\w\s|,;│."'`()-]*$/.test(head) ? delimiter : undefined;
}
