/*
 * Items by their name, in maps and in order.
 */

import type { ItemName } from '../access/principal.js';

export function keyOf({ kind, slug }: ItemName): string {
  return `${kind}/${slug}`;
}

/** By slug, then kind. */
export function compareNames(a: ItemName, b: ItemName): number {
  return compareTexts(a.slug, b.slug) || compareTexts(a.kind, b.kind);
}

/** By code units, like the database. */
export function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
