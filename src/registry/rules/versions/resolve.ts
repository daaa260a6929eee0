/*
 * From a manifest to exact versions: one version for each name, satisfying all who ask for it. Names are decided breadth
 * first, in the order of slugs; for each, a version that is locked comes first, then the highest. The answer is the first
 * that satisfies everybody in this order of preference, found by going back, where nothing fits, to the last decision
 * that has to do with it: what lies between cannot help.
 */

import type { ItemName } from '../access/principal.js';
import { compareNames, compareTexts, keyOf } from './item-key.js';
import type { Offer, OfferedVersion } from './offer.js';
import { AllowedVersions, type LockedVersion } from './offer.js';
import type { Requirement } from './requirement.js';

export type Resolution =
  | {
      readonly kind: 'resolved';
      /** By depth, then slug. */
      readonly chosen: readonly ChosenVersion[];
      readonly unresolved: readonly UnresolvedDemand[];
    }
  | { readonly kind: 'conflict'; readonly conflict: ResolveConflict };

export interface ChosenVersion {
  readonly offer: Offer;
  readonly version: OfferedVersion;
  /** 0 for what the manifest names. */
  readonly depth: number;
}

/** No version fits it, whatever else is chosen. */
export interface UnresolvedDemand extends Requirement {
  /** `slug@version`; null for the manifest. */
  readonly requiredBy: string | null;
}

/** Two who cannot both have what they ask for. */
export interface ResolveConflict extends ItemName {
  readonly demands: readonly [ConflictingDemand, ConflictingDemand];
}

export interface ConflictingDemand {
  readonly range: string;
  /** `slug@version` from what the manifest names to what asks; none where the manifest does. */
  readonly path: readonly string[];
}

/** `offers` by their key (item-key.ts); what is not among them was never published. */
export function resolve(
  wanted: readonly Requirement[],
  locked: readonly LockedVersion[],
  offers: ReadonlyMap<string, Offer>,
): Resolution {
  return new Search(new AllowedVersions(offers, wanted, locked)).run(wanted);
}

/** More than any sane catalog needs; a malicious one must not keep the server busy. A try counts with all it asks for. */
const maxTried = 40_000;

interface Demand {
  readonly range: string;
  /** The place of the one who asks; undefined for the manifest. */
  readonly by: number | undefined;
}

/** A name that is to be decided, or is. */
interface Decision {
  readonly offer: Offer;
  readonly depth: number;
  /** In the order of who asks. */
  demands: readonly Demand[];
  chosen: OfferedVersion | undefined;
  /** What the chosen version asks for in vain. */
  unresolved: readonly Requirement[];
  /** Of these, the first `tried` were. */
  options: readonly OfferedVersion[];
  tried: number;
  /** Earlier places that have to do with why versions of this one do not do. */
  blamed: Set<number>;
}

class Search {
  readonly #allowed: AllowedVersions;
  /** In the order in which they are decided; those that follow are found as versions are chosen. */
  readonly #places: Decision[] = [];
  readonly #placeOf = new Map<string, number>();
  #conflict: (ResolveConflict & { readonly isCertain: boolean }) | undefined;

  constructor(allowed: AllowedVersions) {
    this.#allowed = allowed;
  }

