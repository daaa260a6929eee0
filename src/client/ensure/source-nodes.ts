/*
 * The items of a manifest that come from no registry, as nodes of a lock. A repository stays at the commit that is locked;
 * a folder is read every time, because whoever works in it expects to find what they wrote.
 */

import { CoppiceError } from '../../text/errors.js';
import type { Lock, LockNode } from '../lock/lock.js';
import { satisfies } from '../lock/satisfies.js';
import { isSameItem, itemTitle } from '../manifest/item-names.js';
import type { ItemName, Manifest, ManifestItem } from '../manifest/manifest.js';
import type { SourceItem, Sources } from '../source/source-packages.js';
import type { StoreFile } from '../store/store.js';

export interface SourceNodes {
  readonly nodes: readonly LockNode[];
  /** By title: the files of what was read just now. */
  readonly files: ReadonlyMap<string, readonly StoreFile[]>;
}

export interface SourceRequest {
  readonly manifest: Manifest;
  readonly locked: Lock | undefined;
  /** Whether a repository may be asked where its branch is now; if not, what is not locked is left out. */
  readonly mayAsk: boolean;
  readonly isMoving: (item: ItemName) => boolean;
}

export async function sourceNodes(
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
