/*
 * What a project has: the meaning of `coppice.lock`. Sorted and without times, one block for each node, so that two
 * branches merge; every node has the digests that its bytes must have on every machine.
 */

import type { Kind } from '../../registry/api/names.js';
import type { RegistryPlace } from '../manifest/manifest.js';

export interface Lock {
  readonly registry: RegistryPlace | undefined;
  /** By kind, then slug. */
  readonly nodes: readonly LockNode[];
  /** Wanted or required, and not there yet: tried again by every `ensure` that is not frozen. */
  readonly unresolved: readonly UnresolvedItem[];
}

export interface LockNode {
  readonly kind: Kind;
  readonly slug: string;
  /** `sha256:HEX` of the files, however they were packed. */
  readonly contentDigest: string;
  /** As the version says: `slug` or `slug@range`. */
  readonly requires: readonly string[];
  readonly origin: NodeOrigin;
}

export type NodeOrigin =
  | { readonly from: 'registry'; readonly version: string; readonly digest: string }
  | {
      readonly from: 'git';
      readonly url: string;
      /** The branch, tag or commit that the manifest named when this commit was found. */
      readonly ref: string | undefined;
      readonly commit: string;
      readonly path: string;
    }
  | { readonly from: 'path'; readonly path: string };

export interface UnresolvedItem {
  readonly kind: Kind;
  readonly slug: string;
  readonly range: string;
}
