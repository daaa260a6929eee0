/*
 * Everything that a version requires, directly or not. The search is breadth first, so that each name appears once, at
 * its smallest depth. The range of the requirement there decides; of several at the same depth, the first by slug does.
 */

import type { ItemName } from '../access/principal.js';
import { compareNames, keyOf } from './item-key.js';
import type { Requirement } from './requirement.js';

export interface Requiring {
  readonly requires: readonly Requirement[];
}

export interface ClosureNode<V> {
  readonly requirement: Requirement;
  readonly depth: number;
  /** Undefined where nothing published fits: a forward reference. */
  readonly version: V | undefined;
}

/** Deeper requirements are left out. */
const maxDepth = 10;

/** Sorted by depth, then slug. The root is never included, even if a cycle leads back to it. */
export function closure<V extends Requiring>(
  root: ItemName & Requiring,
  choose: (requirement: Requirement) => V | undefined,
): readonly ClosureNode<V>[] {
  const seen = new Set([keyOf(root)]);
  const nodes: ClosureNode<V>[] = [];
  let level: readonly Requiring[] = [root];
  for (let depth = 1; depth <= maxDepth && level.length > 0; depth += 1) {
    const found = level
      .flatMap(({ requires }) => requires)
      .filter((requirement) => isNew(seen, requirement))
      .map((requirement) => ({ requirement, depth, version: choose(requirement) }))
      .sort((a, b) => compareNames(a.requirement, b.requirement));
    nodes.push(...found);
    level = found.flatMap(({ version }) => version ?? []);
  }
  return nodes;
}

function isNew(seen: Set<string>, name: ItemName): boolean {
  const { size } = seen;
  return seen.add(keyOf(name)).size > size;
}
