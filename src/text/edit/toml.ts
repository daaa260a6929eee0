/*
 * Sets one key in a TOML text. Comments, order, spelling and line endings of everything else stay as they are; if that is
 * impossible, nothing is edited, because the file belongs to the person who wrote it.
 */

import { parse, TomlError } from 'smol-toml';
import { isEqual, isTable } from '../shape.js';
import { lineBreakOf } from '../utf8.js';
import { outlineOf, type Span, type Statement, tokensFrom } from './toml-outline.js';

type Scalar = string | number | boolean;

/**
 * `name` is a key in a table: `library.trusted_projects`. The text must be valid TOML. Undefined when more than that key
 * would have to change.
 */
export function setTomlKey(
  text: string,
  name: string,
  value: Scalar | readonly Scalar[],
): string | undefined {
  const path = name.split('.');
  const wanted = withValue(parse(text), path, value);
  const edited = wanted && splice(text, splicesFor(text, path, value));
  return edited !== undefined && isEqual(parsed(edited), wanted) ? edited : undefined;
}

/** One part of a key, in quotes where it needs them. */
export function printTomlKey(key: string): string {
  return printKey([key]);
}

export function printTomlValue(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(printTomlValue).join(', ')}]`;
  // JSON escapes everything that TOML requires, except for this control character.
  return JSON.stringify(value).replaceAll('\u007f', '\\u007f');
}

function splicesFor(
  text: string,
  path: readonly string[],
  value: Scalar | readonly Scalar[],
): readonly Splice[] {
  const statements = outlineOf(text);
  const given = statements.find((statement) => statement.value && isEqual(statement.path, path));
  if (given?.value !== undefined) {
    if (Array.isArray(value) && text[given.value.start] === '[') {
      return listSplices(text, given.value, value, printTomlValue);
    }
    return [{ ...given.value, text: printTomlValue(value) }];
  }
  const lineBreak = lineBreakOf(text);
  const neighbour = statements.findLast((statement) => isNeighbour(statement, path));
  if (neighbour !== undefined) {
    const { table, lines } = neighbour;
    const indent = /^[ \t]*/.exec(text.slice(lines.start))?.[0] ?? '';
    const line = `${lineBreak}${indent}${printKey(path.slice(table.length))} = ${printTomlValue(value)}`;
    return [{ start: lines.end, end: lines.end, text: line }];
  }
  const gap = text === '' ? '' : text.endsWith('\n') ? lineBreak : lineBreak + lineBreak;
  const header = `${gap}[${printKey(path.slice(0, -1))}]${lineBreak}`;
  const line = `${printKey(path.slice(-1))} = ${printTomlValue(value)}${lineBreak}`;
  return [{ start: text.length, end: text.length, text: header + line }];
}

/** Whether the key can be added after this statement: under its header, or in the same dotted spelling. */
function isNeighbour({ path, table, repeats, value }: Statement, wanted: readonly string[]): boolean {
  const parent = wanted.slice(0, -1);
  if (repeats || !isEqual(wanted.slice(0, table.length), table)) return false;
  return value === undefined
    ? isEqual(table, parent)
    : isEqual(path.slice(0, parent.length), parent) && path.length > parent.length;
}

function splice(text: string, splices: readonly Splice[]): string {
  return splices
    .toSorted((a, b) => b.start - a.start)
    .reduce((edited, { start, end, text: put }) => edited.slice(0, start) + put + edited.slice(end), text);
}

function printKey(path: readonly string[]): string {
  return path.map((part) => (/^[\w-]+$/.test(part) ? part : printTomlValue(part))).join('.');
}

type Table = Readonly<Record<string, unknown>>;

/** Undefined when a parent is not a table. */
function withValue(table: Table, [key = '', ...rest]: readonly string[], value: unknown): Table | undefined {
  if (rest.length === 0) return { ...table, [key]: value };
  const inner = Object.hasOwn(table, key) ? table[key] : {};
  const changed = isTable(inner) ? withValue(inner, rest, value) : undefined;
  return changed && { ...table, [key]: changed };
}

function parsed(text: string): Table | undefined {
  try {
    return parse(text);
  } catch (error) {
    if (error instanceof TomlError) return undefined;
    throw error;
  }
}

/** Replaces the span by the text. */
interface Splice extends Span {
  readonly text: string;
}

/**
 * The changes that give a list these items. Comments, line breaks and the spelling of other items are kept. An item that
 * is alone on its line is removed together with that line and the comment after it.
 */
function listSplices(
  source: string,
  list: Span,
  wanted: readonly unknown[],
  print: (item: unknown) => string,
): readonly Splice[] {
  const items = itemsOf(source, list);
  const kept: Item[] = [];
  for (const item of items) if (item.value === wanted[kept.length]) kept.push(item);
  const dropped = items.filter((item) => !kept.includes(item));
  const added = wanted.slice(kept.length).map(print);
  return [
    ...dropped.map((item) => ({ ...spanToDrop(source, items, item, kept), text: '' })),
    ...(added.length > 0 ? splicesToAdd(source, list, kept.at(-1), added) : []),
  ];
}

interface Item extends Span {
  readonly value: unknown;
  /** The position of the comma after the item. */
  readonly comma: number | undefined;
  /** The line of the item, with the line break, if the item is alone on it. */
  readonly ownLine: Span | undefined;
}

function itemsOf(source: string, list: Span): readonly Item[] {
  const items: Item[] = [];
  let span: Span | undefined;
  let depth = 0;
  const finish = (comma: number | undefined) => {
    if (span !== undefined) items.push(itemAt(source, span, comma));
    span = undefined;
  };
  for (const { text, start, end } of tokensFrom(source, list.start + 1)) {
    if (depth === 0 && text === ']') break;
    if (text === '[' || text === '{') depth += 1;
    if (text === ']' || text === '}') depth -= 1;
    if (depth === 0 && text === ',') finish(start);
    else if (text.trim() !== '' && !text.startsWith('#')) {
      const indent = text.length - text.trimStart().length;
      span = { start: span?.start ?? start + indent, end: end - (text.length - text.trimEnd().length) };
    }
  }
  finish(undefined);
  return items;
}

function itemAt(source: string, { start, end }: Span, comma: number | undefined): Item {
  const lineStart = source.lastIndexOf('\n', start) + 1;
  const rest = /[ \t]*(,?)[ \t]*(?:#[^\n]*)?\r?\n/y;
  rest.lastIndex = end;
  const found = rest.exec(source);
  const isAlone =
    found !== null &&
    (found[1] === ',') === (comma !== undefined) &&
    source.slice(lineStart, start).trim() === '';
  return {
    start,
    end,
    value: parse(`item = ${source.slice(start, end)}`)['item'],
    comma,
    ownLine: isAlone ? { start: lineStart, end: rest.lastIndex } : undefined,
  };
}

function spanToDrop(source: string, items: readonly Item[], item: Item, kept: readonly Item[]): Span {
  if (item.ownLine !== undefined) return item.ownLine;
  if (item.comma !== undefined) {
    const spaces = /[ \t]*/y;
    spaces.lastIndex = item.comma + 1;
    spaces.exec(source);
    return { start: item.start, end: spaces.lastIndex };
  }
  const before = items[items.indexOf(item) - 1];
  const canJoin =
    before !== undefined && kept.includes(before) && /^[\s,]*$/.test(source.slice(before.end, item.start));
  return { start: canJoin ? before.end : item.start, end: item.end };
}

function splicesToAdd(
  source: string,
  list: Span,
  last: Item | undefined,
  added: readonly string[],
): readonly Splice[] {
  const lineBreak = lineBreakOf(source);
  const insert = (at: number, text: string): Splice => ({ start: at, end: at, text });
  if (last?.ownLine !== undefined) {
    const indent = source.slice(last.ownLine.start, last.start);
    const lines = added.map((item) => indent + item).join(`,${lineBreak}`);
    const hasComma = last.comma !== undefined;
    return [
      ...(hasComma ? [] : [insert(last.end, ',')]),
      insert(last.ownLine.end, `${lines}${hasComma ? ',' : ''}${lineBreak}`),
    ];
  }
  if (last !== undefined) return [insert(last.end, added.map((item) => `, ${item}`).join(''))];
  const closing = list.end - 1;
  if (!source.slice(list.start, closing).includes('\n')) return [insert(closing, added.join(', '))];
  const lines = added.map((item) => `  ${item},${lineBreak}`).join('');
  return [insert(source.lastIndexOf('\n', closing) + 1, lines)];
}
