/*
 * Checks offline whether a lock satisfies a manifest: all requested and required items are locked in versions that fit
 * or known to be missing, and nothing else is locked. Then the lock is installed as it is.
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
    : [`the lock is for ${shown(lock.registry)}, but the manifest is for ${shown(manifest.registry)}`];
  return reasons.length === 0 ? { kind: 'satisfied' } : { kind: 'unsatisfied', reasons };
}

/** Why the lock does not satisfy the manifest, as sentences; empty if it does. */
export function faultsOf(lock: Lock, manifest: Manifest): readonly string[] {
  const fit = satisfies(lock, manifest);
  return fit.kind === 'satisfied' ? [] : fit.reasons;
}

/** The lock, with a function that finds nodes by name. */
interface Locked extends Lock {
  readonly find: (name: ItemName) => LockNode | undefined;
}

interface Demand extends ItemName {
  readonly range: string;
  /** Undefined for the manifest. */
  readonly by: LockNode | undefined;
}

/** Follows the requirements, starting with the items of the manifest. */
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
  // The list grows while it is read: reached nodes have demands of their own.
  for (const demand of demands) {
    reach(demand);
    faults.push(faultOfDemand(lock, manifest, demand));
  }
  const superfluous = [
    ...lock.nodes.filter((node) => !reached.has(node)),
    ...lock.unresolved.filter((one) => !demands.some((demand) => isSameDemand(demand, one))),
  ];
  faults.push(...superfluous.map((name) => `${itemTitle(name)} is in the lock, but nothing requires it`));
  return faults.filter((fault) => fault !== undefined);
}

function faultOfDemand(lock: Locked, manifest: Manifest, demand: Demand): string | undefined {
  // A demand that no published version fits stays open, whatever else has the same name.
  if (lock.unresolved.some((one) => isSameDemand(demand, one))) return undefined;
  const { range, by } = demand;
  const asked = by === undefined ? 'the manifest' : itemTitle(by);
  const origin = lock.find(demand)?.origin;
  if (origin === undefined) return `${itemTitle(demand)}, which ${asked} requires, is not locked`;
  // An item from another source has no version, and satisfies every range.
  if (origin.from !== 'registry') return by === undefined ? otherSource(demand) : undefined;
  const includePrerelease = isNamed(manifest, demand, origin.version);
  if (semver.satisfies(origin.version, range, { includePrerelease })) return undefined;
  return `${itemTitle(demand)} is locked at ${origin.version}, but ${asked} requires ${range}`;
}

/** A prerelease that the manifest names is allowed for all items that require it. */
function isNamed({ items }: Manifest, name: ItemName, version: string): boolean {
  return items.some(
    ({ wanted, ...item }) =>
      isSameItem(item, name) && wanted.from === 'registry' && semver.satisfies(version, wanted.range),
  );
}

function faultOfSource(lock: Locked, item: ManifestItem): string | undefined {
  const origin = lock.find(item)?.origin;
  if (origin === undefined) return `${itemTitle(item)}, which the manifest requires, is not locked`;
  return isOf(item.wanted, origin) ? undefined : otherSource(item);
}

function isOf(wanted: Wanted, origin: NodeOrigin): boolean {
  if (wanted.from === 'path') return origin.from === 'path' && origin.path === wanted.path;
  if (wanted.from !== 'git' || origin.from !== 'git') return false;
  return origin.url === wanted.url && origin.path === wanted.path && origin.ref === wanted.ref;
}

function otherSource(name: ItemName): string {
  return `${itemTitle(name)} is locked from a source that differs from the manifest`;
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
