/*
 * Whether the requirements of a version agree with those that other items have already. Only the latest versions of
 * other live items count: a superseded version binds nobody.
 */

import semver from 'semver';
import type { TenantSettings } from '../../api/settings.js';
import type { ItemName } from '../access/principal.js';
import { type Requirement, requirementText } from './requirement.js';
import type { ResolveConflict } from './resolve.js';

/** A requirement with the item that has it. */
export interface Demand {
  readonly by: ItemName;
  readonly requirement: Requirement;
}

export interface Conflict {
  readonly wanted: Demand;
  readonly existing: Demand;
}

export type ConflictRule = TenantSettings['conflicts'];

/** The first conflict in the order of `wanted`, then of `existing`. */
export function findConflict(
  wanted: readonly Demand[],
  existing: readonly Demand[],
  rule: Exclude<ConflictRule, 'closure'>,
): Conflict | undefined {
  const ranges = new RangeOverlap();
  for (const one of wanted) {
    const other = existing.find(
      ({ requirement }) =>
        requirement.kind === one.requirement.kind &&
        requirement.slug === one.requirement.slug &&
        !canAgree(one.requirement.range, requirement.range, rule, ranges),
    );
    if (other !== undefined) return { wanted: one, existing: other };
  }
  return undefined;
}

export function conflictSentence({ wanted, existing }: Conflict): string {
  return `${named(wanted)} requires ${rangeText(wanted)} but ${named(existing)} already requires ${rangeText(existing)}`;
}

/** The closure of one item cannot be resolved. */
export function closureConflictSentence(own: ItemName, { slug, demands }: ResolveConflict): string {
  const ways = demands.map(({ path, range }) => `\`${[...path, `${slug}@${range}`].join(' > ')}\``);
  return `${own.kind} \`${own.slug}\` could not be installed: no version satisfies both ${ways.join(' and ')}`;
}

function named({ by }: Demand): string {
  return `${by.kind} \`${by.slug}\``;
}

function rangeText({ requirement }: Demand): string {
  return `\`${requirementText(requirement)}\``;
}

function canAgree(
  one: string,
  other: string,
  rule: Exclude<ConflictRule, 'closure'>,
  ranges: RangeOverlap,
): boolean {
  if (one === '*' || other === '*' || one === other) return true;
  return rule === 'tenant' && ranges.overlaps(one, other);
}

/**
 * Whether two ranges have a version in common. Anybody may write a range, and a publish compares its ranges with those
 * of all other items, so each is parsed once, as the intervals of versions that it covers. Prereleases are part of the
 * order, or an exact prerelease would not agree with the range that names it.
 */
export class RangeOverlap {
  readonly #intervals = new Map<string, readonly Interval[]>();

  overlaps(one: string, other: string): boolean {
    const others = this.#read(other);
    return this.#read(one).some((a) => others.some((b) => !isEmpty(common(a, b))));
  }

  #read(range: string): readonly Interval[] {
    const known = this.#intervals.get(range);
    if (known !== undefined) return known;
    const { set } = new semver.Range(range, { includePrerelease: true });
    const intervals = set
      .map((comparators) => comparators.map(intervalOf).reduce(common, everything))
      .filter((interval) => !isEmpty(interval));
    this.#intervals.set(range, intervals);
    return intervals;
  }
}

/** From one version up to another; `high` is undefined where there is no upper end. */
interface Interval {
  readonly low: Edge;
  readonly high: Edge | undefined;
}

interface Edge {
  readonly version: semver.SemVer;
  readonly isIncluded: boolean;
}

/** The lowest version of all. */
const lowest: Edge = { version: new semver.SemVer('0.0.0-0'), isIncluded: true };
const everything: Interval = { low: lowest, high: undefined };

function intervalOf({ operator, semver: version, value }: semver.Comparator): Interval {
  if (value === '') return everything;
  const edge = { version, isIncluded: operator !== '>' && operator !== '<' };
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

function common(one: Interval, other: Interval): Interval {
  return {
    low: tighter(one.low, other.low, 1),
    high: one.high && other.high ? tighter(one.high, other.high, -1) : (one.high ?? other.high),
  };
}

/** Of two edges on the same side, the one that leaves fewer versions. */
function tighter(one: Edge, other: Edge, side: 1 | -1): Edge {
  const order = one.version.compare(other.version) * side;
  if (order === 0) return one.isIncluded ? other : one;
  return order > 0 ? one : other;
}

function isEmpty({ low, high }: Interval): boolean {
  if (high === undefined) return false;
  const order = low.version.compare(high.version);
  return order > 0 || (order === 0 && !(low.isIncluded && high.isIncluded));
}
