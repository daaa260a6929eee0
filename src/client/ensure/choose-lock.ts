/*
 * Chooses the lock to install: the existing one if it satisfies the manifest, else the registry's resolution of the
 * manifest, which keeps locked versions where they fit. A locked version keeps its digests permanently: if the registry
 * has others, or the lock was tampered with, the item is refused.
 */

import { CoppiceError } from '../../text/errors.js';
import type { FailedItem } from '../rules/ensure-result.js';
import { withoutUnused } from '../rules/install-order.js';
import { isSameItem, itemTitle } from '../rules/item-names.js';
import type { Lock, LockNode } from '../rules/lock.js';
import { faultsOf, satisfies } from '../rules/lock-satisfies.js';
import type { ItemName, Manifest, ManifestItem } from '../rules/manifest.js';
import type { SourceItem, Sources } from '../source/source-packages.js';
import type { StoreFile } from '../store/store.js';
import type { EnsureDeps } from './ports.js';
import { isFromRegistry, resolveAgain } from './resolve-again.js';

interface LockRequest {
  readonly project: string;
  readonly manifest: Manifest;
  /** The existing lock. */
  readonly locked: Lock | undefined;
  readonly frozen: boolean;
  readonly offline: boolean;
  /** Whether an item is resolved as if it were not locked. */
  readonly isMoving: (item: ItemName) => boolean;
  /** See EnsureOptions. */
  readonly allOrNothing: boolean;
  readonly required: readonly ItemName[];
}

export interface ChosenLock {
  readonly lock: Lock;
  /** By title: files of items that are not from a registry and were already read. */
  readonly files: ReadonlyMap<string, readonly StoreFile[]>;
  /** Items that the lock would have, and that the registry does not give any more. */
  readonly refused: readonly FailedItem[];
}

/** Undefined if the network is needed and `allowNetwork` is false. */
export async function chooseLock(
  deps: EnsureDeps,
  request: LockRequest,
  allowNetwork: boolean,
): Promise<ChosenLock | undefined> {
  const { manifest, locked, frozen, offline, isMoving } = request;
  const openSources = () => deps.openSources(request.project);
  const allowSourceNetwork = allowNetwork && !frozen && !offline;
  const sources = await sourceNodes(openSources, {
    manifest,
    locked,
    isMoving,
    allowNetwork: allowSourceNetwork,
  });
  const { files } = sources;
  const lock = currentLock(manifest, locked, sources.nodes);
  if (frozen) {
    requireUnchanged(manifest, locked, lock);
    return { lock, files, refused: [] };
  }
  const reasons = faultsOf(lock, manifest);
  const isMoved = [...lock.nodes, ...lock.unresolved].some(isMoving);
  const isOpen = lock.unresolved.some((one) => request.required.some((wanted) => isSameItem(wanted, one)));
  if (reasons.length === 0 && !isMoved && !isOpen) return { lock, files, refused: [] };
  if (!allowNetwork) return undefined;
  if (offline) throw offlineError(reasons);
  return { files, ...(await resolveAgain(deps, request, lock, sources.nodes)) };
}

/** The locked items that the manifest still requests from the same registry, with the sources as they are now. */
function currentLock(manifest: Manifest, locked: Lock | undefined, sources: readonly LockNode[]): Lock {
  const { registry } = manifest;
  const isOfRegistry =
    registry?.url === locked?.registry?.url && registry?.tenant === locked?.registry?.tenant;
  const kept = isOfRegistry ? (locked?.nodes.filter(isFromRegistry) ?? []) : [];
  const nodes = [...kept.filter((node) => !isAmong(sources, node)), ...sources];
  const unresolved = isOfRegistry ? (locked?.unresolved ?? []) : [];
  return withoutUnused({ registry, nodes, unresolved }, manifest);
}

function requireUnchanged(manifest: Manifest, locked: Lock | undefined, lock: Lock): void {
  const reasons = locked === undefined ? ['there is no lock'] : changesOf(manifest, locked, lock);
  if (reasons.length === 0) return;
  throw new CoppiceError('conflict', `the lock is frozen but would change: ${reasons[0]}`, {
    hint: 'run coppice ensure without --frozen, and commit the lock',
    data: { reasons },
  });
}

/** Folders are read again, so their items may have changed although the manifest has not. */
function changesOf(manifest: Manifest, locked: Lock, lock: Lock): readonly string[] {
  const before = new Set(locked.nodes.map((node) => JSON.stringify(node)));
  const changed = lock.nodes.filter((node) => !before.has(JSON.stringify(node)));
  return [
    ...faultsOf(locked, manifest),
    ...changed.map((node) => `${itemTitle(node)} has changed since it was locked`),
  ];
}

function offlineError(reasons: readonly string[]): CoppiceError {
  const why = reasons[0] ?? 'something must be resolved again';
  return new CoppiceError('unavailable', `the registry is needed, but --offline does not allow it: ${why}`, {
    hint: 'run the command once without --offline',
    data: { reasons },
  });
}

function isAmong(names: readonly ItemName[], name: ItemName): boolean {
  return names.some((other) => isSameItem(other, name));
}

/**
 * The items of a manifest that are not from a registry, as nodes of a lock. A repository stays at the locked commit; a
 * folder is read every time, because people who work in it expect their changes.
 */
interface SourceNodes {
  readonly nodes: readonly LockNode[];
  /** By title: the files that were just read. */
  readonly files: ReadonlyMap<string, readonly StoreFile[]>;
}

interface SourceRequest {
  readonly manifest: Manifest;
  readonly locked: Lock | undefined;
  /** Whether the current commit of a branch may be fetched; if not, items that are not locked are left out. */
  readonly allowNetwork: boolean;
  readonly isMoving: (item: ItemName) => boolean;
}

async function sourceNodes(
  openSources: () => Promise<Sources>,
  { manifest, locked, allowNetwork, isMoving }: SourceRequest,
): Promise<SourceNodes> {
  const nodes: LockNode[] = [];
  const files = new Map<string, readonly StoreFile[]>();
  for (const item of manifest.items.filter(isSourceItem)) {
    const known = locked?.nodes.find((node) => isSameItem(node, item));
    const isRepository = item.wanted.from === 'git';
    if (isRepository && known !== undefined && isLockedFrom(item, known) && !isMoving(item)) {
      nodes.push(known);
      continue;
    }
    if (isRepository && !allowNetwork) continue;
    const found = await named(item, (await openSources()).resolve(item));
    const { kind, slug } = item;
    const { contentDigest, requires, origin } = found;
    nodes.push({ kind, slug, contentDigest, requires, origin });
    files.set(itemTitle(item), found.files);
  }
  return { nodes, files };
}

export function isSourceItem(item: ManifestItem): item is SourceItem {
  return item.wanted.from !== 'registry';
}

/** Applies the rule for locks to this one item. */
function isLockedFrom(item: SourceItem, node: LockNode): boolean {
  const alone = { registry: undefined, unresolved: [], nodes: [{ ...node, requires: [] }] };
  return satisfies(alone, { registry: undefined, agents: [], items: [item] }).kind === 'satisfied';
}

async function named<T>(item: ItemName, found: Promise<T>): Promise<T> {
  try {
    return await found;
  } catch (error) {
    if (!(error instanceof CoppiceError)) throw error;
    const { code, message, hint, data } = error;
    throw new CoppiceError(code, `${itemTitle(item)}: ${message}`, {
      cause: error,
      ...(hint !== undefined && { hint }),
      ...(data !== undefined && { data }),
    });
  }
}
