/*
 * Keys of items for maps, and the order of items.
 */

import { compareText } from '../../../text/utf8.js';
import type { ItemName } from '../access/principal.js';

export function keyOf({ kind, slug }: ItemName): string {
  return `${kind}/${slug}`;
}

/** By slug, then kind. */
export function compareNames(a: ItemName, b: ItemName): number {
  return compareText(a.slug, b.slug) || compareText(a.kind, b.kind);
}
