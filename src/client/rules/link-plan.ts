/*
 * What is to be done to a project's folders, as data: what is put in place, what goes, what stays, and what is in the way.
 */

import type { ItemName } from './manifest.js';

/** By the path in the project: the digests it may have. Two while one copy takes the place of another. */
export type Copies = ReadonlyMap<string, readonly string[]>;

export interface LinkPlan {
  readonly puts: readonly Placement[];
  readonly removals: readonly Removal[];
  /** By item and place, like puts. */
  readonly inPlace: readonly PlacedItem[];
  readonly skipped: readonly SkippedItem[];
  /** Installed for some of the agents only: which of them do not read such items, and why. */
  readonly partly: readonly PartlyInstalled[];
  /** What is to be written down of copies when all is done. */
  readonly copies: Copies;
}

export interface PlacedItem extends ItemName {
  /** By a link, which is worth as much as what it leads to. */
  readonly linked: boolean;
}

export interface Placement {
  readonly item: ItemName;
  /** Absolute, in a folder without links, which may have to be made. */
  readonly path: string;
  /** A package or a SKILL.md in the store. */
  readonly from: string;
  /** Of a copy: what it will have. Without one, a link is made. */
  readonly digest: string | undefined;
  /** What of ours is there. */
  readonly over: 'nothing' | 'link' | 'copy';
}

export interface Removal {
  /** Undefined for what an interrupted run left behind. */
  readonly item: ItemName | undefined;
  readonly path: string;
}

export interface SkippedItem extends ItemName {
  readonly reason: string;
  /** `changed`: it is a copy of ours, and somebody has changed it. */
  readonly why: 'foreign' | 'changed' | 'unsafe' | 'no-agent';
}

export interface PartlyInstalled extends ItemName {
  readonly reason: string;
}
