/*
 * What an item requires, directly or indirectly, and what requires it, as a graph and as a list. Required items that are
 * not published are included, as forward references.
 */

import type { ReferrerAnswer } from '../../registry/api/item.js';
import { splitRange } from '../../registry/api/item-slug.js';
import type { Kind } from '../../registry/api/names.js';
import type { ResolveAnswer } from '../../registry/api/resolve.js';

export interface DependencyNode {
  readonly id: string;
  readonly kind: Kind;
  readonly slug: string;
  /** Null for a forward reference. */
  readonly version: string | null;
  readonly part: 'itself' | 'required' | 'missing' | 'user';
}

export interface DependencyEdge {
  readonly from: string;
  readonly to: string;
}

export interface DependencyGraph {
  readonly nodes: readonly DependencyNode[];
  readonly edges: readonly DependencyEdge[];
}

interface Named {
  readonly kind: Kind;
  readonly slug: string;
}

export function dependencyGraph(
  itself: Named,
  { nodes: resolved, unresolved }: Pick<ResolveAnswer, 'nodes' | 'unresolved'>,
  users: readonly Pick<ReferrerAnswer, 'kind' | 'slug' | 'version'>[],
): DependencyGraph {
  const own = nodeId(itself);
  const nodes = new Map<string, DependencyNode>();
  const add = ({ kind, slug }: Named, version: string | null, part: DependencyNode['part']) => {
    const id = nodeId({ kind, slug });
    if (!nodes.has(id)) nodes.set(id, { id, kind, slug, version, part: id === own ? 'itself' : part });
  };
  for (const node of resolved) add(node, node.version, 'required');
  for (const node of unresolved) add(node, null, 'missing');
  for (const user of users) add(user, user.version, 'user');
  const edges = [
    ...resolved.flatMap((node) =>
      node.requires.map((required) => ({ from: nodeId(node), to: requiredId(required) })),
    ),
    ...users.map((user) => ({ from: nodeId(user), to: own })),
  ];
  return { nodes: [...nodes.values()], edges };
}

export interface DependencyBranch {
  readonly node: DependencyNode;
  /** Empty if the node was already shown above. */
  readonly branches: readonly DependencyBranch[];
  readonly isRepeated: boolean;
}

/** What the item requires, each opened once: the whole could be far larger than the graph. */
export function requiredBranches({ nodes, edges }: DependencyGraph): readonly DependencyBranch[] {
  const known = new Map(nodes.map((node) => [node.id, node]));
  const required = new Map<string, string[]>();
  for (const { from, to } of edges) required.set(from, [...(required.get(from) ?? []), to]);
  const seen = new Set<string>();
  const branchesOf = (id: string): readonly DependencyBranch[] => {
    seen.add(id);
    return (required.get(id) ?? []).flatMap((to) => {
      const node = known.get(to);
      if (!node) return [];
      const isRepeated = seen.has(to);
      return [{ node, isRepeated, branches: isRepeated ? [] : branchesOf(to) }];
    });
  };
  const itself = nodes.find(({ part }) => part === 'itself');
  return itself ? branchesOf(itself.id) : [];
}

function nodeId({ kind, slug }: Named): string {
  return `${kind}/${slug}`;
}

/** Required things are always skills, written `slug` or `slug@range`. */
function requiredId(required: string): string {
  return nodeId({ kind: 'skill', slug: splitRange(required).slug });
}
