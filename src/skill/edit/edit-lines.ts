/*
 * Planning an edit of a block that is not valid YAML. Such a block is read entry by entry, each from an outermost
 * line with a key to the next such line, so a whole entry can be added, replaced or removed; a part of one cannot.
 */

import { entryKey } from '../rescue-entry.js';
import type { Span } from './edit-outline.js';
import { type EditPlan, type EditValue, refuse, splice } from './edit-plan.js';
import { indentLines, writeBlockEntry } from './edit-write.js';

/** Without a value, the entry is removed. */
export function planLines(
  text: string,
  path: readonly string[],
  value: EditValue | undefined,
  newline: string,
): EditPlan {
  const [key = '', ...below] = path;
  if (below.length > 0) return refuse('broken-frontmatter');
  const margin = /^( *)[^\s#]/m.exec(text)?.[1]?.length ?? 0;
  const [entry, second] = entriesNamed(key, text, margin);
  if (second !== undefined) return refuse('duplicate-key');
  const { start, end } = entry ?? { start: text.length, end: text.length };
  if (value === undefined) return entry === undefined ? { kind: 'nothing' } : splice(start, end, '');
  const lines = indentLines(writeBlockEntry([key], value), margin);
  return splice(start, end, lines.map((line) => line + newline).join(''));
}

/** The spans of the entries with that key; blank lines and comments at the end of an entry are not its own. */
function entriesNamed(key: string, text: string, margin: number): readonly Span[] {
  const entries: { key: string; start: number; end: number }[] = [];
  let start = 0;
  for (const line of text.split(/(?<=\n)/)) {
    const end = start + line.length;
    const found = entryKey(line.slice(margin).trimEnd());
    const last = entries.at(-1);
    if (found !== undefined) entries.push({ key: found, start, end });
    else if (last !== undefined && !/^\s*(#|$)/.test(line)) last.end = end;
    start = end;
  }
  return entries.filter((entry) => entry.key === key);
}
