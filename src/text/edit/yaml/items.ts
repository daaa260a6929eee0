/*
 * Replaces adjacent items of a map or list in their layout: items of a flow collection are separated by commas, items of
 * a block collection have lines of their own and comments below that belong to them.
 */

import type { Outline, OutlineList, OutlineMap, Span } from './outline.js';
import { type Splice, splice } from './plan.js';
import { writeInline } from './write.js';

/** Replaces the items from index `from` up to `to` by `texts`; both may be empty. */
export function replaceFlowItems(
  { inside, items }: OutlineMap | OutlineList,
  from: number,
  to: number,
  texts: readonly string[],
): Splice {
  const [before, first, last, after] = [items[from - 1], items[from], items[to - 1], items[to]];
  const joined = texts.join(', ');
  if (from < to && first !== undefined && last !== undefined) {
    if (joined !== '') return splice(first.start, last.end, joined);
    if (after !== undefined) return splice(first.start, after.start, '');
    return splice(before?.end ?? first.start, last.end, '');
  }
  if (before !== undefined) return splice(before.end, before.end, `, ${joined}`);
  if (after !== undefined) return splice(after.start, after.start, `${joined}, `);
  return splice(inside, inside, joined);
}

/** The same for a block collection, which always has an item; `lines` end in their line breaks. */
export function replaceBlockItems(
  text: string,
  { kind, items, inside }: OutlineMap | OutlineList,
  from: number,
  to: number,
  lines: string,
): Splice {
  const [before, first, last] = [items[from - 1], items[from], items[to - 1]];
  if (from < to && first !== undefined && last !== undefined) {
    return splice(lineStart(text, first.start), itemEnd(text, last), lines);
  }
  if (before === undefined) return splice(lineStart(text, inside), lineStart(text, inside), lines);
  const end = itemEnd(text, before);
  // Comments under the last entry of a map belong to it, so a new entry goes below them. Under a list they may belong
  // to the next field, since its dashes may be in the column of the keys.
  const isLast = kind === 'map' && from === items.length;
  const at = isLast ? commentsEnd(text, end, columnOf(text, before.start)) : end;
  return splice(at, at, lines);
}

/** The offset after the line break that ends an item, and after the comments that are indented under it. */
function itemEnd(text: string, item: Span): number {
  return commentsEnd(text, nextLine(text, item.end), columnOf(text, item.start) + 1);
}

/** Skips whole comment lines that are indented by at least `column`. */
function commentsEnd(text: string, offset: number, column: number): number {
  const comment = /([ \t]*)#.*(?:\n|$)/y;
  let end = offset;
  for (;;) {
    comment.lastIndex = end;
    const match = comment.exec(text);
    if (match?.[1] === undefined || match[1].length < column) return end;
    end = comment.lastIndex;
  }
}

function columnOf(text: string, offset: number): number {
  return offset - lineStart(text, offset);
}

function lineStart(text: string, offset: number): number {
  return offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
}

/** Where the text of a line ends, before its line break. */
export function lineEnd(text: string, offset: number): number {
  const newline = text.indexOf('\n', offset);
  if (newline === -1) return text.length;
  return newline > offset && text[newline - 1] === '\r' ? newline - 1 : newline;
}

function nextLine(text: string, offset: number): number {
  const newline = text.indexOf('\n', offset);
  return newline === -1 ? text.length : newline + 1;
}

/**
 * Plans a new list over an old one. Items at the start and end of both are not touched, so that adding or removing a tag
 * keeps the comments, quotes and order of the others. Undefined when the list must be written again: some item is not
 * text, or no item is left to copy the style from.
 */
export function planList(
  { text, newline }: Outline,
  list: OutlineList,
  wanted: readonly string[],
): Splice | undefined {
  const first = list.items[0]?.value;
  const old = list.items.map(({ value }) => (value.kind === 'scalar' ? value.text : undefined));
  if (first?.kind !== 'scalar' || old.includes(undefined) || wanted.length === 0) return undefined;

  const from = commonStart(old, wanted);
  const commonEnd = commonStart(old.slice(from).reverse(), wanted.slice(from).reverse());
  const to = old.length - commonEnd;
  const style = first.style === 'single' || first.style === 'double' ? first.style : 'plain';
  const layout = list.flow ? 'flow' : 'block';
  const added = wanted.slice(from, wanted.length - commonEnd).map((item) => writeInline(item, style, layout));
  if (list.flow) return replaceFlowItems(list, from, to, added);

  const lead = text.slice(lineStart(text, list.inside), first.start);
  if (!/^ *- +$/.test(lead)) return undefined;
  return replaceBlockItems(text, list, from, to, added.map((item) => lead + item + newline).join(''));
}

function commonStart(old: readonly (string | undefined)[], wanted: readonly string[]): number {
  const end = Math.min(old.length, wanted.length);
  let at = 0;
  while (at < end && old[at] === wanted[at]) at += 1;
  return at;
}
