/*
 * Turns journal lines into records. Events, and the counters of a source, may come in any order; for facts, the last
 * line counts. A renamed id becomes an alias: its lines belong to the new id, until a skill is created under the old id
 * again.
 *
 * Most skills of a large library are never used, and all that is known of them is when they were first seen. They have no
 * record but a time, so that a listing of many thousands costs little.
 */

import {
  addCounters,
  type Counters,
  countEvent,
  countersWith,
  greaterCounters,
  horizonAt,
} from './counters.js';
import type { JournalLine } from './journal-line.js';
import {
  defaultFacts,
  earlier,
  newRecord,
  pinLevels,
  recordToStore,
  recordWithin,
  type StoredRecord,
  withFacts,
  withSource,
} from './record.js';

/** An id is a record, an alias or only seen, never two of them. */
export interface Usage {
  readonly records: ReadonlyMap<string, StoredRecord>;
  /** From an old id to the current one. */
  readonly aliases: ReadonlyMap<string, string>;
  /** When the skills without a record were first seen. */
  readonly seen: ReadonlyMap<string, number>;
}

export function usageOf(
  stored: Iterable<StoredRecord>,
  seen: ReadonlyMap<string, number> = new Map(),
): Usage {
  const records = new Map<string, StoredRecord>();
  for (const record of stored) records.set(record.id, record);
  const aliases = new Map<string, string>();
  for (const record of records.values()) {
    for (const alias of record.aliases) if (!records.has(alias)) aliases.set(alias, record.id);
  }
  const isDouble = [...records.keys(), ...aliases.keys()].some((id) => seen.has(id));
  if (!isDouble) return { records, aliases, seen };
  const alone = [...seen].filter(([id]) => !records.has(id) && !aliases.has(id));
  return { records, aliases, seen: new Map(alone) };
}

export function applyJournal(usage: Usage, lines: readonly JournalLine[]): Usage {
  if (lines.length === 0) return usage;
  const draft: Draft = {
    records: new Map(usage.records),
    aliases: new Map(usage.aliases),
    seen: new Map(usage.seen),
  };
  for (const line of lines) applyLine(draft, line);
  return draft;
}

/** The usage as it is read at `now`: without times after it. */
export function usageAt(usage: Usage, now: number): Usage {
  const horizon = horizonAt(now);
  const { records: before, seen } = withRecordsForLater(usage, now);
  const records = new Map<string, StoredRecord>();
  for (const [id, record] of before) records.set(id, recordWithin(record, horizon));
  return { records, aliases: usage.aliases, seen };
}

/** The usage as compaction stores it. */
export function usageToStore(usage: Usage, now: number): Usage {
  const { records: before, seen } = withRecordsForLater(usage, now);
  const records = new Map<string, StoredRecord>();
  for (const [id, record] of before) records.set(id, recordToStore(record, now));
  return { records, aliases: usage.aliases, seen };
}

/** Where a skill was first seen after now, a record has to remember since when that is known. */
function withRecordsForLater(usage: Usage, now: number): Pick<Usage, 'records' | 'seen'> {
  if (!isSomeAfter(usage.seen, now)) return usage;
  const [records, seen] = [new Map(usage.records), new Map(usage.seen)];
  for (const [id, at] of usage.seen) {
    if (at <= now) continue;
    records.set(id, seenRecord(id, at));
    seen.delete(id);
  }
  return { records, seen };
}

/** Read by every listing, of every skill, so it allocates nothing. */
function isSomeAfter(seen: Usage['seen'], now: number): boolean {
  for (const at of seen.values()) if (at > now) return true;
  return false;
}

/** The record of an id or alias; of a skill that was only seen, one that says when. */
export function findRecord(usage: Usage, id: string): StoredRecord | undefined {
  const record = usage.records.get(usage.aliases.get(id) ?? id);
  if (record !== undefined) return record;
  const seenAt = usage.seen.get(id);
  return seenAt === undefined ? undefined : seenRecord(id, seenAt);
}

/** Whether it is known when the skill was first seen. */
export function isSeen(usage: Usage, id: string): boolean {
  return usage.seen.has(id) || (findRecord(usage, id)?.firstSeenAt ?? 0) > 0;
}

/** All records, also those of skills that were only seen. */
export function* everyRecord({ records, seen }: Usage): Iterable<StoredRecord> {
  yield* records.values();
  for (const [id, at] of seen) yield seenRecord(id, at);
}

