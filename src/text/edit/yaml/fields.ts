/*
 * Plans a new value for one field, or its removal. An existing value is replaced in place; a missing one is added at the
 * end of its map, together with missing parent maps.
 */

import { lineEnd, planList, replaceBlockItems, replaceFlowItems } from './items.js';
import type { Outline, OutlineEntry, OutlineMap, OutlineNode, Span } from './outline.js';
import { type EditPlan, type EditRefused, type EditValue, refuse, type Splice, splice } from './plan.js';
import { indentLines, writeBlock, writeBlockEntry, writeFlow, writeFlowEntry } from './write.js';

export function planSet(outline: Outline, path: readonly string[], value: EditValue): EditPlan {
  const trail = followPath(outline, path);
  if (trail.kind === 'refused') return trail;
  const last = trail.steps.at(-1);
  if (last === undefined) return planAdd(outline, outline.root, trail.rest, value);
  const old = last.entry.value;
  if (trail.rest.length > 0 && old.kind === 'map') return planAdd(outline, old, trail.rest, value);
  if (trail.rest.length > 0 && old.kind !== 'empty')
    return refuse(old.kind === 'alias' ? 'aliased' : 'not-a-map');
  if (isAliased(outline, old)) return refuse('aliased');
  const listPlan =
    typeof value === 'object' && old.kind === 'list' ? planList(outline, old, value) : undefined;
  return listPlan ?? planValue(outline, last, trail.rest, value);
}

function planAdd(
  { text, newline, step }: Outline,
  map: OutlineMap | undefined,
  names: readonly string[],
  value: EditValue,
): Splice {
  const count = map?.items.length ?? 0;
  if (map?.flow) {
    const style = map.items[0]?.keyStyle ?? 'plain';
    return replaceFlowItems(map, count, count, [writeFlowEntry(names, value, style)]);
  }
  const lines = indentLines(writeBlockEntry(names, value, step), map?.column ?? 0)
    .map((line) => line + newline)
    .join('');
  if (map === undefined) return splice(text.length, text.length, lines);
  return replaceBlockItems(text, map, count, count, lines);
}

/**
 * Plans another value for a key, in the style of the old one. The comment on the key's line stays there, also when a
 * value of several lines becomes a single line or the other way round. `names` are the missing maps on the way.
 */
function planValue(
  { text, newline, step }: Outline,
  { map, entry }: TrailStep,
  names: readonly string[],
  value: EditValue,
): EditPlan {
  const { value: old, colonEnd } = entry;
  if (colonEnd === undefined) return refuse('unusual-syntax');
  if (map.flow) {
    // Keys in double quotes mean JSON, which new text must not break.
    const written = writeFlow(names, value, old.kind === 'scalar' ? old.style : entry.keyStyle);
    const gap = old.kind === 'empty' && old.start === colonEnd ? ' ' : '';
    return splice(old.start, old.end, gap + written);
  }

  const { head, lines } = writeBlock(names, value, old.kind === 'scalar' ? old.style : 'plain', step);
  const keyLineEnd = lineEnd(text, colonEnd);
  const startsBelow = old.start > keyLineEnd;
  const oldGap = startsBelow ? '' : text.slice(colonEnd, old.start);
  const oldEnd = takesLines(old) ? lineEnd(text, old.end) : old.end;
  const comment = startsBelow || takesLines(old) ? commentIn(text.slice(colonEnd, keyLineEnd)) : '';
  const inline = (head === '' ? '' : oldGap || ' ') + head + comment;
  if (lines.length === 0) return splice(colonEnd, oldEnd, inline);

  const end = lineEnd(text, oldEnd);
  const column = (old.kind === 'scalar' ? old.contentColumn : undefined) ?? map.column + step;
  const below = indentLines(lines, column);
  return splice(colonEnd, end, [inline + text.slice(oldEnd, end), ...below].join(newline));
}

/** Whether the old value continues to the end of its last line, so that no comment can follow it. */
function takesLines(node: OutlineNode): boolean {
  if (node.kind === 'scalar') return node.style === 'literal' || node.style === 'folded';
  return (node.kind === 'map' || node.kind === 'list') && !node.flow;
}

/** The comment with the space before it; empty when there is none. */
function commentIn(keyLine: string): string {
  const space = keyLine.search(/\s#/);
  return space === -1 ? '' : keyLine.slice(keyLine.slice(0, space).trimEnd().length);
}

/**
 * Plans the removal of one field: its lines with the comment after it, or its text between commas. Comments above it
 * stay, since they may be about more than this field. A map that contains nothing else is removed too, so that removing
 * what was added restores the text.
 */
export function planRemove(outline: Outline, path: readonly string[]): EditPlan {
  const trail = followPath(outline, path);
  if (trail.kind === 'refused') return trail;
  const target = trail.steps.findLast(({ map }, depth) => depth === 0 || map.items.length > 1);
  if (trail.rest.length > 0 || target === undefined) return { kind: 'nothing' };
  const { map, entry } = target;
  if (isAliased(outline, entry)) return refuse('aliased');
  const index = map.items.indexOf(entry);
  return map.flow
    ? replaceFlowItems(map, index, index + 1, [])
    : replaceBlockItems(outline.text, map, index, index + 1, '');
}

/** The path of a field in the outline, as far as it exists. */
interface Trail {
  readonly kind: 'trail';
  /** The entries found on the way, outermost first, each with the map it is in. */
  readonly steps: readonly TrailStep[];
  /** The names for which there is no entry. */
  readonly rest: readonly string[];
}

interface TrailStep {
  readonly map: OutlineMap;
  readonly entry: OutlineEntry;
}

function followPath(outline: Outline, path: readonly string[]): Trail | EditRefused {
  const steps: TrailStep[] = [];
  let map = outline.root;
  for (const key of path) {
    const [entry, second] = map?.items.filter((item) => item.key === key) ?? [];
    if (map === undefined || entry === undefined) break;
    if (second !== undefined) return refuse('duplicate-key');
    steps.push({ map, entry });
    map = entry.value.kind === 'map' ? entry.value : undefined;
  }
  return { kind: 'trail', steps, rest: path.slice(steps.length) };
}

/** Whether something in the span is repeated elsewhere by an alias, so that it cannot be changed alone. */
function isAliased(outline: Outline, { start, end }: Span): boolean {
  return outline.aliased.some((offset) => offset >= start && offset < end);
}
