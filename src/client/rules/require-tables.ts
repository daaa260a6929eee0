/*
 * Edits the tables `[require.skills]`, `[require.agents]` and `[require.commands]` of `coppice.toml`: one line for each
 * item, sorted by slug, so that two branches that add an item merge. Every other byte stays. Undefined where the file is
 * written in a way in which that is impossible, such as a table for one item.
 */

import type { Kind } from '../../registry/api/names.js';
import { printTomlKey, printTomlValue } from '../../text/edit/toml.js';
import { outlineOf, type Span, type Statement } from '../../text/edit/toml-outline.js';
import { compareText, lineBreakOf } from '../../text/utf8.js';
import { tableOfKind } from './item-names.js';
import type { ItemName, ManifestItem, Wanted } from './manifest.js';

export function hasRequireTables(content: string): boolean {
  return outlineOf(content).some(({ path }) => path[0] === 'require');
}

/** `deploy = "^1.2"`, or a table in one line for what comes from no registry. */
export function requireLine({ slug, ...item }: Pick<ManifestItem, 'slug' | 'as' | 'wanted'>): string {
  return `${printTomlKey(slug)} = ${valueText(item)}`;
}

/** `comments` are whole lines that belong to the item, and come before it. */
export function addRequireLine(
  content: string,
  item: ManifestItem,
  comments: readonly string[] = [],
): string | undefined {
  const lineBreak = lineBreakOf(content);
  const lines = [...comments, requireLine(item)].join(lineBreak);
  const table = tableOf(content, item.kind);
  if (table === undefined) {
    const gap = content.trim() === '' || /\n[ \t]*\r?\n$/.test(content) ? '' : lineBreak;
    const open = content === '' || content.endsWith('\n') ? '' : lineBreak;
    return `${content}${open}${gap}[require.${tableOfKind[item.kind]}]${lineBreak}${lines}${lineBreak}`;
  }
  const { header, entries } = table;
  const next = entries.find((entry) => compareText(keyOf(entry), item.slug) > 0);
  if (next !== undefined) {
    const start = withCommentsAbove(content, next, header).start;
    return content.slice(0, start) + lines + lineBreak + content.slice(start);
  }
  const { end } = (entries.at(-1) ?? header).lines;
  return content.slice(0, end) + lineBreak + lines + content.slice(end);
}

/** Undefined also if the item has more than one statement. */
export function removeRequireLine(content: string, name: ItemName): string | undefined {
  const span = entryOf(content, name)?.lines;
  if (span === undefined) return undefined;
  const lineBreak = /^\r?\n/.exec(content.slice(span.end))?.[0].length ?? 0;
  return content.slice(0, span.start) + content.slice(span.end + lineBreak);
}

export function setRequireRange(content: string, item: ManifestItem, range: string): string | undefined {
  const value = entryOf(content, item)?.value;
  const text = valueText({ as: item.as, wanted: { from: 'registry', range } });
  return value && content.slice(0, value.start) + text + content.slice(value.end);
}

interface RequireTable {
  readonly header: Statement;
  /** In the order of the file. */
  readonly entries: readonly Statement[];
}

function tableOf(content: string, kind: Kind): RequireTable | undefined {
  const statements = outlineOf(content);
  const isOwn = ({ table }: Statement) => table.join('.') === `require.${tableOfKind[kind]}`;
  const header = statements.find((statement) => statement.value === undefined && isOwn(statement));
  return header && { header, entries: statements.filter((one) => one.value !== undefined && isOwn(one)) };
}

function entryOf(content: string, { kind, slug }: ItemName): Statement | undefined {
  const own = (tableOf(content, kind)?.entries ?? []).filter((entry) => keyOf(entry) === slug);
  const [entry, ...others] = own;
  return entry?.path.length === 3 && others.length === 0 ? entry : undefined;
}

function keyOf({ path }: Statement): string {
  return path[2] ?? '';
}

/** The comment lines directly above a statement are about it. */
export function withCommentsAbove(content: string, { lines }: Statement, after?: Statement): Span {
  const from = after === undefined ? 0 : after.lines.end;
  const above = /(?:(?:^|(?<=\n))[ \t]*#[^\n]*\n)*$/.exec(content.slice(from, lines.start))?.[0] ?? '';
  return { start: lines.start - above.length, end: lines.end };
}

function valueText({ as, wanted }: Pick<ManifestItem, 'as' | 'wanted'>): string {
  if (wanted.from === 'registry' && as === undefined) return printTomlValue(wanted.range);
  const said = Object.entries({ ...originKeys(wanted), as }).flatMap(([key, value]) =>
    value === undefined ? [] : `${key} = ${printTomlValue(value)}`,
  );
  return `{ ${said.join(', ')} }`;
}

function originKeys(wanted: Wanted): Readonly<Record<string, string | undefined>> {
  if (wanted.from === 'registry') return { version: wanted.range };
  if (wanted.from === 'path') return { path: wanted.path };
  return { git: wanted.url, path: wanted.path === '' ? undefined : wanted.path, ref: wanted.ref };
}
