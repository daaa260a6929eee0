/*
 * Whether what a version requires can be had together with what others require already. Demands are those of the latest
 * versions of other live items: a superseded version binds nobody.
 */

import semver from 'semver';
import type { TenantSettings } from '../../api/settings.js';
import type { ItemName } from '../access/principal.js';
import { type Requirement, requirementText } from './requirement.js';

/*
 * Whether two ranges have a version in common. Anybody may write a range, and a publish holds its own against those of
 * everybody else, so each is read once, as the stretches of the order of versions that it covers. Prereleases have their
 * places in that order, or an exact one would not agree with the range that names it.
 */

/** From one version up to another; no end where there is none. */
interface Stretch {
  readonly low: Edge;
  readonly high: Edge | undefined;
}

interface Edge {
  readonly version: semver.SemVer;
  readonly isIn: boolean;
}

/** Remembers what it has read. */
export class RangeOverlap {
  readonly #stretches = new Map<string, readonly Stretch[]>();

  overlaps(one: string, other: string): boolean {
    const others = this.#read(other);
    return this.#read(one).some((a) => others.some((b) => !isEmpty(common(a, b))));
  }

  #read(range: string): readonly Stretch[] {
    const known = this.#stretches.get(range);
    if (known !== undefined) return known;
    const { set } = new semver.Range(range, { includePrerelease: true });
    const stretches = set
      .map((comparators) => comparators.map(stretchOf).reduce(common, everything))
      .filter((stretch) => !isEmpty(stretch));
    this.#stretches.set(range, stretches);
    return stretches;
  }
}

/** Nothing is lower. */
const lowest: Edge = { version: new semver.SemVer('0.0.0-0'), isIn: true };
const everything: Stretch = { low: lowest, high: undefined };

function stretchOf({ operator, semver: version, value }: semver.Comparator): Stretch {
  if (value === '') return everything;
  const edge = { version, isIn: operator !== '>' && operator !== '<' };
  switch (operator) {
    case '':
    case '=':
      return { low: edge, high: edge };
    case '>':
    case '>=':
      return { low: edge, high: undefined };
    case '<':
    case '<=':
      return { low: lowest, high: edge };
  }
}

function common(one: Stretch, other: Stretch): Stretch {
  return {
    low: tighter(one.low, other.low, 1),
    high: one.high && other.high ? tighter(one.high, other.high, -1) : (one.high ?? other.high),
  };
}

/** Of two ends on the same side, the one that leaves less. */
function tighter(one: Edge, other: Edge, side: 1 | -1): Edge {
  const order = one.version.compare(other.version) * side;
  if (order === 0) return one.isIn ? other : one;
  return order > 0 ? one : other;
}

function isEmpty({ low, high }: Stretch): boolean {
  if (high === undefined) return false;
  const order = low.version.compare(high.version);
  return order > 0 || (order === 0 && !(low.isIn && high.isIn));
}

/** That an item requires another. */
export interface Demand {
  readonly by: ItemName;
  readonly requirement: Requirement;
}

interface Conflict {
  readonly wanted: Demand;
  readonly standing: Demand;
}

export type ConflictRule = TenantSettings['conflicts'];

/** The first in the order of what is wanted, then of what stands. */
export function findConflict(
  wanted: readonly Demand[],
  standing: readonly Demand[],
  rule: ConflictRule,
): Conflict | undefined {
  const ranges = new RangeOverlap();
  for (const one of wanted) {
    const other = standing.find(
      ({ requirement }) =>
        requirement.kind === one.requirement.kind &&
        requirement.slug === one.requirement.slug &&
        !canAgree(one.requirement.range, requirement.range, rule, ranges),
    );
    if (other !== undefined) return { wanted: one, standing: other };
  }
  return undefined;
}

export function conflictSentence({ wanted, standing }: Conflict): string {
  return `${named(wanted)} requires ${rangeText(wanted)} but ${named(standing)} already requires ${rangeText(standing)}`;
}

function named({ by }: Demand): string {
  return `${by.kind} \`${by.slug}\``;
}

function rangeText({ requirement }: Demand): string {
  return `\`${requirementText(requirement)}\``;
}

function canAgree(one: string, other: string, rule: ConflictRule, ranges: RangeOverlap): boolean {
  if (one === '*' || other === '*' || one === other) return true;
  return rule === 'semver' && ranges.overlaps(one, other);
}
