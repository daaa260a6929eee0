/*
 * What a RegistryClient takes and gives. Said without the schemas of the API, so that the types of the library need no
 * package that an embedder does not have.
 */

import type { ErrorCode } from '../text/errors.js';

/** What a registry has. */
export type ItemKind = 'skill' | 'agent' | 'command';

/** An item as its latest version is. */
export interface RegistryItem {
  readonly kind: ItemKind;
  readonly slug: string;
  /** Null where every version is yanked. */
  readonly version: string | null;
  readonly name: string;
  readonly description: string;
  readonly whenToUse: string | null;
  readonly tags: readonly string[];
  /** `flagged` is out of the listing, and can still be installed. */
  readonly state: 'published' | 'flagged' | 'archived';
  readonly deprecated: { readonly message: string; readonly replacement: string | null } | null;
  /** `sha256:HEX`, of the files. */
  readonly contentDigest: string | null;
  readonly useCount: number;
  /** ISO 8601. */
  readonly lastUsedAt: string | null;
}

/** A version: a fact that never changes, but for its being yanked. */
export interface RegistryVersion {
  readonly version: string;
  /** `sha256:HEX`, of the bundle. */
  readonly digest: string;
  /** `sha256:HEX`, of the files. */
  readonly contentDigest: string;
  readonly sizeBytes: number;
  readonly publishedBy: string;
  /** ISO 8601. */
  readonly publishedAt: string;
  /** The highest that is not yanked. */
  readonly isLatest: boolean;
  /** Why it was, or null. */
  readonly yanked: string | null;
}

/** An item that is asked for. */
export interface WantedItem {
  readonly slug: string;
  /** As npm has them; any version unless told. */
  readonly range?: string;
  readonly kind?: ItemKind;
}

/** What fits together. */
export interface Resolution {
  readonly items: readonly ResolvedItem[];
  /** What nothing that is published fits. */
  readonly unresolved: readonly UnresolvedItem[];
  /** Sentences: what is flagged or deprecated. */
  readonly warnings: readonly string[];
}

/** One version of a resolution. */
export interface ResolvedItem {
  readonly kind: ItemKind;
  readonly slug: string;
  readonly version: string;
  readonly digest: string;
  readonly contentDigest: string;
  readonly sizeBytes: number;
  /** `slug` or `slug@range`. */
  readonly requires: readonly string[];
  /** 0 for what was asked for. */
  readonly depth: number;
}

/** One item of a resolution that there is no version for. */
export interface UnresolvedItem {
  readonly kind: ItemKind;
  readonly slug: string;
  readonly range: string;
  /** `slug@version` of what asks for it, or null for the caller. */
  readonly requiredBy: string | null;
}

/** What to install, and where. */
export interface InstallOptions {
  /** The folder that has `coppice.toml`. */
  readonly project: string;
  /** Coppice's own folder, absolute: the packages are stored there, and its `config.toml` says what the scanner refuses. */
  readonly home: string;
  /** For git, where the manifest names repositories: `PATH`, `HOME`, proxies. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Refuses where the lock would change. */
  readonly frozen?: boolean;
  /** Asks nobody. */
  readonly offline?: boolean;
  /** Says what would be done. */
  readonly dryRun?: boolean;
  /** Files are copied instead of linked. Unless told it is as before: copied where the project has copies. */
  readonly copy?: boolean;
  /** Something skipped is a failure. */
  readonly strict?: boolean;
}

/** What an install has done. */
export interface Installation {
  /** Whether all that was asked for is there, or, unless it is strict, was skipped. */
  readonly ok: boolean;
  readonly installed: readonly InstalledItem[];
  /** Linked already, to files that were gone or changed, and were fetched again. */
  readonly repaired: readonly InstalledItem[];
  readonly unchanged: readonly InstalledItem[];
  /** What is nowhere in the project any more. */
  readonly removed: readonly ItemOfKind[];
  /** Not linked, by a decision that is not ours, or not published yet. */
  readonly skipped: readonly (ItemOfKind & { readonly reason: string })[];
  /** What could not be had: the lock has stayed. */
  readonly failed: readonly (ItemOfKind & { readonly code: ErrorCode; readonly reason: string })[];
  readonly lockChanged: boolean;
}

/** The name of an item: a skill and an agent may have the same slug. */
export interface ItemOfKind {
  readonly kind: ItemKind;
  readonly slug: string;
}

/** An item that is in the project now. */
export interface InstalledItem extends ItemOfKind {
  /** Undefined for what comes from no registry. */
  readonly version: string | undefined;
}

/** How to publish. */
export interface PublishOptions {
  readonly version: string;
  readonly kind?: ItemKind;
  readonly tags?: readonly string[];
}

/** What is published now. */
export interface PublishedItem extends ItemOfKind {
  readonly version: string;
  readonly digest: string;
  readonly contentDigest: string;
  /** `unchanged` where the same content was there already. */
  readonly outcome: 'published' | 'unchanged';
}
