/*
 * The graph of a lock: which items the manifest reaches, and in which order they are installed. Each item once, the
 * deepest first and then by name, so that a required item is installed before the item that requires it.
 */

import { splitRange } from '../../registry/api/item-slug.js';
import { compareNames, isSameItem, itemTitle, readRequirement } from './item-names.js';
import type { Lock, LockNode, UnresolvedItem } from './lock.js';
import type { ItemName, Manifest } from './manifest.js';

/** The nodes of a lock in the order of installation. Nodes that nothing requires are left out. */
export function installOrder({ nodes }: Lock, { items }: Manifest): readonly LockNode[] {
  const byTitle = new Map(nodes.map((node) => [itemTitle(node), node]));
  const order = topological(items, byTitle);
  const positions = new Map(order.map((node, position) => [node, position]));
  const depths = new Map(order.map((node) => [node, 0]));
  for (const [position, node] of order.entries()) {
    for (const required of requiredBy(node, byTitle)) {
      // A cycle is cut where it closes: an earlier node in the order is not deeper.
      if ((positions.get(required) ?? 0) <= position) continue;
      depths.set(required, Math.max(depths.get(required) ?? 0, (depths.get(node) ?? 0) + 1));
    }
  }
  return order.toSorted((a, b) => (depths.get(b) ?? 0) - (depths.get(a) ?? 0) || compareNames(a, b));
}

/** The lock without items that the manifest requests neither directly nor indirectly. */
export function withoutUnused(lock: Lock, manifest: Manifest): Lock {
  const nodes = installOrder(lock, manifest).toSorted(compareNames);
  const isRequested = (one: UnresolvedItem) =>
    manifest.items.some(
      ({ wanted, ...item }) =>
        isSameItem(item, one) && wanted.from === 'registry' && wanted.range === one.range,
    ) || nodes.some(({ requires }) => requires.some((entry) => isDemand(entry, one)));
  return { registry: manifest.registry, nodes, unresolved: lock.unresolved.filter(isRequested) };
}

function isDemand(entry: string, one: UnresolvedItem): boolean {
  const demand = readRequirement(entry);
  return demand !== undefined && isSameItem(demand, one) && demand.range === one.range;
}

/** All reachable nodes, each before the nodes it requires, except in cycles. */
function topological(
  roots: readonly ItemName[],
  byTitle: ReadonlyMap<string, LockNode>,
): readonly LockNode[] {
  const finished: LockNode[] = [];
  const seen = new Set<LockNode>();
  const pending: { readonly node: LockNode; readonly isFinished: boolean }[] = [];
  for (const root of [...roots].sort(compareNames).reverse()) {
    const node = byTitle.get(itemTitle(root));
    if (node !== undefined) pending.push({ node, isFinished: false });
  }
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { node, isFinished } = next;
    if (isFinished) finished.push(node);
    if (isFinished || seen.has(node)) continue;
    seen.add(node);
    pending.push({ node, isFinished: true });
    for (const required of requiredBy(node, byTitle))
      if (!seen.has(required)) pending.push({ node: required, isFinished: false });
  }
  return finished.reverse();
}

function requiredBy(node: LockNode, byTitle: ReadonlyMap<string, LockNode>): readonly LockNode[] {
  return node.requires.flatMap((entry) => {
    // The range does not matter here, and reading ranges is slow.
    return byTitle.get(itemTitle({ kind: 'skill', slug: splitRange(entry).slug })) ?? [];
  });
}
