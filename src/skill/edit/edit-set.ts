/*
 * Planning a new value for one field. A value that is there is replaced where it stands; a missing one is added at
 * the end of its map, together with the maps on the way to it.
 */

import { replaceBlockItems, replaceFlowItems } from './edit-items.js';
import { planList } from './edit-list.js';
import type { Outline, OutlineMap } from './edit-outline.js';
import { followPath, isAliased } from './edit-path.js';
import { type EditPlan, type EditValue, refuse, type Splice, splice } from './edit-plan.js';
import { planValue } from './edit-value.js';
import { indentLines, writeBlockEntry, writeFlowEntry } from './edit-write.js';

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
