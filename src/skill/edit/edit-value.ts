/*
 * Planning another value behind a key, in the style of the old one. The comment on the key's line stays there, also
 * when a value of several lines becomes one of a single line or the other way round.
 */

import { lineEnd } from './edit-items.js';
import type { Outline, OutlineNode } from './edit-outline.js';
import type { TrailStep } from './edit-path.js';
import { type EditPlan, type EditValue, refuse, splice } from './edit-plan.js';
import { indentLines, writeBlock, writeFlow } from './edit-write.js';

/** `names` lead from the key to the value through maps that are not there yet. */
export function planValue(
  { text, newline, step }: Outline,
  { map, entry }: TrailStep,
  names: readonly string[],
  value: EditValue,
): EditPlan {
  const { value: old, colonEnd } = entry;
  if (colonEnd === undefined) return refuse('unusual-syntax');
  if (map.flow) {
    // Where keys are in double quotes it is JSON, which new text must not break.
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

/** Whether the old value goes on to the end of its last line, so that no comment can stand behind it. */
function takesLines(node: OutlineNode): boolean {
  if (node.kind === 'scalar') return node.style === 'literal' || node.style === 'folded';
  return (node.kind === 'map' || node.kind === 'list') && !node.flow;
}

/** With the space before it; empty when there is none. */
function commentIn(keyLine: string): string {
  const space = keyLine.search(/\s#/);
  return space === -1 ? '' : keyLine.slice(keyLine.slice(0, space).trimEnd().length);
}
