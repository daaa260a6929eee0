/*
 * What another agent has counted itself, and what of it is news. Counters are raised, never added to; a pin is taken
 * over and never away; who made a skill and when is taken over only where it was not known. So importing twice is
 * importing once, and an agent's clock that runs ahead cannot keep a skill young.
 */

import { isTime } from '../../text/shape.js';
import { type Counters, greaterCounters, noCounters } from './counters.js';
import type { Provenance, SettableFacts, UsageRecord } from './record.js';

export interface ImportedUsage {
  readonly skills: readonly ImportedSkill[];
  /** The names of skills of which nothing could be read. */
  readonly malformed: readonly string[];
}

export interface ImportedSkill {
  /** As the agent calls it. */
  readonly name: string;
  readonly counters: Counters;
  readonly facts: ImportedFacts;
}

export interface ImportedFacts {
  readonly pinned: boolean;
  readonly createdBy: Provenance;
  readonly createdAt: number;
}

export const noFacts: ImportedFacts = { pinned: false, createdBy: 'unknown', createdAt: 0 };

export interface ImportNews {
  /** Undefined when none of the counters is greater than before. */
  readonly counters: Counters | undefined;
  readonly facts: Partial<SettableFacts>;
}

export function importNews(
  { counters, facts }: Omit<ImportedSkill, 'name'>,
  record: UsageRecord | undefined,
  source: string,
  now: number,
): ImportNews {
  const known = record?.sources[source] ?? noCounters;
  const raised = greaterCounters(known, countersBy(now, counters, known));
  const isPinned = (record?.pinLevel ?? 'none') !== 'none';
  const isDeclared = (record?.createdBy ?? 'unknown') !== 'unknown';
  const { pinned, createdBy, createdAt } = facts;
  return {
    counters: isSame(raised, known) ? undefined : raised,
    facts: {
      ...(pinned && !isPinned && { pinLevel: 'pin' }),
      ...(createdBy !== 'unknown' && !isDeclared && { createdBy }),
      ...(createdAt > 0 && createdAt <= now && (record?.createdAt ?? 0) === 0 && { createdAt }),
    },
  };
}

export function timeIn(value: unknown): number {
  return isTime(value) ? value : 0;
}

/** A time that is yet to come is the one at which it was first met. */
function countersBy(now: number, counters: Counters, known: Counters): Counters {
  const met = (time: number, before: number) => (time <= now ? time : before || now);
  return {
    ...counters,
    lastUsedAt: met(counters.lastUsedAt, known.lastUsedAt),
    lastViewedAt: met(counters.lastViewedAt, known.lastViewedAt),
    lastPatchedAt: met(counters.lastPatchedAt, known.lastPatchedAt),
  };
}

function isSame(left: Counters, right: Counters): boolean {
  return (
    left.useCount === right.useCount &&
    left.viewCount === right.viewCount &&
    left.patchCount === right.patchCount &&
    left.lastUsedAt === right.lastUsedAt &&
    left.lastViewedAt === right.lastViewedAt &&
    left.lastPatchedAt === right.lastPatchedAt
  );
}
