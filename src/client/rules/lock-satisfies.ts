/*
 * Whether a lock is what a manifest asks for, without asking anybody else: all that is wanted and required is locked or
 * known to be missing, in versions that fit, and nothing more is. Then the lock is installed as it is.
 */

import semver from 'semver';
import { isSameItem, itemTitle, readRequirement } from './item-names.js';
import type { Lock, LockNode, NodeOrigin, UnresolvedItem } from './lock.js';
import type { ItemName, Manifest, ManifestItem, RegistryAddress, Wanted } from './manifest.js';
import { isSameRegistry } from './manifest.js';

export type Satisfaction =
  | { readonly kind: 'satisfied' }
  /** Sentences for people, at least one. */
  | { readonly kind: 'unsatisfied'; readonly reasons: readonly string[] };

export function satisfies(lock: Lock, manifest: Manifest): Satisfaction {
  const reasons = isSameRegistry(lock.registry, manifest.registry)
    ? faultsIn({ ...lock, find: finder(lock) }, manifest)
    : [`the lock is of ${shown(lock.registry)}, and the manifest of ${shown(manifest.registry)}`];
  return reasons.length === 0 ? { kind: 'satisfied' } : { kind: 'unsatisfied', reasons };
}

/** The lock, with its nodes to be found by name. */
interface Locked extends Lock {
  readonly find: (name: ItemName) => LockNode | undefined;
}

interface Demand extends ItemName {
  readonly range: string;
  /** Undefined for the manifest. */
  readonly by: LockNode | undefined;
}

/** Walks from what the manifest names along what is required. */
function faultsIn(lock: Locked, manifest: Manifest): readonly string[] {
  const reached = new Set<LockNode>();
  const demands: Demand[] = [];
  const reach = (name: ItemName) => {
    const node = lock.find(name);
    if (node === undefined || reached.has(node)) return;
    reached.add(node);
    for (const entry of node.requires) {
      const requirement = readRequirement(entry);
      if (requirement !== undefined) demands.push({ ...requirement, by: node });
    }
  };
  const faults = manifest.items.map((item) => {
    reach(item);
    if (item.wanted.from !== 'registry') return faultOfSource(lock, item);
    demands.push({ kind: item.kind, slug: item.slug, range: item.wanted.range, by: undefined });
    return undefined;
  });
  // More is demanded while this goes on: what is reached has demands of its own.
  for (const demand of demands) {
    reach(demand);
    faults.push(faultOfDemand(lock, manifest, demand));
  }
  const superfluous = [
    ...lock.nodes.filter((node) => !reached.has(node)),
    ...lock.unresolved.filter((one) => !demands.some((demand) => isSameDemand(demand, one))),
  ];
  faults.push(...superfluous.map((name) => `${itemTitle(name)} is in the lock, and nothing asks for it`));
  return faults.filter((fault) => fault !== undefined);
}

function faultOfDemand(lock: Locked, manifest: Manifest, demand: Demand): string | undefined {
  // What nothing published fits stays open, whatever else has the same name.
  if (lock.unresolved.some((one) => isSameDemand(demand, one))) return undefined;
  const { range, by } = demand;
  const asked = by === undefined ? 'the manifest' : itemTitle(by);
  const origin = lock.find(demand)?.origin;
  if (origin === undefined) return `${itemTitle(demand)}, which ${asked} asks for, is not locked`;
  // What the manifest takes from elsewhere has no version, and stands in for every one.
  if (origin.from !== 'registry') return by === undefined ? otherSource(demand) : undefined;
  const includePrerelease = isNamed(manifest, demand, origin.version);
  if (semver.satisfies(origin.version, range, { includePrerelease })) return undefined;
  return `${itemTitle(demand)} is locked at ${origin.version}, and ${asked} asks for ${range}`;
}

/** A prerelease that the manifest names is open to all who ask for the item. */
function isNamed({ items }: Manifest, name: ItemName, version: string): boolean {
  return items.some(
    ({ wanted, ...item }) =>
      isSameItem(item, name) && wanted.from === 'registry' && semver.satisfies(version, wanted.range),
  );
}

function faultOfSource(lock: Locked, item: ManifestItem): string | undefined {
  const origin = lock.find(item)?.origin;
  if (origin === undefined) return `${itemTitle(item)}, which the manifest asks for, is not locked`;
  return isOf(item.wanted, origin) ? undefined : otherSource(item);
}

function isOf(wanted: Wanted, origin: NodeOrigin): boolean {
  if (wanted.from === 'path') return origin.from === 'path' && origin.path === wanted.path;
  if (wanted.from !== 'git' || origin.from !== 'git') return false;
  return origin.url === wanted.url && origin.path === wanted.path && origin.ref === wanted.ref;
}

function otherSource(name: ItemName): string {
  return `${itemTitle(name)} is locked from another source than the manifest names`;
}

function finder({ nodes }: Lock): Locked['find'] {
  const byTitle = new Map(nodes.map((node) => [itemTitle(node), node]));
  return (name) => byTitle.get(itemTitle(name));
}

function isSameDemand(demand: Demand, unresolved: UnresolvedItem): boolean {
  return isSameItem(demand, unresolved) && demand.range === unresolved.range;
}

function shown(place: RegistryAddress | undefined): string {
  return place === undefined ? 'no registry' : `${place.url} (${place.tenant})`;
}