  run(wanted: readonly Requirement[]): Resolution {
    const unresolved = this.#demand(wanted, undefined);
    let triedSinceConflict = 0;
    let at = 0;
    for (let place = this.#enter(at); place !== undefined; ) {
      const option = place.options[place.tried];
      if (this.#conflict !== undefined) triedSinceConflict += 1 + (option?.requires.length ?? 0);
      place.tried += 1;
      if (option !== undefined && this.#choose(place, at, option)) {
        at += 1;
        place = this.#enter(at);
      } else if (option === undefined) {
        const back = triedSinceConflict > maxTried ? undefined : this.#goBack(place);
        if (back === undefined) return this.#failed();
        at = back;
        place = this.#places[at];
      }
    }
    return this.#resolved(unresolved);
  }

  /** Takes note of who asks for what. Returns what cannot be had at all, which binds nobody. */
  #demand(requirements: readonly Requirement[], by: number | undefined): readonly Requirement[] {
    const unresolved: Requirement[] = [];
    for (const requirement of [...requirements].sort(compareRequirements)) {
      const offer = this.#allowed.offerFor(requirement);
      if (offer === undefined) {
        unresolved.push(requirement);
        continue;
      }
      const demand = { range: requirement.range, by };
      const known = this.#placeAt(requirement);
      if (known !== undefined) known.demands = [...known.demands, demand];
      else {
        const depth = by === undefined ? 0 : (this.#places[by]?.depth ?? 0) + 1;
        this.#placeOf.set(keyOf(requirement), this.#places.length);
        this.#places.push({ offer, depth, demands: [demand], ...undecided() });
      }
    }
    return unresolved;
  }

  #enter(at: number): Decision | undefined {
    const place = this.#places[at];
    if (place === undefined) return undefined;
    place.options = this.#allowed
      .of(place.offer)
      .filter((version) => this.#allowed.suits(version, place.demands));
    place.tried = 0;
    place.blamed = new Set(place.demands.flatMap(({ by }) => by ?? []));
    if (place.options.length === 0) this.#remember(place.offer, place.demands);
    return place;
  }

  /** False where the version asks for what an earlier decision, or it itself, excludes. */
  #choose(place: Decision, at: number, option: OfferedVersion): boolean {
    place.chosen = option;
    const clashes = option.requires.filter((requirement) => {
      const chosen = this.#placeAt(requirement)?.chosen;
      if (chosen === undefined || this.#allowed.suits(chosen, [requirement])) return false;
      return this.#allowed.offerFor(requirement) !== undefined;
    });
    for (const requirement of clashes) {
      const other = this.#placeOf.get(keyOf(requirement)) ?? at;
      const { offer, demands } = this.#places[other] ?? place;
      if (other !== at) place.blamed.add(other);
      this.#remember(offer, [...demands, { range: requirement.range, by: at }]);
    }
    if (clashes.length === 0) place.unresolved = this.#demand(option.requires, at);
    else place.chosen = undefined;
    return clashes.length === 0;
  }

  /** Undoes what was decided since the last place to blame, and says which that is. */
  #goBack({ blamed }: Decision): number | undefined {
    if (blamed.size === 0) return undefined;
    const back = Math.max(...blamed);
    for (const [at, place] of this.#places.entries()) {
      place.demands = place.demands.filter(({ by }) => by === undefined || by < back);
      if (at >= back) place.chosen = undefined;
    }
    // Names are found in the order of who asks, so those that nobody asks for any more are the last.
    for (let last = this.#places.at(-1); last?.demands.length === 0; last = this.#places.at(-1)) {
      this.#placeOf.delete(keyOf(last.offer));
      this.#places.pop();
    }
    for (const other of blamed) if (other !== back) this.#places[back]?.blamed.add(other);
    return back;
  }

  /** Keeps the first conflict, or else the first of two demands that no version satisfies: that one says most. */
  #remember(offer: Offer, demands: readonly Demand[]): void {
    if (this.#conflict?.isCertain) return;
    const last = demands.findIndex((_, end) => !this.#allowed.canSuit(offer, demands.slice(0, end + 1)));
    const second = demands[last === -1 ? demands.length - 1 : last];
    if (second === undefined) return;
    const first = demands.find((demand) => !this.#allowed.canSuit(offer, [demand, second]));
    if (first === undefined && this.#conflict !== undefined) return;
    this.#conflict = {
      kind: offer.kind,
      slug: offer.slug,
      demands: [this.#told(first ?? demands[0] ?? second), this.#told(second)],
      isCertain: first !== undefined,
    };
  }

  #told({ range, by }: Demand): ConflictingDemand {
    const path: string[] = [];
    for (
      let place = decisionAt(this.#places, by);
      place;
      place = decisionAt(this.#places, place.demands[0]?.by)
    )
      path.unshift(nameOf(place));
    return { range, path };
  }

  #failed(): Resolution {
    if (this.#conflict === undefined) throw new Error('a search that fails has met a conflict');
    const { kind, slug, demands } = this.#conflict;
    return { kind: 'conflict', conflict: { kind, slug, demands } };
  }

  #resolved(ofManifest: readonly Requirement[]): Resolution {
    const chosen = this.#places.flatMap(({ offer, depth, chosen: version }) =>
      version === undefined ? [] : [{ offer, depth, version }],
    );
    const unresolved = [
      ...ofManifest.map((requirement) => ({ ...requirement, requiredBy: null })),
      ...this.#places.flatMap((place) =>
        place.unresolved.map((requirement) => ({ ...requirement, requiredBy: nameOf(place) })),
      ),
    ];
    return {
      kind: 'resolved',
      chosen: chosen.sort((a, b) => a.depth - b.depth || compareNames(a.offer, b.offer)),
      unresolved: unresolved.sort(compareUnresolved),
    };
  }

  #placeAt(name: ItemName): Decision | undefined {
    return decisionAt(this.#places, this.#placeOf.get(keyOf(name)));
  }
}

function undecided() {
  return { chosen: undefined, unresolved: [], options: [], tried: 0, blamed: new Set<number>() };
}

function decisionAt(places: readonly Decision[], at: number | undefined): Decision | undefined {
  return at === undefined ? undefined : places[at];
}

function nameOf({ offer, chosen }: Decision): string {
  return `${offer.slug}@${chosen?.version ?? ''}`;
}

function compareRequirements(a: Requirement, b: Requirement): number {
  return compareNames(a, b) || compareTexts(a.range, b.range);
}

function compareUnresolved(a: UnresolvedDemand, b: UnresolvedDemand): number {
  return compareRequirements(a, b) || compareTexts(a.requiredBy ?? '', b.requiredBy ?? '');
}
