/*
 * What a project wants: the meaning of `coppice.toml`. Written by people, and by `add` and `remove`, which keep every
 * comment in it.
 */

import type { Kind } from '../../registry/api/names.js';

export interface Manifest {
  /** Undefined where nothing comes from a registry. */
  readonly registry: RegistryPlace | undefined;
  /** Whose folders the items are linked into; `claude` unless told. */
  readonly agents: readonly AgentName[];
  /** Each (kind, slug) once, in the order of the file. */
  readonly items: readonly ManifestItem[];
}

export interface RegistryPlace {
  /** An origin, with a path where the registry is below one; no slash at the end. */
  readonly url: string;
  readonly tenant: string;
}

export const agentNames = ['claude', 'agents', 'codex', 'gemini', 'opencode', 'hermes'] as const;
export type AgentName = (typeof agentNames)[number];

export interface ManifestItem {
  readonly kind: Kind;
  readonly slug: string;
  readonly wanted: Wanted;
}

export type Wanted =
  | { readonly from: 'registry'; readonly range: string }
  /** `path` is the folder in the repository, empty for its root; without a `ref`, its default branch. */
  | { readonly from: 'git'; readonly url: string; readonly ref: string | undefined; readonly path: string }
  /** As written: relative to the project, or absolute. */
  | { readonly from: 'path'; readonly path: string };

export interface ItemName {
  readonly kind: Kind;
  readonly slug: string;
}
