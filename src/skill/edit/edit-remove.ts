/*
 * Planning the removal of one field: its lines with the comment behind it, or its place between the commas. Comments
 * above it stay, since they may be about more than this field. A map that holds nothing else goes with it, so that
 * removing what was added leaves what was there.
 */

import { replaceBlockItems, replaceFlowItems } from './edit-items.js';
import type { Outline } from './edit-outline.js';
import { followPath, isAliased } from './edit-path.js';
import { type EditPlan, refuse } from './edit-plan.js';

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
