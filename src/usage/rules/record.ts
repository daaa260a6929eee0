/*
 * The usage record of one skill. Only what cannot be computed is stored: the facts about the skill and the counters of
 * each source. The totals are computed from the sources, so they can never disagree.
 */

import { isObject, isOneOf, isTime } from '../../text/shape.js';
import {
  addCounters,
  type Counters,
  countersToStore,
  countersWithin,
  type Horizon,
  lastActivityOf,
  noCounters,
} from './counters.js';

/** The version of the format. A snapshot or a line with a higher version is not read. */
export const formatVersion = 1;

export const provenances = [
  'agent',
  'user',
  'bundled',
  'hub',
  'plugin',
  'project',
  'external',
  'registry',
  'unknown',
] as const;
export type Provenance = (typeof provenances)[number];

export const skillStates = ['active', 'stale', 'archived'] as const;
export type SkillState = (typeof skillStates)[number];

/** pin: never archived; freeze: also never edited by an agent or the evolver. From the weakest to the strongest. */
export const pinLevels = ['none', 'pin', 'freeze'] as const;
export type PinLevel = (typeof pinLevels)[number];

/** How the curator ages a skill that was never used. */
export const neverUsedRules = ['never', 'quiet', 'created-at', 'immediate'] as const;
type NeverUsedRule = (typeof neverUsedRules)[number];

/** Every time is an integer of milliseconds since the epoch; 0 means never, or not known. */
export interface UsageRecord extends Omit<StoredRecord, 'aheadSince'>, Counters {
  readonly lastActivityAt: number;
  readonly pinned: boolean;
}

export interface StoredRecord extends SettableFacts {
  readonly id: string;
  /** The earlier ids of this skill, in code-unit order; later lines for them count here. */
  readonly aliases: readonly string[];
  /** `direct` (recorded here), and one per agent. */
  readonly sources: Readonly<Record<string, Counters>>;
  /** When a compaction first met a time of this record that was still in the future; 0 if none is. */
  readonly aheadSince: number;
}

/** Facts that a caller may set directly. */
export interface SettableFacts {
  readonly createdBy: Provenance;
  readonly createdAt: number;
  readonly state: SkillState;
  readonly pinLevel: PinLevel;
  readonly archivedAt: number;
  readonly restoredAt: number;
  readonly overrides: PolicyOverrides;
  /** When Coppice first met the skill, whoever had put it there. The earliest time that was ever set stays. */
  readonly firstSeenAt: number;
}

/** Where the curator's policy differs for this skill. */
export interface PolicyOverrides {
  readonly staleAfterDays?: number;
  readonly archiveAfterDays?: number;
  readonly neverUsed?: NeverUsedRule;
}

export const defaultFacts: SettableFacts = {
  createdBy: 'unknown',
  createdAt: 0,
  state: 'active',
  pinLevel: 'none',
  archivedAt: 0,
  restoredAt: 0,
  overrides: {},
  firstSeenAt: 0,
};

export function newRecord(id: string): StoredRecord {
  return withFacts(defaultFacts, {}, { id, aliases: [], sources: {}, aheadSince: 0 });
}

/** A record of these facts with some of them changed; other keys of `changes` are ignored. */
export function withFacts(
  facts: SettableFacts,
  changes: Partial<SettableFacts>,
  { id, aliases, sources, aheadSince }: Pick<StoredRecord, 'id' | 'aliases' | 'sources' | 'aheadSince'>,
): StoredRecord {
  // Written out, because spreading makes the cold read of many records take twice as long.
  return {
    id,
    createdBy: changes.createdBy ?? facts.createdBy,
    createdAt: changes.createdAt ?? facts.createdAt,
    state: changes.state ?? facts.state,
    pinLevel: changes.pinLevel ?? facts.pinLevel,
    archivedAt: changes.archivedAt ?? facts.archivedAt,
    restoredAt: changes.restoredAt ?? facts.restoredAt,
    overrides: changes.overrides ?? facts.overrides,
    firstSeenAt: earlier(changes.firstSeenAt ?? 0, facts.firstSeenAt),
    aliases,
    sources,
    aheadSince,
  };
}

/** The earlier of two times, where 0 is not known. */
export function earlier(one: number, other: number): number {
  return one === 0 || other === 0 ? Math.max(one, other) : Math.min(one, other);
}

type Sources = StoredRecord['sources'];

/** The sources with one of them changed, which may be a new one. */
export function withSource(
  sources: Sources,
  name: string,
  change: (counters: Counters) => Counters,
): Sources {
  const counters = Object.hasOwn(sources, name) ? sources[name] : undefined;
  return { ...sources, [name]: change(counters ?? noCounters) };
}

/** The state of a skill that is in its root: if its record says archived, it was moved back by hand or created again. */
export function presentState(record: Pick<UsageRecord, 'state'> | undefined): SkillState {
  return record?.state === 'stale' ? 'stale' : 'active';
}

/** The number of events of any kind. */
export function activityOf({ useCount, viewCount, patchCount }: UsageRecord): number {
  return useCount + viewCount + patchCount;
}

