/*
 * Keys of items for maps, and the order of items.
 */

import type { ItemName } from '../access/principal.js';

export function keyOf({ kind, slug }: ItemName): string {
  return `${kind}/${slug}`;
}

/** By slug, then kind. */
export function compareNames(a: ItemName, b: ItemName): number {
  return compareTexts(a.slug, b.slug) || compareTexts(a.kind, b.kind);
}

/** By code units, as the database sorts. */
export function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
