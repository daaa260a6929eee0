/*
 * A SKILL.md as it is shown: the fields above the text apart from the text. Fields are only split, not interpreted:
 * whatever stands under one belongs to it, so that nothing the author wrote is hidden.
 */

import { splitMark } from '../../text/utf8.js';

export interface FrontmatterField {
  readonly name: string;
  readonly value: string;
}

interface SplitText {
  readonly fields: readonly FrontmatterField[];
  readonly body: string;
}

export function splitFrontmatter(text: string): SplitText {
  const lines = splitMark(text).content.split(/\r?\n/);
  const end = lines.findIndex((line, index) => index > 0 && /^(---|\.\.\.)\s*$/.test(line));
  if (!/^---\s*$/.test(lines[0] ?? '') || end === -1) return { fields: [], body: text };
  return { fields: fieldsOf(lines.slice(1, end)), body: lines.slice(end + 1).join('\n') };
}

function fieldsOf(lines: readonly string[]): readonly FrontmatterField[] {
  const found: { readonly name: string; readonly lines: string[] }[] = [];
  for (const line of lines) {
    const [, name, rest = ''] = /^([^\s#:-][^:]*?)\s*:(?:\s+(.*))?$/.exec(line) ?? [];
    const last = found.at(-1);
    if (name !== undefined) found.push({ name, lines: [rest] });
    else if (last) last.lines.push(line);
    else if (line.trim() !== '') found.push({ name: '', lines: [line] });
  }
  return found.map((field) => ({ name: field.name, value: fieldValue(field.lines) }));
}

function fieldValue([first = '', ...more]: readonly string[]): string {
  const begin = first.trim();
  const rest = withoutIndent(more);
  if (/^[|>][+-]?\d?$/.test(begin)) return rest;
  return [plainValue(begin), rest].filter((part) => part !== '').join('\n');
}

/** Quotes and brackets are the notation's, not the value's. */
function plainValue(written: string): string {
  const [, , quoted] = /^(["'])(.*)\1$/.exec(written) ?? [];
  const [, listed] = /^\[(.*)\]$/.exec(written) ?? [];
  return quoted ?? listed ?? written;
}

function withoutIndent(lines: readonly string[]): string {
  const indents = lines.filter((line) => line.trim() !== '').map((line) => line.search(/\S/));
  const least = Math.min(...indents, 80);
  return lines
    .map((line) => line.slice(least))
    .join('\n')
    .trim();
}

/*
 * What of a file can be shown in a page, and where in it.
 */

/** What is larger is not read into the page. */
export const maxShownBytes = 1_048_576;

/** Bytes that are no text arrive as the sign for what cannot be read. */
export function isBinary(text: string): boolean {
  return text.includes('\0') || text.includes('\uFFFD');
}

/** The line that an address asks for. */
export function lineIn(query: URLSearchParams): number | undefined {
  const line = query.get('line') ?? '';
  return /^[1-9]\d{0,6}$/.test(line) ? Number(line) : undefined;
}
