/*
 * A plan for a project's folders, as data: what is added, what is removed, what stays, and what is in the way.
 */

import type { ItemName } from './manifest.js';

/** The allowed digests by path in the project. Two while one copy replaces another. */
export type Copies = ReadonlyMap<string, readonly string[]>;

export interface LinkPlan {
  readonly puts: readonly Placement[];
  readonly removals: readonly Removal[];
  /** One per item and path, like puts. */
  readonly inPlace: readonly PlacedItem[];
  readonly skipped: readonly SkippedItem[];
  /** Installed for some of the agents only: which of them do not read such items, and why. */
  readonly partly: readonly PartlyInstalled[];
  /** The record of copies after the plan is carried out. */
  readonly copies: Copies;
}

export interface PlacedItem extends ItemName {
  /** Whether it is a link, which is only as good as its target. */
  readonly linked: boolean;
}

export interface Placement {
  readonly item: ItemName;
  /** Absolute; its folder has no links in its path, and may have to be created. */
  readonly path: string;
  /** A package or a SKILL.md in the store. */
  readonly from: string;
  /** The digest of a copy. Undefined for a link. */
  readonly digest: string | undefined;
  /** What of ours is there now. */
  readonly over: 'nothing' | 'link' | 'copy';
}

export interface Removal {
  /** Undefined for files that an interrupted run left behind. */
  readonly item: ItemName | undefined;
  readonly path: string;
}

export interface SkippedItem extends ItemName {
  readonly reason: string;
  /** `changed`: a copy of ours that somebody has changed. */
  readonly why: 'foreign' | 'changed' | 'unsafe' | 'no-agent';
}

export interface PartlyInstalled extends ItemName {
  readonly reason: string;
}
