/*
 * What the registry has of an item, and which of its versions may be chosen. Yanked versions and archived items are for
 * those who have them already; a prerelease is for those who name one.
 */

import semver from 'semver';
import type { ItemName } from '../access/principal.js';
import type { ItemState } from '../api/names.js';
import type { Requiring } from './closure.js';

export interface Offer extends ItemName {
  readonly state: ItemState;
  readonly deprecated: { readonly message: string; readonly replacement: string | null } | null;
  /** Highest first. */
  readonly versions: readonly OfferedVersion[];
}

export interface OfferedVersion extends Requiring {
  readonly id: number;
  readonly version: string;
  readonly digest: string;
  readonly contentDigest: string;
  readonly sizeBytes: number;
  readonly isYanked: boolean;
}

/** Those for somebody who has nothing of it yet, highest first. */
export function openVersions({ state, versions }: Offer): readonly OfferedVersion[] {
  return state === 'archived' ? [] : versions.filter(({ isYanked }) => !isYanked);
}

/** For somebody who has nothing of it yet. */
export function highestFitting(offer: Offer, range: string): OfferedVersion | undefined {
  return openVersions(offer).find(({ version }) => semver.satisfies(version, range));
}
