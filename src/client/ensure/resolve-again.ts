/*
 * Resolves a manifest by its registry, and judges the answer: it keeps locked versions where they fit, changes no digest
 * of a locked version, and has everything that the manifest requests or says why not.
 */

import type { ResolveAnswer, ResolvedNode, UnresolvedNode } from '../../registry/api/resolve.js';
import { CoppiceError } from '../../text/errors.js';
import type { Remote } from '../remote/remote.js';
import type { FailedItem } from '../rules/ensure-result.js';
import { withoutUnused } from '../rules/install-order.js';
import { isSameItem, itemTitle, readRequirement } from '../rules/item-names.js';
import {
  absorbedInto,
  codeOf,
  type ExplainedItem,
  judgeUnresolved,
  refusalOf,
} from '../rules/judge-unresolved.js';
import type { Lock, LockNode, UnresolvedItem } from '../rules/lock.js';
import { faultsOf } from '../rules/lock-satisfies.js';
import type { ItemName, Manifest, RegistryAddress } from '../rules/manifest.js';
import type { EnsureDeps } from './ports.js';

export interface ResolveOptions {
  readonly manifest: Manifest;
  readonly isMoving: (item: ItemName) => boolean;
  readonly allOrNothing: boolean;
  readonly required: readonly ItemName[];
}

export interface ResolvedLock {
  readonly lock: Lock;
  /** Items that cannot be had. With `allOrNothing`, the first of them is thrown instead. */
  readonly refused: readonly FailedItem[];
}

/** `current` is what is locked of the manifest now. */
export async function resolveAgain(
  deps: EnsureDeps,
  { manifest, isMoving, allOrNothing, required }: ResolveOptions,
  current: Lock,
  sources: readonly LockNode[],
): Promise<ResolvedLock> {
  const { registry } = manifest;
  const items = demandsOn(manifest, sources);
  if (registry === undefined || items.length === 0)
    return { lock: withoutUnused({ registry, nodes: sources, unresolved: items }, manifest), refused: [] };

  const locked = current.nodes.filter(isFromRegistry);
  const remote = await deps.openRemote(registry);
  const answer = await ask(remote, items, locked, isMoving);
  for (const node of answer.nodes) requireSameDigests(node, locked, registry.url);
  const unresolved = await explained(
    remote,
    answer.unresolved.filter((one) => !isAmong(sources, one)),
  );
  const judged = judgeUnresolved(
    { nodes: answer.nodes, unresolved },
    { locked: { nodes: locked, unresolved: current.unresolved }, isEdit: allOrNothing, required },
  );
  const [lost] = judged.lost;
  if (lost !== undefined)
    throw refusalOf(
      lost,
      locked.find((node) => isSameItem(node, lost)),
    );
  const [first] = judged.refused;
  if (allOrNothing && first !== undefined) throw refusalOf(first);
  for (const warning of [...answer.warnings, ...judged.warnings]) deps.warn(warning);

  const nodes = [...answer.nodes.filter((node) => !isAmong(sources, node)).map(lockNode), ...sources];
  const left = [...judged.open, ...judged.refused].map(({ kind, slug, range }) => ({ kind, slug, range }));
  const lock = withoutUnused({ registry, nodes, unresolved: once(left) }, manifest);
  requireAnswered(lock, manifest, registry);
  return { lock: withoutRefused(lock, judged.refused), refused: judged.refused.map(failureOf) };
}

/** They are reported as failures, not as what is still to be published. */
function withoutRefused(lock: Lock, refused: readonly ExplainedItem[]): Lock {
  const isRefused = (one: UnresolvedItem) =>
    refused.some((other) => isSameItem(one, other) && one.range === other.range);
  return { ...lock, unresolved: lock.unresolved.filter((one) => !isRefused(one)) };
}

function failureOf(item: ExplainedItem): FailedItem {
  const { kind, slug, reason, required_by } = item;
  const who = required_by === null ? '' : ` (\`${required_by}\` requires it)`;
  const into = absorbedInto(item);
  return {
    kind,
    slug,
    code: codeOf(item),
    reason: `${reason}${who}`,
    ...(into !== undefined && { absorbedInto: into }),
  };
}

/** A registry before 0.2 does not say why; its page of the item does. */
async function explained(
  remote: Remote,
  unresolved: readonly UnresolvedNode[],
): Promise<readonly ExplainedItem[]> {
  return await Promise.all(
    unresolved.map(async (one) => {
      const { cause, reason } = one;
      if (cause !== undefined && reason !== undefined) return { ...one, cause, reason };
      const item = await remote.item({ kind: one.kind, slug: one.slug });
      if (item === undefined)
        return { ...one, cause: 'unpublished' as const, reason: 'it was never published' };
      if (item.state === 'archived') {
        const why = item.state_reason === null ? '' : `: ${item.state_reason}`;
        return {
          ...one,
          cause: 'archived' as const,
          reason: `it was archived on ${item.state_at.slice(0, 10)}${why}`,
        };
      }
      return { ...one, cause: 'no-version' as const, reason: `no published version fits ${one.range}` };
    }),
  );
}

/** Moving items are resolved as if they were not locked; if that gives nothing, because they are yanked, they stay. */
async function ask(
  remote: Remote,
  items: UnresolvedItem[],
  current: readonly RegistryNode[],
  isMoving: ResolveOptions['isMoving'],
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

interface RegistryNode extends LockNode {
  readonly origin: Extract<LockNode['origin'], { from: 'registry' }>;
}

export function isFromRegistry(node: LockNode): node is RegistryNode {
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
