/*
 * What the registry has of an item, and which of its versions may be chosen. Yanked versions and archived items are for
 * those who have them already; a prerelease is for those who name one.
 */

import semver from 'semver';
import type { ItemState } from '../../api/names.js';
import type { ItemName } from '../access/principal.js';
import type { Requiring } from './closure.js';
import { keyOf } from './item-key.js';
import type { Requirement } from './requirement.js';

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
function openVersions({ state, versions }: Offer): readonly OfferedVersion[] {
  return state === 'archived' ? [] : versions.filter(({ isYanked }) => !isYanked);
}

/** For somebody who has nothing of it yet. */
export function highestFitting(offer: Offer, range: string): OfferedVersion | undefined {
  return openVersions(offer).find(({ version }) => semver.satisfies(version, range));
}

/*
 * Which versions a resolution may choose, and whom they suit. Whoever has a version locked keeps it, yanked or archived;
 * others get what is open. A prerelease that the manifest names suits all whose range it is within; otherwise each range
 * has to name it.
 */

export interface LockedVersion extends ItemName {
  readonly version: string;
}

interface Ranged {
  readonly range: string;
}

export class AllowedVersions {
  readonly #offers: ReadonlyMap<string, Offer>;
  /** By key: versions without build metadata. */
  readonly #locked = new Map<string, Set<string>>();
  /** Those that the manifest would take. */
  readonly #wanted: ReadonlySet<OfferedVersion>;
  readonly #allowed = new Map<string, readonly OfferedVersion[]>();
  /** Few versions and ranges are compared many times, and reading them is what takes time. */
  readonly #suiting = new Map<string, Map<OfferedVersion, boolean>>();

  /** `offers` by their key (item-key.ts). */
  constructor(
    offers: ReadonlyMap<string, Offer>,
    wanted: readonly Requirement[],
    locked: readonly LockedVersion[],
  ) {
    this.#offers = offers;
    for (const name of locked) {
      const versions = this.#locked.get(keyOf(name)) ?? new Set();
      this.#locked.set(keyOf(name), versions.add(withoutBuild(name.version)));
    }
    this.#wanted = new Set(
      wanted.flatMap((name) => {
        const versions = offers.get(keyOf(name))?.versions ?? [];
        return versions.filter(({ version }) => semver.satisfies(version, name.range));
      }),
    );
  }

  /** What is locked first, then the highest first. */
  of(offer: Offer): readonly OfferedVersion[] {
    const key = keyOf(offer);
    const known = this.#allowed.get(key);
    if (known !== undefined) return known;
    const locked = this.#locked.get(key);
    const isLocked = ({ version }: OfferedVersion): boolean => locked?.has(withoutBuild(version)) === true;
    const open = openVersions(offer).filter((version) => !isLocked(version));
    const allowed = [...offer.versions.filter(isLocked), ...open];
    this.#allowed.set(key, allowed);
    return allowed;
  }

  suits(version: OfferedVersion, demands: readonly Ranged[]): boolean {
    return demands.every(({ range }) => this.#suits(version, range));
  }

  canSuit(offer: Offer, demands: readonly Ranged[]): boolean {
    return this.of(offer).some((version) => this.suits(version, demands));
  }

  /** Undefined where no version suits, whoever else asks. */
  offerFor(requirement: Requirement): Offer | undefined {
    const offer = this.#offers.get(keyOf(requirement));
    return offer && this.canSuit(offer, [requirement]) ? offer : undefined;
  }

  #suits(offered: OfferedVersion, range: string): boolean {
    let versions = this.#suiting.get(range);
    if (versions === undefined) {
      versions = new Map();
      this.#suiting.set(range, versions);
    }
    const known = versions.get(offered);
    if (known !== undefined) return known;
    const includePrerelease = this.#wanted.has(offered);
    const isSuiting = semver.satisfies(offered.version, range, { includePrerelease });
    versions.set(offered, isSuiting);
    return isSuiting;
  }
}

/** Versions that differ in nothing else are the same one. */
function withoutBuild(version: string): string {
  return version.replace(/\+.*/, '');
}
