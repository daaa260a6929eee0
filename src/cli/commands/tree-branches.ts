/*
 * A lock as the tree of what the manifest asks for. What is required in many places has its branches only where it is
 * first met; elsewhere it is named as repeated, which also ends cycles.
 */

import { itemTitle, readRequirement } from '../../client/rules/item-names.js';
import type { Lock, NodeOrigin } from '../../client/rules/lock.js';
import type { ItemName, Manifest } from '../../client/rules/manifest.js';

export interface Branch extends ItemName {
  /** What is asked for; null where no version is. */
  readonly range: string | null;
  /** Null where it is not locked: not published yet, or not installed since the manifest names it. */
  readonly origin: NodeOrigin | null;
  /** Its branches are above. */
  readonly repeated: boolean;
  readonly requires: readonly Branch[];
}

export function dependencyTree(manifest: Manifest, lock: Lock): readonly Branch[] {
  const nodes = new Map(lock.nodes.map((node) => [itemTitle(node), node]));
  const seen = new Set<string>();
  const branch = ({ kind, slug }: ItemName, range: string | null): Branch => {
    const title = itemTitle({ kind, slug });
    const node = nodes.get(title);
    const required = (node?.requires ?? []).flatMap((entry) => readRequirement(entry) ?? []);
    const repeated = seen.has(title) && required.length > 0;
    seen.add(title);
    const requires = repeated ? [] : required.map((one) => branch(one, one.range));
    return { kind, slug, range, origin: node?.origin ?? null, repeated, requires };
  };
  return manifest.items.map((item) =>
    branch(item, item.wanted.from === 'registry' ? item.wanted.range : null),
  );
}

export function treeLines(branches: readonly Branch[], unicode: boolean): readonly string[] {
  const [between, last, through] = unicode ? ['├── ', '└── ', '│   '] : ['|-- ', '`-- ', '|   '];
  const below = (inner: readonly Branch[]): readonly string[] =>
    inner.flatMap((branch, at) => {
      const isLast = at === inner.length - 1;
      const rest = below(branch.requires).map((line) => (isLast ? '    ' : through) + line);
      return [(isLast ? last : between) + branchText(branch), ...rest];
    });
  return branches.flatMap((branch) => [branchText(branch), ...below(branch.requires)]);
}

function branchText({ kind, slug, range, origin, repeated }: Branch): string {
  const title = kind === 'skill' ? slug : `${kind} ${slug}`;
  const wanted = range === null || range === '*' ? '' : ` (${range})`;
  return `${title} ${originText(origin)}${wanted}${repeated ? ', as above' : ''}`;
}

function originText(origin: NodeOrigin | null): string {
  switch (origin?.from) {
    case undefined:
      return 'not installed';
    case 'registry':
      return origin.version;
    case 'git':
      return `${origin.url}${origin.path === '' ? '' : `/${origin.path}`} at ${origin.commit.slice(0, 12)}`;
    case 'path':
      return origin.path;
    default:
      return origin satisfies never;
  }
}