/** Whether nothing is known of the skill but the day it was first seen: nobody used it, and nobody declared anything. */
export function isOnlySeen(record: UsageRecord): boolean {
  const { createdBy, createdAt, state, pinLevel, archivedAt, restoredAt, overrides, aliases, sources } =
    record;
  return (
    createdBy === 'unknown' &&
    state === 'active' &&
    pinLevel === 'none' &&
    createdAt + archivedAt + restoredAt + aliases.length === 0 &&
    Object.keys(overrides).length + Object.keys(sources).length === 0
  );
}

/** The record with its totals. */
export function usageRecord(record: StoredRecord): UsageRecord {
  const counters = Object.values(record.sources);
  const totals = counters.length === 0 ? noCounters : counters.reduce(addCounters);
  return {
    id: record.id,
    createdBy: record.createdBy,
    createdAt: record.createdAt,
    useCount: totals.useCount,
    viewCount: totals.viewCount,
    patchCount: totals.patchCount,
    lastUsedAt: totals.lastUsedAt,
    lastViewedAt: totals.lastViewedAt,
    lastPatchedAt: totals.lastPatchedAt,
    lastActivityAt: lastActivityOf(totals),
    days: totals.days,
    state: record.state,
    pinned: record.pinLevel !== 'none',
    pinLevel: record.pinLevel,
    archivedAt: record.archivedAt,
    restoredAt: record.restoredAt,
    overrides: record.overrides,
    firstSeenAt: record.firstSeenAt,
    aliases: record.aliases,
    sources: record.sources,
  };
}

/**
 * The record as it is read: a time in the future (from a clock that was ahead, or by one that is behind now) counts as
 * the time when it was first met, so that the skill ages from then. The same object when there is nothing to change.
 */
export function recordWithin(record: StoredRecord, horizon: Horizon): StoredRecord {
  const { now } = horizon;
  const met = record.aheadSince > 0 ? Math.min(record.aheadSince, now) : now;
  let { sources } = record;
  for (const [name, counters] of Object.entries(sources)) {
    const within = countersWithin(counters, horizon, met);
    if (within !== counters) sources = withSource(sources, name, () => within);
  }
  const latest = Math.max(record.createdAt, record.archivedAt, record.restoredAt, record.firstSeenAt);
  if (sources === record.sources && latest <= now && record.aheadSince === 0) return record;
  const within = (at: number) => (at > now ? met : at);
  return {
    ...record,
    createdAt: within(record.createdAt),
    archivedAt: within(record.archivedAt),
    restoredAt: within(record.restoredAt),
    firstSeenAt: within(record.firstSeenAt),
    sources,
    aheadSince: 0,
  };
}

/** Whether a time in it is after now, so that what is read depends on the moment, and not only on the day. */
export function isAhead({ aheadSince, sources, ...facts }: StoredRecord, now: number): boolean {
  const times = [facts.createdAt, facts.archivedAt, facts.restoredAt, facts.firstSeenAt];
  const latest = Math.max(...times, ...Object.values(sources).map(lastActivityOf));
  return aheadSince > 0 || latest > now;
}

/** The record as compaction stores it. No time in it changes, whatever the clock says. */
export function recordToStore(record: StoredRecord, now: number): StoredRecord {
  let { sources } = record;
  for (const [name, counters] of Object.entries(sources)) {
    const stored = countersToStore(counters);
    if (stored !== counters) sources = withSource(sources, name, () => stored);
  }
  const times = [record.createdAt, record.archivedAt, record.restoredAt, record.firstSeenAt];
  const latest = Math.max(...times, ...Object.values(sources).map(lastActivityOf));
  const known = record.aheadSince > 0 ? Math.min(record.aheadSince, now) : now;
  const aheadSince = latest > now ? known : 0;
  if (sources === record.sources && aheadSince === record.aheadSince) return record;
  return { ...record, sources, aheadSince };
}

export function isFacts(value: unknown): value is Partial<SettableFacts> {
  return (
    isObject(value) &&
    (value['createdBy'] === undefined || isOneOf(provenances, value['createdBy'])) &&
    (value['createdAt'] === undefined || isTime(value['createdAt'])) &&
    (value['state'] === undefined || isOneOf(skillStates, value['state'])) &&
    (value['pinLevel'] === undefined || isOneOf(pinLevels, value['pinLevel'])) &&
    (value['archivedAt'] === undefined || isTime(value['archivedAt'])) &&
    (value['restoredAt'] === undefined || isTime(value['restoredAt'])) &&
    (value['overrides'] === undefined || isOverrides(value['overrides'])) &&
    (value['firstSeenAt'] === undefined || isTime(value['firstSeenAt']))
  );
}

function isOverrides(value: unknown): value is PolicyOverrides {
  return (
    isObject(value) &&
    (value['staleAfterDays'] === undefined || isDayCount(value['staleAfterDays'])) &&
    (value['archiveAfterDays'] === undefined || isDayCount(value['archiveAfterDays'])) &&
    (value['neverUsed'] === undefined || isOneOf(neverUsedRules, value['neverUsed']))
  );
}

function isDayCount(value: unknown): value is number {
  return Number.isFinite(value) && Number(value) >= 0;
}
