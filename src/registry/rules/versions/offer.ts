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
  /** The ranges of the manifest, by key. */
  readonly #wanted = new Map<string, string[]>();
  readonly #allowed = new Map<string, readonly OfferedVersion[]>();
  /** The same few versions and ranges are compared many times, and parsing them is slow. */
  readonly #suiting = new Map<string, Map<OfferedVersion, boolean>>();
  readonly #parsedVersions = new Map<OfferedVersion, semver.SemVer>();
  readonly #parsedRanges = new Map<string, semver.Range>();
  /** The ranges of the manifest for each version that it may choose. */
  readonly #wantedRanges = new Map<OfferedVersion, readonly string[]>();

  /** `offers` are by key (item-key.ts). */
  constructor(
    offers: ReadonlyMap<string, Offer>,
    wanted: readonly Requirement[],
    locked: readonly LockedVersion[],
  ) {
    this.#offers = offers;
    for (const name of locked) {
      const key = keyOf(name);
      // A lock may name thousands of items that are not part of this graph.
      if (!offers.has(key)) continue;
      const versions = this.#locked.get(key) ?? new Set();
      this.#locked.set(key, versions.add(withoutBuild(name.version)));
    }
    for (const name of wanted) {
      const key = keyOf(name);
      this.#wanted.set(key, [...(this.#wanted.get(key) ?? []), name.range]);
    }
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
    const wanted = this.#wanted.get(key);
    if (wanted !== undefined) for (const version of allowed) this.#wantedRanges.set(version, wanted);
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
    const isSuiting = this.#isWithin(offered, range, this.#isWanted(offered));
    versions.set(offered, isSuiting);
    return isSuiting;
  }

  #isWanted(offered: OfferedVersion): boolean {
    return this.#wantedRanges.get(offered)?.some((range) => this.#isWithin(offered, range, false)) ?? false;
  }

  #isWithin(offered: OfferedVersion, range: string, includePrerelease: boolean): boolean {
    let version = this.#parsedVersions.get(offered);
    if (version === undefined) {
      version = new semver.SemVer(offered.version);
      this.#parsedVersions.set(offered, version);
    }
    const key = `${includePrerelease} ${range}`;
    let parsed = this.#parsedRanges.get(key);
    if (parsed === undefined) {
      parsed = new semver.Range(range, { includePrerelease });
      this.#parsedRanges.set(key, parsed);
    }
    return parsed.test(version);
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
