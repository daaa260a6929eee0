/*
 * What becomes of each skill: gates that keep the curator's hands off, then an age against two cutoffs. Everything is
 * given, time included, so that a decision can be replayed. Every skill ends up in exactly one of the two lists.
 */

import { dayMs } from '../../text/time.js';
import type { PolicyOverrides, Provenance, SkillState, UsageRecord } from '../../usage/rules/record.js';

/** What the plan looks at in a record; the provenance and the pin are those that count now, wherever they come from. */
export type CuratedRecord = Pick<
  UsageRecord,
  'id' | 'createdBy' | 'createdAt' | 'lastActivityAt' | 'restoredAt' | 'state' | 'pinned' | 'overrides'
>;

/** What is known about ids beside their records. */
export interface CuratorFacts {
  /** An active skill, or a bundle, cannot do without them. */
  readonly required: ReadonlySet<string>;
  /** The configuration names them as needed by automation. */
  readonly referenced: ReadonlySet<string>;
  /** They have no folder. */
  readonly missing: ReadonlySet<string>;
  /** What is known about them may be only half of the truth. */
  readonly unreadable: ReadonlySet<string>;
  /** Their folder cannot be moved: it is a link, a root, or has another skill inside. */
  readonly immovable: ReadonlySet<string>;
}

/** What is to be moved, and why everything else is not. */
export interface Plan {
  readonly transitions: readonly Transition[];
  readonly skipped: readonly Skip[];
}

export interface Transition {
  readonly id: string;
  readonly from: SkillState;
  readonly to: SkillState;
  /** What the age was counted from; infinite for a skill that was never used. */
  readonly anchor: number;
  readonly idleDays: number;
}

export interface Skip {
  readonly id: string;
  readonly reason: SkipReason;
}

/** In the order in which they are looked at; `first-run` is for those that are due when there was no run before. */
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

/** The order is load-bearing: an active skill that is old enough jumps over stale. Archived is terminal. */
function nextState(state: SkillState, anchor: number, rules: CuratorPolicy, now: number): SkillState {
  const staleCutoff = now - rules.staleAfterDays * dayMs;
  const archiveCutoff = now - rules.archiveAfterDays * dayMs;
  if (state === 'archived') return 'archived';
  if (anchor <= archiveCutoff) return 'archived';
  if (anchor <= staleCutoff) return 'stale';
  return 'active';
}

/** A restore restarts the age without being an activity. */
function anchorOf(record: CuratedRecord, rules: CuratorPolicy): number {
  const { lastActivityAt, restoredAt } = record;
  const anchor = lastActivityAt > 0 ? lastActivityAt : neverUsedAnchor(record, rules);
  return restoredAt > 0 ? Math.max(anchor, restoredAt) : anchor;
}

/** Creation is no activity: what was never used is newer than any cutoff, unless the policy says otherwise. */
function neverUsedAnchor({ createdAt }: CuratedRecord, { neverUsed, staleAfterDays }: CuratorPolicy): number {
  switch (neverUsed) {
    case 'never':
      return Number.POSITIVE_INFINITY;
    case 'created-at':
      // 0 is a time that nobody knows, not one long ago.
      return createdAt > 0 ? createdAt + staleAfterDays * dayMs : Number.POSITIVE_INFINITY;
    case 'immediate':
      return Number.NEGATIVE_INFINITY;
    default:
      return neverUsed satisfies never;
  }
}

/*
 * When a skill is old: the curator's policy, as the configuration gives it. A record may override the ages for its own
 * skill.
 */

/** When a skill is old, and whose skills are moved. */
export interface CuratorPolicy extends Required<PolicyOverrides> {
  /** Whose skills may be moved. */
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
