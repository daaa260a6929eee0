/*
 * Whether an item has fallen out of use, and why: a candidate for the archive, by the policy of its kind. What was
 * published lately is none, and neither is what a live item requires or a project has. Counted are downloads, views and
 * uses; an install is no use, but it pins.
 */

import { counted, times } from '../../../text/plural.js';
import type { DecayPolicy } from '../../api/settings.js';
import { dayMs, utcDay } from './calendar.js';

export interface DecayFacts {
  /** When a version was last published. */
  readonly publishedAt: number;
  readonly lastUsedAt: number | null;
  readonly useCount: number;
  readonly uses: UsesInWindows;
  /** By the latest version of an item that is not archived. */
  readonly isRequired: boolean;
  /** How many projects told of an install or a use within the days of the policy. */
  readonly pinnedBy: number;
}

/** How often an item was used in each of the windows. */
export type UsesInWindows = Readonly<Record<keyof DecayWindows, number>>;

export type Decay =
  | { readonly kind: 'none' }
  | { readonly kind: 'candidate'; readonly reasons: readonly string[] }
  /** It would be a candidate, but for this. */
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

/** What was published later than this has not had its chance yet. */
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
  const never = ['never used', `published ${daysBetween(publishedAt, now)} ago`];
  if (counting === 'window') {
    const count = facts.uses.counted;
    if (count >= maxUses) return [];
    if (lastUsedAt === null) return never;
    return [`used ${times(count)} in the last ${counted(days, 'day')}, fewer than ${maxUses}`];
  }
  if (useCount >= maxUses || (lastUsedAt !== null && lastUsedAt >= now - days * dayMs)) return [];
  if (lastUsedAt === null) return never;
  return [`last used ${daysBetween(lastUsedAt, now)} ago`, `used ${times(useCount)}, fewer than ${maxUses}`];
}

function decliningReasons({ uses }: DecayFacts, { declining }: DecayPolicy): readonly string[] {
  if (!declining || uses.recent >= uses.former) return [];
  const { recent, former } = uses;
  return [
    `used ${times(recent)} in the last ${counted(comparedDays, 'day')}, ${times(former)} in the same days half a year before`,
  ];
}

/** From and up to a day, both included. */
export type DayRange = readonly [string, string];

export interface DecayWindows {
  /** The days of the policy: what `max_uses` is held against when it counts by window, and when a project still has it. */
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
