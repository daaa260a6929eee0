/*
 * All that a version requires, directly or not: breadth first, so that each name stands once, at its least depth. What
 * requires it there also says which versions fit; where several do at the same depth, the first in the order of slugs.
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

/** What lies deeper is left out. */
const maxDepth = 10;

/** By depth, then slug. The root is never in it, though a cycle leads back to it. */
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
