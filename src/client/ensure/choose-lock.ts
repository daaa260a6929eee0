/*
 * Which lock is to be installed: the one that is there, as long as it is what the manifest asks for; else what the registry
 * makes of the manifest, with what is locked already kept where it fits. A version that is locked has its digests for ever:
 * a registry that says otherwise, or a lock that was tampered with, is refused by the name of the item.
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
  /** What is there. */
  readonly locked: Lock | undefined;
  readonly frozen: boolean;
  readonly offline: boolean;
  /** What is to be resolved as if it were not locked. */
  readonly isMoving: (item: ItemName) => boolean;
}

export interface ChosenLock {
  readonly lock: Lock;
  /** By title: files that were read already, of what comes from no registry. */
  readonly files: ReadonlyMap<string, readonly StoreFile[]>;
  /** Why the registry could not be asked once more for what is unresolved. */
  readonly outage?: CoppiceError;
}

/** Undefined where somebody would have to be asked, and `mayAsk` is false. */
export async function chooseLock(
  deps: EnsureDeps,
  request: LockRequest,
  mayAsk: boolean,
): Promise<ChosenLock | undefined> {
  const { manifest, locked, frozen, offline, isMoving } = request;
  const openSources = () => deps.openSources(request.project);
  const mayAskSources = mayAsk && !frozen && !offline;
  const sources = await sourceNodes(openSources, { manifest, locked, isMoving, mayAsk: mayAskSources });
  const { files } = sources;
  const lock = standingLock(manifest, locked, sources.nodes);
  if (frozen) {
    requireUnchanged(manifest, locked, lock);
    return { lock, files };
  }
  const reasons = faultsOf(lock, manifest);
  const isMoved = lock.nodes.some(isMoving);
  if (reasons.length === 0 && !isMoved && (offline || lock.unresolved.length === 0)) return { lock, files };
  if (!mayAsk) return undefined;
  if (offline) throw offlineError(reasons);
  try {
    return { lock: await resolveAnew(deps, request, sources.nodes), files };
  } catch (error) {
    const isOutage = hasCode(error, 'unavailable');
    if (!isOutage || reasons.length > 0 || isMoved) throw error;
    return { lock, files, outage: error };
  }
}

/** What is locked, as far as the manifest still asks for it from there, with the sources as they are now. */
function standingLock(manifest: Manifest, locked: Lock | undefined, sources: readonly LockNode[]): Lock {
  const { registry } = manifest;
  const isOfRegistry =
    registry?.url === locked?.registry?.url && registry?.tenant === locked?.registry?.tenant;
  const kept = isOfRegistry ? (locked?.nodes.filter(isFromRegistry) ?? []) : [];
  const nodes = [...kept.filter((node) => !isAmong(sources, node)), ...sources];
  const unresolved = isOfRegistry ? (locked?.unresolved ?? []) : [];
  return withoutUnused({ registry, nodes, unresolved }, manifest);
}

async function resolveAnew(
  deps: EnsureDeps,
  { manifest, locked, isMoving }: LockRequest,
  sources: readonly LockNode[],
): Promise<Lock> {
  const { registry } = manifest;
  const standing = standingLock(manifest, locked, sources).nodes.filter(isFromRegistry);
  const items = demandsOn(manifest, sources);
  if (registry === undefined || items.length === 0)
    return withoutUnused({ registry, nodes: sources, unresolved: items }, manifest);

  const answer = await ask(await deps.openRemote(registry), items, standing, isMoving);
  for (const warning of answer.warnings) deps.warn(warning);
  for (const node of answer.nodes) requireSameDigests(node, standing, registry.url);
  const nodes = [...answer.nodes.filter((node) => !isAmong(sources, node)).map(lockNode), ...sources];
  const unresolved = once(answer.unresolved.map(({ kind, slug, range }) => ({ kind, slug, range })));
  const lock = withoutUnused(
    { registry, nodes, unresolved: unresolved.filter((one) => !isAmong(sources, one)) },
    manifest,
  );
  requireAnswered(lock, manifest, registry);
  return lock;
}

