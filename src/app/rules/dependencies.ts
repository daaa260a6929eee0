/*
 * The shortest paths from a manifest to an item of its lock, all of them up to a limit. Breadth first, so that every
 * item is met at its least distance; then backwards along everything that is one step nearer to the manifest.
 */

import { isSameItem, itemTitle, readRequirement } from '../../client/rules/item-names.js';
import type { Lock, NodeOrigin } from '../../client/rules/lock.js';
import type { ItemName, Manifest } from '../../client/rules/manifest.js';

export interface PathStep extends ItemName {
  /** What the step before asks for; null where that names no version. */
  readonly range: string | null;
  /** What is installed; null where that has none, or is not there. */
  readonly version: string | null;
}

interface Paths {
  /** Each from what the manifest names to the item. */
  readonly paths: readonly (readonly PathStep[])[];
  readonly more: boolean;
}

export function shortestPaths(manifest: Manifest, lock: Lock, target: ItemName, most = 20): Paths {
  const { distances, stepsTo } = measure(manifest, lock);
  const found: (readonly PathStep[])[] = [];
  const walk = (item: ItemName, behind: readonly PathStep[]): void => {
    for (const { from, step } of stepsTo(item)) {
      if (found.length > most) return;
      const path = [step, ...behind];
      if (from === undefined) {
        if (distances.get(itemTitle(item)) === 0) found.push(path);
      } else if (isNearer(distances, from, item)) walk(from, path);
    }
  };
  walk(target, []);
  return { paths: found.slice(0, most), more: found.length > most };
}

interface Edge {
  /** Undefined for the manifest. */
  readonly from: ItemName | undefined;
  readonly step: PathStep;
}

function measure(manifest: Manifest, lock: Lock) {
  const nodes = new Map(lock.nodes.map((node) => [itemTitle(node), node]));
  const distances = new Map<string, number>();
  const edges = new Map<string, Edge[]>();
  const waiting: ItemName[] = [];
  const reach = (from: ItemName | undefined, { kind, slug }: ItemName, range: string | null) => {
    const title = itemTitle({ kind, slug });
    const origin = nodes.get(title)?.origin;
    const version = origin?.from === 'registry' ? origin.version : null;
    edges.set(title, [...(edges.get(title) ?? []), { from, step: { kind, slug, range, version } }]);
    if (distances.has(title)) return;
    distances.set(title, from === undefined ? 0 : (distances.get(itemTitle(from)) ?? 0) + 1);
    waiting.push({ kind, slug });
  };
  for (const item of manifest.items)
    reach(undefined, item, item.wanted.from === 'registry' ? item.wanted.range : null);
  // It grows while it is walked: what is reached is looked at in its turn.
  for (const item of waiting)
    for (const entry of nodes.get(itemTitle(item))?.requires ?? []) {
      const required = readRequirement(entry);
      if (required !== undefined && !isSameItem(required, item)) reach(item, required, required.range);
    }
  return { distances, stepsTo: (item: ItemName) => edges.get(itemTitle(item)) ?? [] };
}

function isNearer(distances: ReadonlyMap<string, number>, from: ItemName, item: ItemName): boolean {
  return distances.get(itemTitle(from)) === (distances.get(itemTitle(item)) ?? 0) - 1;
}

/*
 * A lock as the tree of what the manifest asks for. What is required in many places has its branches only where it is
 * first met; elsewhere it is named as repeated, which also ends cycles.
 */

interface Branch extends ItemName {
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
