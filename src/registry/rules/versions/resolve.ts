/*
 * From a manifest to exact versions: one version for each name, satisfying all its requirements. Names are decided
 * breadth first, in the order of slugs; for each, a locked version comes first, then the highest. The answer is the first
 * in this order of preference that satisfies everything. Where nothing fits, the search jumps back to the last decision
 * that is involved in the conflict: changing a later one cannot help.
 *
 * It yields after every small step, because a large manifest or a malicious catalog takes long.
 */

import { compareText } from '../../../text/utf8.js';
import type { ItemName } from '../access/principal.js';
import { compareNames, keyOf } from './item-key.js';
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

/** A requirement that no version fits, whatever else is chosen. */
export interface UnresolvedDemand extends Requirement {
  /** `slug@version`; null for the manifest. */
  readonly requiredBy: string | null;
}

/** Two demands that no version satisfies together. */
export interface ResolveConflict extends ItemName {
  readonly demands: readonly [ConflictingDemand, ConflictingDemand];
}

export interface ConflictingDemand {
  readonly range: string;
  /** `slug@version` from the manifest's item to the one that requires it; empty where the manifest requires it. */
  readonly path: readonly string[];
}

/** `offers` are by key (item-key.ts); an item without one was never published. */
export function* resolve(
  wanted: readonly Requirement[],
  locked: readonly LockedVersion[],
  offers: ReadonlyMap<string, Offer>,
): Steps<Resolution> {
  return yield* new Search(new AllowedVersions(offers, wanted, locked)).run(wanted);
}

type Steps<T> = Generator<undefined, T>;

/** More than any sane catalog needs; a malicious one must not keep the server busy. Every requirement of a try counts. */
const maxTries = 40_000;

interface Demand {
  readonly range: string;
  /** The index of the decision that requires it; undefined for the manifest. */
  readonly by: number | undefined;
}

/** A name whose version is chosen, or will be. */
interface Decision {
  readonly offer: Offer;
  readonly depth: number;
  /** In the order of the decisions that require it. */
  demands: readonly Demand[];
  chosen: OfferedVersion | undefined;
  /** Requirements of the chosen version that no version fits. */
  unresolved: readonly Requirement[];
  /** The first `tried` of these have been tried. */
  options: readonly OfferedVersion[];
  tried: number;
  /** Indexes of earlier decisions that exclude versions of this one. */
  blamed: Set<number>;
}

class Search {
  readonly #allowed: AllowedVersions;
  /** In the order in which they are made; more are found as versions are chosen. */
  readonly #decisions: Decision[] = [];
  readonly #indexOf = new Map<string, number>();
  #conflict: (ResolveConflict & { readonly isCertain: boolean }) | undefined;

  constructor(allowed: AllowedVersions) {
    this.#allowed = allowed;
  }

