/*
 * The names in a manifest and a lock, and their rules. The registry has the same rules as schemas; they are not loaded
 * here, because an `ensure` with nothing to do reads both files and must start fast.
 */

import semver from 'semver';
import { isItemSlug, splitRange } from '../../registry/api/item-slug.js';
import type { Kind } from '../../registry/api/names.js';
import { type Bump, versionAfter } from '../../registry/api/next-version.js';
import { compareText } from '../../text/utf8.js';
import type { ItemName } from './manifest.js';

/** The tables of the manifest: `[[skills]]`. */
export const tableOfKind = {
  skill: 'skills',
  agent: 'agents',
  command: 'commands',
} as const satisfies Readonly<Record<Kind, string>>;

export const kindsOfItems = ['skill', 'agent', 'command'] as const satisfies readonly Kind[];

export const slugRule =
  'a slug has 1 to 64 lower-case letters, digits and hyphens, and does not start with a hyphen';

export function isSlug(text: string): boolean {
  return /^[a-z0-9][a-z0-9-]{0,63}$/.test(text);
}

/** A complete version; `1.2` and `v1.2.0` are not. */
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
  return compareText(a.kind, b.kind) || compareText(a.slug, b.slug);
}

export function isSameItem(a: ItemName, b: ItemName): boolean {
  return a.kind === b.kind && a.slug === b.slug;
}

/** An entry of `requires`, which is always a skill; undefined if it is malformed. */
export function readRequirement(entry: string): (ItemName & { readonly range: string }) | undefined {
  const { slug, range = '*' } = splitRange(entry);
  return isItemSlug(slug) && isRange(range) ? { kind: 'skill', slug, range } : undefined;
}

/**
 * The address of a registry in one spelling (without a final slash), so that a manifest, a lock and a login can be
 * compared. Undefined if it is not the address of a server, or contains more, such as a password or a query.
 */
export function registryUrl(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, origin, pathname, username, password, search, hash } = new URL(text);
  if (protocol !== 'https:' && protocol !== 'http:') return undefined;
  if (username + password + search + hash !== '') return undefined;
  return origin + pathname.replace(/\/+$/, '');
}

/** Whether others can read what is sent there: no encryption, and not on this machine. */
export function isUnencrypted(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'http:' && !/^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}

/*
 * The version after those that are published.
 */

/**
 * Of all that were ever published, also what was yanked: a number is never used again. Prereleases count only where there is
 * nothing else, so that a fix of 1.5.0 is 1.5.1 though 2.0.0-rc.1 is out.
 */
export function nextVersion(published: readonly string[], bump: Bump): string {
  const sorted = published.toSorted(semver.rcompare);
  const highest = sorted.find((version) => semver.prerelease(version) === null) ?? sorted[0] ?? '0.0.0';
  return versionAfter(highest, bump);
}