/** What moves is asked for as if it were not locked; where that gives nothing, as where it is yanked, it stays. */
async function ask(
  remote: Remote,
  items: UnresolvedItem[],
  standing: readonly RegistryNode[],
  isMoving: LockRequest['isMoving'],
): Promise<ResolveAnswer> {
  const resolve = (isKept: (node: RegistryNode) => boolean) => {
    const locked = standing.filter(isKept);
    return remote.resolve({
      items,
      locked: locked.map(({ kind, slug, origin }) => ({ kind, slug, version: origin.version })),
    });
  };
  const answer = await resolve((node) => !isMoving(node));
  const isLost = (node: RegistryNode) =>
    isMoving(node) && isAmong(answer.unresolved, node) && !isAmong(answer.nodes, node);
  return standing.some(isLost) ? await resolve((node) => !isMoving(node) || isLost(node)) : answer;
}

/** What does not fit would be written into the lock, and asked for again by every run. */
function requireAnswered(lock: Lock, manifest: Manifest, { url }: RegistryAddress): void {
  const unreadable = lock.nodes.find(({ requires }) =>
    requires.some((entry) => readRequirement(entry) === undefined),
  );
  const [fault] =
    unreadable === undefined
      ? faultsOf(lock, manifest)
      : [`${itemTitle(unreadable)} requires what cannot be read`];
  if (fault === undefined) return;
  throw new CoppiceError('bad-answer', `${url} does not answer what was asked: ${fault}`, {
    hint: 'nothing was changed; registry and program may be of versions that do not fit',
  });
}

/** What only the registry can have: what the manifest wants from it, and what the sources require. */
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
  const reasons = locked === undefined ? ['there is none'] : changesOf(manifest, locked, lock);
  if (reasons.length === 0) return;
  throw new CoppiceError('conflict', `the lock would change, and is frozen: ${reasons[0]}`, {
    hint: 'run `coppice ensure` without --frozen, and keep the lock in version control',
    data: { reasons },
  });
}

/** A folder is read anew, so what comes from one may have changed though the manifest has not. */
function changesOf(manifest: Manifest, locked: Lock, lock: Lock): readonly string[] {
  const before = new Set(locked.nodes.map((node) => JSON.stringify(node)));
  const changed = lock.nodes.filter((node) => !before.has(JSON.stringify(node)));
  return [
    ...faultsOf(locked, manifest),
    ...changed.map((node) => `${itemTitle(node)} is not as it was locked`),
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
    `${itemTitle(node)} ${node.version} is locked with other digests than ${url} has for it`,
    { hint: 'a published version never changes: find out who changed the lock, or the registry' },
  );
}

function offlineError(reasons: readonly string[]): CoppiceError {
  const why = reasons[0] ?? 'something is to be resolved anew';
  return new CoppiceError('unavailable', `the registry has to be asked, and --offline forbids it: ${why}`, {
    hint: 'run it once without --offline',
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

/*
 * The items of a manifest that come from no registry, as nodes of a lock. A repository stays at the commit that is locked;
 * a folder is read every time, because whoever works in it expects to find what they wrote.
 */

interface SourceNodes {
  readonly nodes: readonly LockNode[];
  /** By title: the files of what was read just now. */
  readonly files: ReadonlyMap<string, readonly StoreFile[]>;
}

interface SourceRequest {
  readonly manifest: Manifest;
  readonly locked: Lock | undefined;
  /** Whether a repository may be asked where its branch is now; if not, what is not locked is left out. */
  readonly mayAsk: boolean;
  readonly isMoving: (item: ItemName) => boolean;
}

async function sourceNodes(
  openSources: () => Promise<Sources>,
  { manifest, locked, mayAsk, isMoving }: SourceRequest,
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
    if (isRepository && !mayAsk) continue;
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

/** By the rule for locks, for this one item. */
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
