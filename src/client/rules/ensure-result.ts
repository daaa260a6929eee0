/*
 * The result of an ensure, for people and programs.
 */

import type { CoppiceError, ErrorCode } from '../../text/errors.js';
import { isSameItem } from './item-names.js';
import type { LinkPlan } from './link-plan.js';
import type { Lock, LockNode } from './lock.js';
import { type VersionChange, versionChanges } from './lock.js';
import type { ItemName } from './manifest.js';

export interface EnsureResult {
  /** Whether all requested items are installed, or skipped if the ensure is not strict. */
  readonly ok: boolean;
  readonly installed: readonly InstalledItem[];
  /** Items that were already linked, but whose files were missing or changed and were fetched again. */
  readonly repaired: readonly InstalledItem[];
  readonly unchanged: readonly InstalledItem[];
  /** Items that are not in the project any more. */
  readonly removed: readonly ItemName[];
  /** Items whose version, commit or content changed in the lock. */
  readonly moved: readonly VersionChange[];
  /** Items that were not linked, because something else is in the way or no version is published yet. */
  readonly skipped: readonly (ItemName & { readonly reason: string })[];
  /** Items that could not be fetched: the run has failed, and the lock was not changed. */
  readonly failed: readonly FailedItem[];
  readonly lockChanged: boolean;
}

export interface InstalledItem extends ItemName {
  /** Undefined for an item that is not from a registry. */
  readonly version: string | undefined;
}

export interface FailedItem extends ItemName {
  readonly code: ErrorCode;
  readonly reason: string;
}

export interface CompletedEnsure {
  /** The lock before the run. */
  readonly locked: Lock | undefined;
  readonly chosen: { readonly lock: Lock };
  readonly order: readonly LockNode[];
  /** Packages that were missing from the store. */
  readonly missing: readonly LockNode[];
  readonly links: LinkPlan;
  readonly isLockChanged: boolean;
}

export function resultOf(
  { locked, chosen: { lock }, order, missing, links, isLockChanged }: CompletedEnsure,
  failed: readonly FailedItem[],
  isStrict: boolean,
): EnsureResult {
  const notPublished = lock.unresolved.map(({ kind, slug, range }) => ({
    kind,
    slug,
    reason: `no published version fits ${range} yet; coppice update looks for one`,
  }));
  const inTheWay = links.skipped.map(({ kind, slug, reason }) => ({ kind, slug, reason }));
  const skipped = [...notPublished, ...inTheWay];
  const isPut = (item: ItemName) => links.puts.some((put) => isSameItem(put.item, item));
  const isInPlace = (item: ItemName) => links.inPlace.some((other) => isSameItem(other, item));
  const isLinked = (item: ItemName) => links.inPlace.some((other) => other.linked && isSameItem(other, item));
  const stayed = order.filter((node) => isInPlace(node) && !isPut(node));
  const isRepaired = (node: LockNode) => missing.includes(node) && isLinked(node);
  return {
    ok: failed.length === 0 && !(isStrict && skipped.length > 0),
    installed: order.filter(isPut).map(installedItem),
    repaired: stayed.filter(isRepaired).map(installedItem),
    unchanged: stayed.filter((node) => !isRepaired(node)).map(installedItem),
    removed: removedItems(links, order),
    moved: failed.length === 0 ? versionChanges(locked, lock) : [],
    skipped,
    failed,
    lockChanged: isLockChanged && failed.length === 0,
  };
}

export function failureOf({ kind, slug }: ItemName, { code, message }: CoppiceError): FailedItem {
  return { kind, slug, code, reason: message };
}

/** Each item once, even if it was in the folders of many agents; one that is still in some of them is not removed. */
function removedItems({ removals }: LinkPlan, order: readonly LockNode[]): readonly ItemName[] {
  const items = removals.flatMap(({ item }) => item ?? []);
  return items.filter(
    (item, at) =>
      items.findIndex((other) => isSameItem(other, item)) === at &&
      !order.some((node) => isSameItem(node, item)),
  );
}

function installedItem({ kind, slug, origin }: LockNode): InstalledItem {
  return { kind, slug, version: origin.from === 'registry' ? origin.version : undefined };
}
