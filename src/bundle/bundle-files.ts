/*
 * Which files of a package's folder go into its bundle: those that its content digest counts. So what is unpacked
 * elsewhere has the digest of the folder it came from; and what the digest refuses, because it may lead out of the
 * package or is no file, refuses the bundle.
 */

import { isPackageLitter } from '../skill/digest-litter.js';

export interface ListedEntry {
  /** Relative to the package, with forward slashes. */
  readonly path: string;
  readonly kind: 'file' | 'folder' | 'link' | 'other';
}

export type BundleFiles =
  | { readonly kind: 'files'; readonly paths: readonly string[] }
  | { readonly kind: 'refused'; readonly reason: 'link' | 'special-file'; readonly path: string };

export function bundleFiles(listing: readonly ListedEntry[]): BundleFiles {
  const counted = listing.filter(({ path }) => !isPackageLitter(path));
  for (const { path, kind } of counted) {
    if (kind === 'link') return { kind: 'refused', reason: 'link', path };
    if (kind === 'other') return { kind: 'refused', reason: 'special-file', path };
  }
  return { kind: 'files', paths: counted.filter(({ kind }) => kind === 'file').map(({ path }) => path) };
}
