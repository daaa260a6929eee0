/*
 * The graph of a lock: what of it the manifest reaches, and in which order that is installed. Each item once, the deepest
 * first and then by name, so that whatever is required lands before what requires it.
 */

import { compareNames, isSameItem, itemTitle, readRequirement } from './item-names.js';
import type { Lock, LockNode, UnresolvedItem } from './lock.js';
import type { ItemName, Manifest } from './manifest.js';

/** The nodes of a lock in the order in which they are installed. What nothing leads to is left out. */
export function installOrder({ nodes }: Lock, { items }: Manifest): readonly LockNode[] {
  const byTitle = new Map(nodes.map((node) => [itemTitle(node), node]));
  const order = topological(items, byTitle);
  const places = new Map(order.map((node, place) => [node, place]));
  const depths = new Map(order.map((node) => [node, 0]));
  for (const [place, node] of order.entries()) {
    for (const required of requiredBy(node, byTitle)) {
      // A cycle is cut where it closes: what comes before in the order is not below.
      if ((places.get(required) ?? 0) <= place) continue;
      depths.set(required, Math.max(depths.get(required) ?? 0, (depths.get(node) ?? 0) + 1));
    }
  }
  return order.toSorted((a, b) => (depths.get(b) ?? 0) - (depths.get(a) ?? 0) || compareNames(a, b));
}

/** The lock without what the manifest does not ask for, by itself or by what it asks for. */
export function withoutUnused(lock: Lock, manifest: Manifest): Lock {
  const nodes = installOrder(lock, manifest).toSorted(compareNames);
  const isAskedFor = (one: UnresolvedItem) =>
    manifest.items.some(
      ({ wanted, ...item }) =>
        isSameItem(item, one) && wanted.from === 'registry' && wanted.range === one.range,
    ) || nodes.some(({ requires }) => requires.some((entry) => isDemand(entry, one)));
  return { registry: manifest.registry, nodes, unresolved: lock.unresolved.filter(isAskedFor) };
}

function isDemand(entry: string, one: UnresolvedItem): boolean {
  const demand = readRequirement(entry);
  return demand !== undefined && isSameItem(demand, one) && demand.range === one.range;
}

/** Everything that is reached, each before what it requires, but for cycles. */
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
    // Whether the range fits is no question here, and to read ranges is slow.
    const slug = entry.replace(/@.*/s, '');
    return byTitle.get(itemTitle({ kind: 'skill', slug })) ?? [];
  });
}
