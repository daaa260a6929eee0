/*
 * Planning a new list over an old one. The items that both begin and end with are not touched, so that adding or
 * dropping a tag keeps the comments, quotes and order of all the others.
 */

import { lineStart, replaceBlockItems, replaceFlowItems } from './edit-items.js';
import type { Outline, OutlineList } from './edit-outline.js';
import type { Splice } from './edit-plan.js';
import { writeInline } from './scalar-text.js';

/** Undefined when the list has to be written anew: some item is not text, or none is left to go by. */
export function planList(
  { text, newline }: Outline,
  list: OutlineList,
  wanted: readonly string[],
): Splice | undefined {
  const first = list.items[0]?.value;
  const old = list.items.map(({ value }) => (value.kind === 'scalar' ? value.text : undefined));
  if (first?.kind !== 'scalar' || old.includes(undefined) || wanted.length === 0) return undefined;

  const from = commonStart(old, wanted);
  const kept = commonStart(old.slice(from).reverse(), wanted.slice(from).reverse());
  const to = old.length - kept;
  const style = first.style === 'single' || first.style === 'double' ? first.style : 'plain';
  const place = list.flow ? 'flow' : 'block';
  const added = wanted.slice(from, wanted.length - kept).map((item) => writeInline(item, style, place));
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
