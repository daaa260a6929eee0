/*
 * The names in a manifest and a lock, and what they may be. The registry says the same with schemas; this says it without
 * loading them, because an `ensure` with nothing to do reads both files and must start at once.
 */

import semver from 'semver';
import type { Kind } from '../../registry/api/names.js';
import type { ItemName } from './manifest.js';

/** What the items of a kind are called together: `[[skills]]`. */
export const tableOfKind = {
  skill: 'skills',
  agent: 'agents',
  command: 'commands',
} as const satisfies Readonly<Record<Kind, string>>;

export const kindsOfItems = ['skill', 'agent', 'command'] as const satisfies readonly Kind[];

export const slugRule = 'a slug is 1 to 64 lower-case letters, digits and hyphens, no hyphen first';

export function isSlug(text: string): boolean {
  return /^[a-z0-9][a-z0-9-]{0,63}$/.test(text);
}

/** A whole version; `1.2` and `v1.2.0` are none. */
export function isVersion(text: string): boolean {
  return text.length <= 128 && /^\d\S*$/.test(text) && semver.valid(text) !== null;
}

export function isRange(text: string): boolean {
  return text.length <= 256 && text.trim() !== '' && semver.validRange(text) !== null;
}

export function isDigest(text: string): boolean {
  return /^sha256:[0-9a-f]{64}$/.test(text);
}

/** How messages name an item. */
export function itemTitle({ kind, slug }: ItemName): string {
  return `${kind} \`${slug}\``;
}

/** By kind, then slug. */
export function compareNames(a: ItemName, b: ItemName): number {
  return compareTexts(a.kind, b.kind) || compareTexts(a.slug, b.slug);
}

/** By code units, so that every machine sorts alike. */
export function compareTexts(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

export function isSameItem(a: ItemName, b: ItemName): boolean {
  return a.kind === b.kind && a.slug === b.slug;
}

/** An entry of `requires`, which is always a skill; undefined where it is malformed. */
export function readRequirement(entry: string): (ItemName & { readonly range: string }) | undefined {
  const [slug = '', ...rest] = entry.split('@');
  const range = rest.length === 0 ? '*' : rest.join('@');
  return isSlug(slug) && isRange(range) ? { kind: 'skill', slug, range } : undefined;
}
