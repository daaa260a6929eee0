/*
 * Which items of a project are outdated: compares the lock with the registry, the repositories and the folders.
 */
import { isSourceItem } from '../../client/ensure/choose-lock.js';
import { demandsOn } from '../../client/ensure/resolve-again.js';
import type { Remote } from '../../client/remote/remote.js';
import { isSameItem } from '../../client/rules/item-names.js';
import type { Lock, LockNode } from '../../client/rules/lock.js';
import { revisionOf } from '../../client/rules/lock.js';
import type { ItemName, Manifest } from '../../client/rules/manifest.js';
import type { Sources } from '../../client/source/source-packages.js';
import { hasCode } from '../../text/errors.js';

export interface OutdatedItem extends ItemName {
  /** A version; of what comes from no registry, the beginning of its commit or of its content's digest. */
  readonly current: string;
  /** What an update would give; null where nothing fits any more. */
  readonly wanted: string | null;
  /** The highest that is published, whatever the manifest asks for; null where there is none. */
  readonly latest: string | null;
  /** Why the installed version was yanked. */
  readonly yanked: string | null;
  readonly deprecated: { readonly message: string; readonly replacement: string | null } | null;
  readonly archived: boolean;
}

export async function outdatedItems(
  remote: Remote,
  manifest: Manifest,
  lock: Lock,
): Promise<readonly OutdatedItem[]> {
  const sources = lock.nodes.filter(({ origin }) => origin.from !== 'registry');
  const { nodes } = await remote.resolve({ items: demandsOn(manifest, sources), locked: [] });
  const found: OutdatedItem[] = [];
  const waiting = lock.nodes.toReversed();
  const look = async ({ kind, slug, origin }: LockNode) => {
    if (origin.from !== 'registry') return;
    const wanted = nodes.find((node) => isSameItem(node, { kind, slug }))?.version ?? null;
    const item = await compare(remote, { kind, slug }, origin.version, wanted);
    if (isWorthKnowing(item)) found.push(item);
  };
  const work = async () => {
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) await look(node);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return found;
}

export interface PublishedItem extends ItemName {
  readonly version: string;
}

/** Forward references of the lock that were published since, with the versions that an update would install. */
export async function publishedSince(
  remote: Remote,
  manifest: Manifest,
  lock: Lock,
): Promise<readonly PublishedItem[]> {
  if (lock.unresolved.length === 0) return [];
  const sources = lock.nodes.filter(({ origin }) => origin.from !== 'registry');
  const { nodes } = await remote.resolve({ items: demandsOn(manifest, sources), locked: [] });
  return nodes
    .filter((node) => lock.unresolved.some((open) => isSameItem(open, node)))
    .filter((node) => !lock.nodes.some((known) => isSameItem(known, node)))
    .map(({ kind, slug, version }) => ({ kind, slug, version }));
}

/** What comes from repositories and folders, and is not there any more as it is locked. */
export async function outdatedSources(
  openThem: () => Promise<Sources>,
  manifest: Manifest,
  lock: Lock,
): Promise<readonly OutdatedItem[]> {
  const found: OutdatedItem[] = [];
  for (const item of manifest.items.filter(isSourceItem)) {
    const node = lock.nodes.find((one) => isSameItem(one, item));
    if (node === undefined || node.origin.from === 'registry') continue;
    const now = await orNothing((await openThem()).resolve(item));
    const wanted = now === undefined ? null : revisionOf(now);
    const [kind, slug, current] = [item.kind, item.slug, revisionOf(node)];
    const status = { yanked: null, deprecated: null, archived: false };
    if (wanted !== current) found.push({ kind, slug, current, wanted, latest: wanted, ...status });
  }
  return found;
}

async function orNothing<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (hasCode(error, 'not-found')) return undefined;
    throw error;
  }
}

/** So many requests. */
const atOnce = 8;

async function compare(
  remote: Remote,
  { kind, slug }: ItemName,
  current: string,
  wanted: string | null,
): Promise<OutdatedItem> {
  const [item, version] = await Promise.all([
    remote.item({ kind, slug }),
    remote.version({ kind, slug }, current),
  ]);
  return {
    kind,
    slug,
    current,
    wanted,
    latest: item?.version ?? null,
    yanked: version?.yanked?.reason ?? null,
    deprecated: item?.deprecated ?? null,
    archived: item?.state === 'archived',
  };
}

function isWorthKnowing({ current, wanted, latest, yanked, deprecated, archived }: OutdatedItem): boolean {
  return wanted !== current || latest !== current || yanked !== null || deprecated !== null || archived;
}
