/*
 * The port to packages that are not from a registry.
 */
import type { NodeOrigin } from '../rules/lock.js';
import type { ManifestItem, Wanted } from '../rules/manifest.js';
import type { StoreFile } from '../store/store.js';

/** Packages in git repositories and in folders. Paths are relative to the project. */
export interface Sources {
  /** The package as it is now; `not-found` if there is none. */
  resolve(item: SourceItem): Promise<SourcePackage>;
  /** The files as they were when they were locked. The caller checks the digest. */
  fetch(origin: SourceOrigin): Promise<readonly StoreFile[]>;
}

export interface SourceItem extends ManifestItem {
  readonly wanted: Exclude<Wanted, { from: 'registry' }>;
}

export interface SourcePackage {
  readonly origin: SourceOrigin;
  /** `sha256:HEX` */
  readonly contentDigest: string;
  /** `slug` or `slug@range`, in the order of slugs. */
  readonly requires: readonly string[];
  readonly files: readonly StoreFile[];
}

export type SourceOrigin = Exclude<NodeOrigin, { from: 'registry' }>;
