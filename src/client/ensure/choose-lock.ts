/*
 * Chooses the lock to install: the existing one if it satisfies the manifest, else the registry's resolution of the
 * manifest, which keeps locked versions where they fit. A locked version keeps its digests permanently: if the registry
 * has others, or the lock was tampered with, the item is refused.
 */

import type { ResolveAnswer, ResolvedNode } from '../../registry/api/resolve.js';
import { CoppiceError, hasCode } from '../../text/errors.js';
import type { Remote } from '../remote/remote.js';
import { withoutUnused } from '../rules/install-order.js';
import { isSameItem, itemTitle, readRequirement } from '../rules/item-names.js';
import type { Lock, LockNode, UnresolvedItem } from '../rules/lock.js';
import { satisfies } from '../rules/lock-satisfies.js';
import type { ItemName, Manifest, ManifestItem, RegistryAddress } from '../rules/manifest.js';
import type { SourceItem, Sources } from '../source/source-packages.js';
import type { StoreFile } from '../store/store.js';
import type { EnsureDeps } from './ports.js';

interface LockRequest {
  readonly project: string;
  readonly manifest: Manifest;
  /** The existing lock. */
  readonly locked: Lock | undefined;
  readonly frozen: boolean;
  readonly offline: boolean;
  /** Whether an item is resolved as if it were not locked. */
  readonly isMoving: (item: ItemName) => boolean;
}

export interface ChosenLock {
  readonly lock: Lock;
  /** By title: files of items that are not from a registry and were already read. */
  readonly files: ReadonlyMap<string, readonly StoreFile[]>;
  /** Why the registry could not be asked again for unresolved items. */
  readonly outage?: CoppiceError;
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
    return { lock, files };
  }
  const reasons = faultsOf(lock, manifest);
  const isMoved = lock.nodes.some(isMoving);
  if (reasons.length === 0 && !isMoved && (offline || lock.unresolved.length === 0)) return { lock, files };
  if (!allowNetwork) return undefined;
  if (offline) throw offlineError(reasons);
  try {
    return { lock: await resolveAgain(deps, request, sources.nodes), files };
  } catch (error) {
    const isOutage = hasCode(error, 'unavailable');
    if (!isOutage || reasons.length > 0 || isMoved) throw error;
    return { lock, files, outage: error };
  }
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

async function resolveAgain(
  deps: EnsureDeps,
  { manifest, locked, isMoving }: LockRequest,
  sources: readonly LockNode[],
): Promise<Lock> {
  const { registry } = manifest;
  const current = currentLock(manifest, locked, sources).nodes.filter(isFromRegistry);
  const items = demandsOn(manifest, sources);
  if (registry === undefined || items.length === 0)
    return withoutUnused({ registry, nodes: sources, unresolved: items }, manifest);

  const answer = await ask(await deps.openRemote(registry), items, current, isMoving);
  for (const warning of answer.warnings) deps.warn(warning);
  for (const node of answer.nodes) requireSameDigests(node, current, registry.url);
  const nodes = [...answer.nodes.filter((node) => !isAmong(sources, node)).map(lockNode), ...sources];
  const unresolved = once(answer.unresolved.map(({ kind, slug, range }) => ({ kind, slug, range })));
  const lock = withoutUnused(
    { registry, nodes, unresolved: unresolved.filter((one) => !isAmong(sources, one)) },
    manifest,
  );
  requireAnswered(lock, manifest, registry);
  return lock;
}

/** Moving items are resolved as if they were not locked; if that gives nothing, because they are yanked, they stay. */
async function ask(
  remote: Remote,
  items: UnresolvedItem[],
  current: readonly RegistryNode[],
  isMoving: LockRequest['isMoving'],
): Promise<ResolveAnswer> {
  const resolve = (isKept: (node: RegistryNode) => boolean) => {
    const locked = current.filter(isKept);
    return remote.resolve({
      items,
      locked: locked.map(({ kind, slug, origin }) => ({ kind, slug, version: origin.version })),
    });
  };
  const answer = await resolve((node) => !isMoving(node));
  const isLost = (node: RegistryNode) =>
    isMoving(node) && isAmong(answer.unresolved, node) && !isAmong(answer.nodes, node);
  return current.some(isLost) ? await resolve((node) => !isMoving(node) || isLost(node)) : answer;
}

/** A resolution that does not satisfy the manifest would be written into the lock and resolved again by every run. */
function requireAnswered(lock: Lock, manifest: Manifest, { url }: RegistryAddress): void {
  const unreadable = lock.nodes.find(({ requires }) =>
    requires.some((entry) => readRequirement(entry) === undefined),
  );
  const [fault] =
    unreadable === undefined
      ? faultsOf(lock, manifest)
      : [`${itemTitle(unreadable)} has a requirement that cannot be read`];
  if (fault === undefined) return;
  throw new CoppiceError('bad-answer', `${url} sent a resolution that does not fit the manifest: ${fault}`, {
    hint: 'nothing was changed; the versions of registry and program may be incompatible',
  });
}

/** The items to resolve in the registry: those that the manifest requests from it, and those that sources require. */
export function demandsOn({ items }: Manifest, sources: readonly LockNode[]): UnresolvedItem[] {
  const wanted = items.flatMap(({ kind, slug, wanted: from }) =>
    from.from === 'registry' ? { kind, slug, range: from.range } : [],
  );
  const required = sources.flatMap(({ requires }) =>
    requires.flatMap((entry) => readRequirement(entry) ?? []),
  );
  return once([...wanted, ...required.filter((one) => !isAmong(sources, one))]);
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

function faultsOf(lock: Lock, manifest: Manifest): readonly string[] {
  const fit = satisfies(lock, manifest);
  return fit.kind === 'satisfied' ? [] : fit.reasons;
}

function requireSameDigests(node: ResolvedNode, locked: readonly RegistryNode[], url: string): void {
  const known = locked.find((one) => isSameItem(one, node) && one.origin.version === node.version);
  if (known === undefined) return;
  if (known.origin.digest === node.digest && known.contentDigest === node.content_digest) return;
  throw new CoppiceError(
    'conflict',
    `the digests of ${itemTitle(node)} ${node.version} in the lock differ from those in ${url}`,
    { hint: 'a published version never changes, so find out who changed the lock or the registry' },
  );
}

function offlineError(reasons: readonly string[]): CoppiceError {
  const why = reasons[0] ?? 'something must be resolved again';
  return new CoppiceError('unavailable', `the registry is needed, but --offline does not allow it: ${why}`, {
    hint: 'run the command once without --offline',
    data: { reasons },
  });
}

interface RegistryNode extends LockNode {
  readonly origin: Extract<LockNode['origin'], { from: 'registry' }>;
}

function isFromRegistry(node: LockNode): node is RegistryNode {
  return node.origin.from === 'registry';
}

function lockNode({ kind, slug, version, digest, content_digest, requires }: ResolvedNode): LockNode {
  const origin = { from: 'registry', version, digest } as const;
  return { kind, slug, contentDigest: content_digest, requires, origin };
}

function isAmong(names: readonly ItemName[], name: ItemName): boolean {
  return names.some((other) => isSameItem(other, name));
}

function once(items: readonly UnresolvedItem[]): UnresolvedItem[] {
  return [
    ...new Map(items.map((item) => [JSON.stringify([item.kind, item.slug, item.range]), item])).values(),
  ];
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
