/*
 * The result of an ensure, for people and programs.
 */

import type { CoppiceError, ErrorCode } from '../../text/errors.js';
import { listUpTo, nounFor } from '../../text/plural.js';
import { isSameItem } from './item-names.js';
import type { LinkPlan } from './link-plan.js';
import type { Lock, LockNode, UnresolvedItem } from './lock.js';
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
  /** The slug of the item that absorbed it, where the manifest names the old one. */
  readonly absorbedInto?: string;
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
  const notPublished = lock.unresolved.map((item) => ({
    kind: item.kind,
    slug: item.slug,
    reason: whyOpen(item, lock),
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

/** `no version that fits ^1 is published yet (app requires it); coppice update looks for one` */
function whyOpen({ kind, slug, range }: UnresolvedItem, { nodes }: Lock): string {
  const what = range === '*' ? 'no version' : `no version that fits ${range}`;
  const isRequired = (entry: string) => entry === (range === '*' ? slug : `${slug}@${range}`);
  const requirers =
    kind === 'skill'
      ? nodes.filter(({ requires }) => requires.some(isRequired)).map((node) => node.slug)
      : [];
  const by =
    requirers.length === 0
      ? ''
      : ` (${listUpTo(3, requirers)} ${nounFor(requirers.length, 'requires', 'require')} it)`;
  return `${what} is published yet${by}; coppice update looks for one`;
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
