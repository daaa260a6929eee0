/*
 * Changes the items of a TOML list and nothing else: comments, line breaks and the spelling of the items that stay
 * are kept. An item that has its line to itself takes the line, and what is said behind it, along when it goes.
 */

import { parse } from 'smol-toml';
import { type Span, tokensFrom } from './config-edit-outline.js';

/** Puts this in the place of the span. */
export interface Splice extends Span {
  readonly text: string;
}

/** The changes that make the list at `list` have these items. */
export function listSplices(
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

export function lineBreakOf(source: string): string {
  return source.includes('\r\n') ? '\r\n' : '\n';
}

interface Item extends Span {
  readonly value: unknown;
  /** Where the comma behind it is. */
  readonly comma: number | undefined;
  /** Where its line is, with the line break, if it has that to itself. */
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
