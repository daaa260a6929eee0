/*
 * Imports the counters of another agent, as far as they are new. Counters are raised, never added to; a pin is added but
 * never removed; who made a skill and when is imported only if it was not known. So importing twice has the same result
 * as importing once, and an agent's clock that is ahead cannot keep a skill from aging.
 */

import { isTime } from '../../text/shape.js';
import { type Counters, greaterCounters, noCounters } from './counters.js';
import type { Provenance, SettableFacts, UsageRecord } from './record.js';

export interface ImportedUsage {
  readonly skills: readonly ImportedSkill[];
  /** The names of skills whose counters could not be read. */
  readonly malformed: readonly string[];
}

export interface ImportedSkill {
  /** The agent's name for the skill. */
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

/** A time in the future is replaced by the time at which it was first seen. */
function countersBy(now: number, counters: Counters, known: Counters): Counters {
  const atMostNow = (time: number, before: number) => (time <= now ? time : before || now);
  return {
    ...counters,
    lastUsedAt: atMostNow(counters.lastUsedAt, known.lastUsedAt),
    lastViewedAt: atMostNow(counters.lastViewedAt, known.lastViewedAt),
    lastPatchedAt: atMostNow(counters.lastPatchedAt, known.lastPatchedAt),
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