  *run(wanted: readonly Requirement[]): Steps<Resolution> {
    const unresolved = yield* this.#demand(wanted, undefined);
    let triedSinceConflict = 0;
    let at = 0;
    for (let decision = yield* this.#enter(at); decision !== undefined; ) {
      const option = decision.options[decision.tried];
      if (this.#conflict !== undefined) triedSinceConflict += 1 + (option?.requires.length ?? 0);
      decision.tried += 1;
      if (option !== undefined && (yield* this.#choose(decision, at, option))) {
        at += 1;
        decision = yield* this.#enter(at);
      } else if (option === undefined) {
        const back = triedSinceConflict > maxTries ? undefined : this.#goBack(decision);
        if (back === undefined) return this.#failed();
        at = back;
        decision = this.#decisions[at];
      }
    }
    return this.#resolved(unresolved);
  }

  /** Records the requirements. Returns those that no version fits, which bind nobody. */
  *#demand(requirements: readonly Requirement[], by: number | undefined): Steps<readonly Requirement[]> {
    const unresolved: Requirement[] = [];
    for (const requirement of [...requirements].sort(compareRequirements)) {
      yield;
      const offer = this.#allowed.offerFor(requirement);
      if (offer === undefined) {
        unresolved.push(requirement);
        continue;
      }
      const demand = { range: requirement.range, by };
      const known = this.#decisionOn(requirement);
      if (known !== undefined) known.demands = [...known.demands, demand];
      else {
        const depth = by === undefined ? 0 : (this.#decisions[by]?.depth ?? 0) + 1;
        this.#indexOf.set(keyOf(requirement), this.#decisions.length);
        this.#decisions.push({ offer, depth, demands: [demand], ...undecided() });
      }
    }
    return unresolved;
  }

  *#enter(at: number): Steps<Decision | undefined> {
    const decision = this.#decisions[at];
    if (decision === undefined) return undefined;
    const options: OfferedVersion[] = [];
    for (const version of this.#allowed.of(decision.offer)) {
      yield;
      if (this.#allowed.suits(version, decision.demands)) options.push(version);
    }
    decision.options = options;
    decision.tried = 0;
    decision.blamed = new Set(decision.demands.flatMap(({ by }) => by ?? []));
    if (decision.options.length === 0) this.#remember(decision.offer, decision.demands);
    return decision;
  }

  /** False where the version requires what an earlier decision, or the version itself, excludes. */
  *#choose(decision: Decision, at: number, option: OfferedVersion): Steps<boolean> {
    yield;
    decision.chosen = option;
    const clashes = option.requires.filter((requirement) => {
      const chosen = this.#decisionOn(requirement)?.chosen;
      if (chosen === undefined || this.#allowed.suits(chosen, [requirement])) return false;
      return this.#allowed.offerFor(requirement) !== undefined;
    });
    for (const requirement of clashes) {
      const other = this.#indexOf.get(keyOf(requirement)) ?? at;
      const { offer, demands } = this.#decisions[other] ?? decision;
      if (other !== at) decision.blamed.add(other);
      this.#remember(offer, [...demands, { range: requirement.range, by: at }]);
    }
    if (clashes.length === 0) decision.unresolved = yield* this.#demand(option.requires, at);
    else decision.chosen = undefined;
    return clashes.length === 0;
  }

  /** Undoes the decisions since the last one to blame, and returns its index. */
  #goBack({ blamed }: Decision): number | undefined {
    if (blamed.size === 0) return undefined;
    const back = Math.max(...blamed);
    for (const [at, decision] of this.#decisions.entries()) {
      decision.demands = decision.demands.filter(({ by }) => by === undefined || by < back);
      if (at >= back) decision.chosen = undefined;
    }
    // Names are found in the order of the decisions that require them, so those that nothing requires now are the last.
    for (let last = this.#decisions.at(-1); last?.demands.length === 0; last = this.#decisions.at(-1)) {
      this.#indexOf.delete(keyOf(last.offer));
      this.#decisions.pop();
    }
    for (const other of blamed) if (other !== back) this.#decisions[back]?.blamed.add(other);
    return back;
  }

  /** Keeps the first conflict, unless a later one is between two demands that no version satisfies: it explains more. */
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
      demands: [this.#withPath(first ?? demands[0] ?? second), this.#withPath(second)],
      isCertain: first !== undefined,
    };
  }

  #withPath({ range, by }: Demand): ConflictingDemand {
    const path: string[] = [];
    for (
      let decision = decisionAt(this.#decisions, by);
      decision;
      decision = decisionAt(this.#decisions, decision.demands[0]?.by)
    )
      path.unshift(nameOf(decision));
    return { range, path };
  }

  #failed(): Resolution {
    if (this.#conflict === undefined) throw new Error('the resolution failed without a conflict');
    const { kind, slug, demands } = this.#conflict;
    return { kind: 'conflict', conflict: { kind, slug, demands } };
  }

  #resolved(ofManifest: readonly Requirement[]): Resolution {
    const chosen = this.#decisions.flatMap(({ offer, depth, chosen: version }) =>
      version === undefined ? [] : [{ offer, depth, version }],
    );
    const unresolved = [
      ...ofManifest.map((requirement) => ({ ...requirement, requiredBy: null })),
      ...this.#decisions.flatMap((decision) =>
        decision.unresolved.map((requirement) => ({ ...requirement, requiredBy: nameOf(decision) })),
      ),
    ];
    return {
      kind: 'resolved',
      chosen: chosen.sort((a, b) => a.depth - b.depth || compareNames(a.offer, b.offer)),
      unresolved: unresolved.sort(compareUnresolved),
    };
  }

  #decisionOn(name: ItemName): Decision | undefined {
    return decisionAt(this.#decisions, this.#indexOf.get(keyOf(name)));
  }
}

function undecided() {
  return { chosen: undefined, unresolved: [], options: [], tried: 0, blamed: new Set<number>() };
}

function decisionAt(decisions: readonly Decision[], at: number | undefined): Decision | undefined {
  return at === undefined ? undefined : decisions[at];
}

function nameOf({ offer, chosen }: Decision): string {
  return `${offer.slug}@${chosen?.version ?? ''}`;
}

function compareRequirements(a: Requirement, b: Requirement): number {
  return compareNames(a, b) || compareText(a.range, b.range);
}

function compareUnresolved(a: UnresolvedDemand, b: UnresolvedDemand): number {
  return compareRequirements(a, b) || compareText(a.requiredBy ?? '', b.requiredBy ?? '');
}
