/*
 * Plans the next state of each skill: first the reasons to leave it alone, then its age against two cutoffs. Everything
 * is a parameter, including the time, so that a decision can be replayed. Every skill is in exactly one of the two lists.
 */

import { dayMs } from '../../text/time.js';
import type { PolicyOverrides, Provenance, SkillState, UsageRecord } from '../../usage/rules/record.js';
import { earlier } from '../../usage/rules/record.js';

/** The part of a record that the plan needs; provenance and pin are the current ones, wherever they come from. */
export type CuratedRecord = Pick<
  UsageRecord,
  'id' | 'createdBy' | 'createdAt' | 'lastActivityAt' | 'restoredAt' | 'state' | 'pinned' | 'overrides'
> &
  Partial<Pick<UsageRecord, 'firstSeenAt'>>;

/** What is known about skills besides their records. */
export interface CuratorFacts {
  /** Skills that an active skill or a bundle needs. */
  readonly required: ReadonlySet<string>;
  /** Skills that the configuration lists as needed by automation. */
  readonly referenced: ReadonlySet<string>;
  /** Skills without a folder. */
  readonly missing: ReadonlySet<string>;
  /** Skills about which something could not be read. */
  readonly unreadable: ReadonlySet<string>;
  /** Skills whose folder cannot be moved: it is a link or a root, contains another skill, or another program writes it. */
  readonly immovable: ReadonlySet<string>;
}

/** What to move, and why all other skills are skipped. */
export interface Plan {
  readonly transitions: readonly Transition[];
  readonly skipped: readonly Skip[];
}

export interface Transition {
  readonly id: string;
  readonly from: SkillState;
  readonly to: SkillState;
  /** The time from which the age is counted; infinite for a skill that was never used. */
  readonly anchor: number;
  readonly idleDays: number;
}

export interface Skip {
  readonly id: string;
  readonly reason: SkipReason;
}

/** In the order in which they are checked; `first-run` is for skills that are due in the first run. */
export const skipReasons = [
  'not-agent-created',
  'pinned',
  'required',
  'referenced',
  'missing',
  'unreadable-state',
  'immovable',
  'no-change',
  'first-run',
] as const;
export type SkipReason = (typeof skipReasons)[number];

/** Both lists are in code-unit order of the ids, whatever the order of the records. */
export function planTransitions(
  records: readonly CuratedRecord[],
  facts: CuratorFacts,
  policy: CuratorPolicy,
  now: number,
): Plan {
  const transitions: Transition[] = [];
  const skipped: Skip[] = [];
  for (const record of records.toSorted((left, right) => (left.id < right.id ? -1 : 1))) {
    const { id, state: from } = record;
    const rules = { ...policy, ...record.overrides };
    const anchor = anchorOf(record, rules);
    const reason = gate(record, facts, policy);
    const to = reason === undefined ? nextState(from, anchor, rules, now) : from;
    if (to === from) skipped.push({ id, reason: reason ?? 'no-change' });
    else transitions.push({ id, from, to, anchor, idleDays: Math.floor((now - anchor) / dayMs) });
  }
  return { transitions, skipped };
}

/**
 * The skills to make quiet, in code-unit order: made by an agent, never used, and known for as long as an idle skill needs to
 * be stale. Whoever widens the policy to other provenances does not widen this.
 */
export function planQuiet(
  records: readonly CuratedRecord[],
  facts: CuratorFacts,
  policy: CuratorPolicy,
  now: number,
): readonly string[] {
  return records
    .filter((record) => {
      const { createdBy, createdAt, firstSeenAt = 0, restoredAt, lastActivityAt, state } = record;
      const rules = { ...policy, ...record.overrides };
      const knownSince = Math.max(earlier(firstSeenAt, createdAt), restoredAt);
      const reason = gate(record, facts, policy);
      return (
        rules.neverUsed === 'quiet' &&
        createdBy === 'agent' &&
        lastActivityAt === 0 &&
        state !== 'archived' &&
        knownSince > 0 &&
        knownSince <= now - rules.staleAfterDays * dayMs &&
        (reason === undefined || reason === 'immovable')
      );
    })
    .map(({ id }) => id)
    .sort();
}

function gate(record: CuratedRecord, facts: CuratorFacts, policy: CuratorPolicy): SkipReason | undefined {
  const { id, createdBy, pinned, state } = record;
  if (!policy.provenance.includes(createdBy)) return 'not-agent-created';
  if (pinned) return 'pinned';
  if (facts.required.has(id)) return 'required';
  if (facts.referenced.has(id)) return 'referenced';
  // The folder of an archived skill is where it should be.
  if (facts.missing.has(id) && state !== 'archived') return 'missing';
  if (facts.unreadable.has(id)) return 'unreadable-state';
  if (facts.immovable.has(id)) return 'immovable';
  return undefined;
}

/** The order matters: an active skill that is old enough skips stale. Archived is final. */
function nextState(state: SkillState, anchor: number, rules: CuratorPolicy, now: number): SkillState {
  const staleCutoff = now - rules.staleAfterDays * dayMs;
  const archiveCutoff = now - rules.archiveAfterDays * dayMs;
  if (state === 'archived') return 'archived';
  if (anchor <= archiveCutoff) return 'archived';
  if (anchor <= staleCutoff) return 'stale';
  return 'active';
}

/** A restore restarts the age, but does not count as activity. */
function anchorOf(record: CuratedRecord, rules: CuratorPolicy): number {
  const { lastActivityAt, restoredAt } = record;
  const anchor = lastActivityAt > 0 ? lastActivityAt : neverUsedAnchor(record, rules);
  return restoredAt > 0 ? Math.max(anchor, restoredAt) : anchor;
}

/** Creation is not activity: a skill that was never used is newer than any cutoff, unless the policy says otherwise. */
function neverUsedAnchor({ createdAt }: CuratedRecord, { neverUsed, staleAfterDays }: CuratorPolicy): number {
  switch (neverUsed) {
    case 'never':
    case 'quiet':
      return Number.POSITIVE_INFINITY;
    case 'created-at':
      // 0 means that the time is not known, not that it was long ago.
      return createdAt > 0 ? createdAt + staleAfterDays * dayMs : Number.POSITIVE_INFINITY;
    case 'immediate':
      return Number.NEGATIVE_INFINITY;
    default:
      return neverUsed satisfies never;
  }
}

/** When a skill is stale or archived, from the configuration. A record may override the ages for its own skill. */
export interface CuratorPolicy extends Required<PolicyOverrides> {
  /** The provenances whose skills may be moved. */
  readonly provenance: readonly Provenance[];
}

/** The keys of the configuration that make the policy. */
interface PolicySettings {
  readonly 'curator.stale_after_days': number;
  readonly 'curator.archive_after_days': number;
  readonly 'curator.never_used': CuratorPolicy['neverUsed'];
  readonly 'curator.provenance': readonly Provenance[];
}

export function curatorPolicy(config: PolicySettings): CuratorPolicy {
  return {
    staleAfterDays: config['curator.stale_after_days'],
    archiveAfterDays: config['curator.archive_after_days'],
    neverUsed: config['curator.never_used'],
    provenance: config['curator.provenance'],
  };
}