function seenRecord(id: string, firstSeenAt: number): StoredRecord {
  return withFacts(defaultFacts, { firstSeenAt }, { id, aliases: [], sources: {}, aheadSince: 0 });
}

interface Draft extends Usage {
  readonly records: Map<string, StoredRecord>;
  readonly aliases: Map<string, string>;
  readonly seen: Map<string, number>;
}

function applyLine(draft: Draft, line: JournalLine): void {
  switch (line.kind) {
    case 'use':
    case 'view':
    case 'patch':
      countFor(draft, line.id, line.source ?? 'direct', (counters) =>
        countEvent(counters, line.kind, line.at),
      );
      break;
    case 'source': {
      const given = countersWith(line.counters);
      countFor(draft, line.id, line.source, (counters) => greaterCounters(counters, given));
      break;
    }
    case 'seen':
      for (const id of line.ids) noteSeen(draft, id, line.at);
      break;
    case 'put': {
      const { firstSeenAt, ...others } = line.set;
      if (firstSeenAt !== undefined && Object.keys(others).length === 0) {
        noteSeen(draft, line.id, firstSeenAt);
        break;
      }
      // Setting the time of creation creates a skill; from then on the id is its own.
      if (line.set.createdAt !== undefined) freeAlias(draft, line.id);
      const record = recordFor(draft, line.id);
      store(draft, withFacts(record, line.set, record));
      break;
    }
    case 'rename':
      renameRecord(draft, line.id, line.to);
      break;
    default:
      line satisfies never;
  }
}

function countFor(draft: Draft, id: string, source: string, count: (counters: Counters) => Counters): void {
  const record = recordFor(draft, id);
  store(draft, { ...record, sources: withSource(record.sources, source, count) });
}

function recordFor(draft: Draft, id: string): StoredRecord {
  return findRecord(draft, id) ?? newRecord(id);
}

/** Only seen before, the skill has a record from now on. */
function store(draft: Draft, record: StoredRecord): void {
  draft.records.set(record.id, record);
  draft.seen.delete(record.id);
}

/** The earliest time counts. */
function noteSeen(draft: Draft, id: string, at: number): void {
  if (at === 0) return;
  const record = draft.records.get(draft.aliases.get(id) ?? id);
  if (record !== undefined) store(draft, withFacts(record, { firstSeenAt: at }, record));
  else draft.seen.set(id, earlier(at, draft.seen.get(id) ?? 0));
}

/** From now on the id is not an alias any more. */
function freeAlias(draft: Draft, id: string): void {
  const owner = findRecord(draft, id);
  if (owner === undefined || !draft.aliases.delete(id)) return;
  store(draft, { ...owner, aliases: owner.aliases.filter((alias) => alias !== id) });
}

function renameRecord(draft: Draft, from: string, to: string): void {
  // Repeated by a caller that did not know whether the first attempt succeeded.
  if (from === to || draft.aliases.get(from) === to) return;
  freeAlias(draft, from);
  freeAlias(draft, to);
  const renamed = findRecord(draft, from);
  const present = findRecord(draft, to);
  const record = renamed && present ? merged(renamed, present) : (renamed ?? present ?? newRecord(to));
  const aliases = new Set([...record.aliases, ...(present?.aliases ?? []), from]);
  draft.records.delete(from);
  draft.seen.delete(from);
  store(draft, { ...record, id: to, aliases: [...aliases].sort() });
  for (const alias of aliases) draft.aliases.set(alias, to);
}

/** The renamed skill replaces the other; the counts of both are added, and the stronger pin applies. */
function merged(renamed: StoredRecord, present: StoredRecord): StoredRecord {
  let { sources } = renamed;
  for (const [name, counters] of Object.entries(present.sources)) {
    sources = withSource(sources, name, (own) => addCounters(own, counters));
  }
  const level = Math.max(pinLevels.indexOf(renamed.pinLevel), pinLevels.indexOf(present.pinLevel));
  const aheadSince = renamed.aheadSince || present.aheadSince;
  const firstSeenAt = earlier(renamed.firstSeenAt, present.firstSeenAt);
  return { ...renamed, pinLevel: pinLevels[level] ?? 'freeze', firstSeenAt, sources, aheadSince };
}
