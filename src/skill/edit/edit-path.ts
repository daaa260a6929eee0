/*
 * Following the names of a field into the outline of a block, as far as they go.
 */

import type { Outline, OutlineEntry, OutlineMap, Span } from './edit-outline.js';
import { type EditRefused, refuse } from './edit-plan.js';

interface Trail {
  readonly kind: 'trail';
  /** The entries found on the way, outermost first, each with the map it is in. */
  readonly steps: readonly TrailStep[];
  /** The names for which there is no entry. */
  readonly rest: readonly string[];
}

export interface TrailStep {
  readonly map: OutlineMap;
  readonly entry: OutlineEntry;
}

export function followPath(outline: Outline, path: readonly string[]): Trail | EditRefused {
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

/** Whether something in the span is repeated elsewhere, so that it cannot be changed by itself. */
export function isAliased(outline: Outline, { start, end }: Span): boolean {
  return outline.aliased.some((offset) => offset >= start && offset < end);
}
