/*
 * Adds a table to an array of tables in a TOML text (`[[skills.config]]`), and removes it again, so that every other byte
 * stays and removing undoes adding. A table that is added ends without a line break where the text did, and has an empty
 * line before it, which is removed with it.
 */

import { isEqual } from '../shape.js';
import { lineBreakOf } from '../utf8.js';
import { printTomlValue } from './toml.js';
import { outlineOf, type Span, type Statement } from './toml-outline.js';

export type TomlFields = Readonly<Record<string, string | boolean>>;

/** The text must be valid TOML; whether the result is, the caller checks. */
export function addTomlTable(text: string, path: readonly string[], fields: TomlFields): string {
  const lineBreak = lineBreakOf(text);
  const lines = [
    `[[${path.join('.')}]]`,
    ...Object.entries(fields).map(([key, value]) => `${key} = ${printTomlValue(value)}`),
  ];
  const isOpen = text !== '' && !text.endsWith('\n');
  const gap = text === '' ? '' : isOpen ? lineBreak + lineBreak : lineBreak;
  return text + gap + lines.join(lineBreak) + (isOpen ? '' : lineBreak);
}

/** Removes the last table with exactly these fields; undefined when there is none. */
export function removeTomlTable(
  text: string,
  path: readonly string[],
  fields: TomlFields,
): string | undefined {
  const found = tablesAt(text, path).findLast((table) => isExactly(text, table, fields));
  const [first, last] = [found?.[0], found?.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  return without(text, { start: first.lines.start, end: last.lines.end });
}

/** Each table is its header and what stands below it, up to the next header. */
function tablesAt(text: string, path: readonly string[]): readonly (readonly Statement[])[] {
  const tables: Statement[][] = [];
  let open: Statement[] | undefined;
  for (const statement of outlineOf(text)) {
    if (statement.value !== undefined) open?.push(statement);
    else {
      open = statement.repeats && isEqual(statement.path, path) ? [statement] : undefined;
      if (open !== undefined) tables.push(open);
    }
  }
  return tables;
}

/** Whether the table has the fields in their spelling, and no comment among them. */
function isExactly(text: string, [header, ...statements]: readonly Statement[], fields: TomlFields): boolean {
  const entries = Object.entries(fields);
  const wanted = entries.map(([key, value]) => `${key} = ${printTomlValue(value)}`);
  const spelled = statements.map(({ lines }) => text.slice(lines.start, lines.end));
  const follow = [header, ...statements].every((statement, at, all) => {
    const next = all[at + 1];
    return next === undefined || /^\r?\n$/.test(text.slice(statement?.lines.end ?? 0, next.lines.start));
  });
  return isEqual(spelled, wanted) && follow;
}

/** The lines are removed with an empty line before them, and at the end of the text with the line break before them. */
function without(text: string, { start, end }: Span): string {
  const after = /^\r?\n/.exec(text.slice(end))?.[0].length ?? 0;
  const before = text.slice(0, start);
  const emptyLine = /(?:^|\n)(\r?\n)$/.exec(before)?.[1]?.length ?? 0;
  const kept = before.slice(0, before.length - emptyLine);
  return after === 0 ? kept.replace(/\r?\n$/, '') : kept + text.slice(end + after);
}
