/*
 * The versions of an item that the registry offers, and which of them a resolution may choose. Yanked versions and
 * archived items are only for projects that have them locked; a prerelease is only for ranges that name one.
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

/** The version that a project without a lock gets. */
export function highestFitting(offer: Offer, range: string): OfferedVersion | undefined {
  return openVersions(offer).find(({ version }) => semver.satisfies(version, range));
}

export interface LockedVersion extends ItemName {
  readonly version: string;
}

interface Ranged {
  readonly range: string;
}

/**
 * Which versions a resolution may choose, and which ranges they suit. A locked version stays allowed when it is yanked or
 * archived. A prerelease that the manifest names suits every range that it is within; otherwise each range has to name
 * it.
 */
export class AllowedVersions {
  readonly #offers: ReadonlyMap<string, Offer>;
  /** Versions without build metadata, by key. */
  readonly #locked = new Map<string, Set<string>>();
  /** The versions that suit the manifest. */
  readonly #wanted: ReadonlySet<OfferedVersion>;
  readonly #allowed = new Map<string, readonly OfferedVersion[]>();
  /** The same few versions and ranges are compared many times, and parsing them is slow. */
  readonly #suiting = new Map<string, Map<OfferedVersion, boolean>>();

  /** `offers` are by key (item-key.ts). */
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

  /** The locked version first, then the highest first. */
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

  /** Undefined where no version suits the requirement, even alone. */
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

/** Open to projects without a lock, highest first. */
function openVersions({ state, versions }: Offer): readonly OfferedVersion[] {
  return state === 'archived' ? [] : versions.filter(({ isYanked }) => !isYanked);
}

/** Versions that differ only in build metadata are the same. */
function withoutBuild(version: string): string {
  return version.replace(/\+.*/, '');
}
