/*
 * Whether an item has fallen out of use and is a candidate for the archive, by the policy of its kind, and why. A recent
 * item is none, and neither is one that a live item requires which is no candidate itself, or one that a project has
 * installed. Downloads, views and uses
 * count; an install does not count as use, but it protects the item.
 */

import { counted, times } from '../../../text/plural.js';
import { dayMs, utcDay } from '../../../text/time.js';
import type { DecayPolicy } from '../../api/settings.js';

export interface DecayFacts {
  /** When a version was last published. */
  readonly publishedAt: number;
  readonly lastUsedAt: number | null;
  readonly useCount: number;
  readonly uses: UsesInWindows;
  /** Whether the latest version of a live item that is no candidate requires it. */
  readonly isRequired: boolean;
  /** How many projects reported an install or a use within the days of the policy. */
  readonly pinnedBy: number;
}

/** How often an item was used in each of the windows. */
export type UsesInWindows = Readonly<Record<keyof DecayWindows, number>>;

export type Decay =
  | { readonly kind: 'none' }
  | { readonly kind: 'candidate'; readonly reasons: readonly string[] }
  /** It would be a candidate, were it not for `by`. */
  | { readonly kind: 'protected'; readonly by: readonly string[] };

export function judgeDecay(facts: DecayFacts, policy: DecayPolicy, now: number): Decay {
  if (!policy.enabled || facts.publishedAt >= settledSince(policy, now)) return { kind: 'none' };
  const reasons = [...idleReasons(facts, policy, now), ...decliningReasons(facts, policy)];
  if (reasons.length === 0) return { kind: 'none' };
  const by = protections(facts);
  return by.length > 0 ? { kind: 'protected', by } : { kind: 'candidate', reasons };
}

export function protections({ isRequired, pinnedBy }: DecayFacts): readonly string[] {
  return [
    ...(isRequired ? ['required by another item'] : []),
    ...(pinnedBy > 0 ? [`pinned by ${counted(pinnedBy, 'project')}`] : []),
  ];
}

/**
 * Which candidates stay candidates: those that nothing but other candidates requires. So items that only require each
 * other decay together. `requiredBy` has the ids of the live items that require each one.
 */
export function requiredByCandidatesOnly(
  requiredBy: ReadonlyMap<number, readonly number[]>,
): ReadonlySet<number> {
  const remaining = new Set(requiredBy.keys());
  const requirementsOf = new Map<number, number[]>();
  for (const [id, requirers] of requiredBy)
    for (const requirer of requirers)
      requirementsOf.set(requirer, [...(requirementsOf.get(requirer) ?? []), id]);
  const kept = [...requiredBy].flatMap(([id, requirers]) =>
    requirers.some((requirer) => !remaining.has(requirer)) ? [id] : [],
  );
  for (let id = kept.pop(); id !== undefined; id = kept.pop())
    if (remaining.delete(id)) kept.push(...(requirementsOf.get(id) ?? []));
  return remaining;
}

/** Items that were published later than this cannot decay yet. */
export function settledSince({ days, grace_days }: DecayPolicy, now: number): number {
  return now - Math.max(days, grace_days) * dayMs;
}

export function idleSince({
  publishedAt,
  lastUsedAt,
}: Pick<DecayFacts, 'publishedAt' | 'lastUsedAt'>): number {
  return Math.max(publishedAt, lastUsedAt ?? 0);
}

function idleReasons(facts: DecayFacts, policy: DecayPolicy, now: number): readonly string[] {
  const { days, max_uses: maxUses, counting } = policy;
  const { publishedAt, lastUsedAt, useCount } = facts;
  const neverUsed = ['never used', `published ${daysBetween(publishedAt, now)} ago`];
  if (counting === 'window') {
    const count = facts.uses.counted;
    if (count >= maxUses) return [];
    if (lastUsedAt === null) return neverUsed;
    return [`used ${times(count)} in the last ${counted(days, 'day')}, fewer than ${maxUses}`];
  }
  if (useCount >= maxUses || (lastUsedAt !== null && lastUsedAt >= now - days * dayMs)) return [];
  if (lastUsedAt === null) return neverUsed;
  return [`last used ${daysBetween(lastUsedAt, now)} ago`, `used ${times(useCount)}, fewer than ${maxUses}`];
}

function decliningReasons({ uses }: DecayFacts, { declining }: DecayPolicy): readonly string[] {
  if (!declining || uses.recent >= uses.former) return [];
  const { recent, former } = uses;
  return [
    `used ${times(recent)} in the last ${counted(comparedDays, 'day')}, ${times(former)} in the same days half a year before`,
  ];
}

/** The first and the last day, both included. */
export type DayRange = readonly [string, string];

export interface DecayWindows {
  /** The days of the policy, in which uses count towards `max_uses` (by window) and reports of projects protect. */
  readonly counted: DayRange;
  /** The last whole days, and as many half a year before them. */
  readonly recent: DayRange;
  readonly former: DayRange;
}

const comparedDays = 14;

/** Whole weeks, so that the same days of the week are compared. */
const halfYearDays = 26 * 7;

export function decayWindows({ days }: DecayPolicy, now: number): DecayWindows {
  const daysAgo = (count: number): string => utcDay(now - count * dayMs);
  return {
    counted: [daysAgo(days), daysAgo(0)],
    recent: [daysAgo(comparedDays), daysAgo(1)],
    former: [daysAgo(comparedDays + halfYearDays), daysAgo(1 + halfYearDays)],
  };
}

function daysBetween(from: number, to: number): string {
  return counted(Math.floor((to - from) / dayMs), 'day');
}
