/*
 * What is another version, commit or content in one lock than in another.
 */

import { isSameItem } from '../manifest/item-names.js';
import type { ItemName } from '../manifest/manifest.js';
import type { Lock, LockNode } from './lock.js';

export interface Move extends ItemName {
  readonly from: string;
  readonly to: string;
}

/** Of what is in both. */
export function movesBetween(before: Lock | undefined, after: Lock): readonly Move[] {
  return after.nodes.flatMap((node) => {
    const old = before?.nodes.find((other) => isSameItem(other, node));
    if (old === undefined || revisionOf(old) === revisionOf(node)) return [];
    return { kind: node.kind, slug: node.slug, from: revisionOf(old), to: revisionOf(node) };
  });
}

/** What tells one state of an item from another, as short as it can be. */
export function revisionOf({ origin, contentDigest }: Pick<LockNode, 'origin' | 'contentDigest'>): string {
  if (origin.from === 'registry') return origin.version;
  return origin.from === 'git' ? origin.commit.slice(0, 12) : contentDigest.slice(7, 19);
}
