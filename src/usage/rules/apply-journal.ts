/*
 * Turns journal lines into records. Events, and the counters of a source, may come in any order; for facts, the last
 * line counts. A renamed id becomes an alias: its lines belong to the new id, until a skill is created under the old id
 * again.
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
  earlier,
  newRecord,
  pinLevels,
  recordToStore,
  recordWithin,
  type StoredRecord,
  withFacts,
  withSource,
} from './record.js';

/** No id is both a record and an alias. */
export interface Usage {
  readonly records: ReadonlyMap<string, StoredRecord>;
  /** From an old id to the current one. */
  readonly aliases: ReadonlyMap<string, string>;
}

export function usageOf(stored: Iterable<StoredRecord>): Usage {
  const records = new Map<string, StoredRecord>();
  for (const record of stored) records.set(record.id, record);
  const aliases = new Map<string, string>();
  for (const record of records.values()) {
    for (const alias of record.aliases) if (!records.has(alias)) aliases.set(alias, record.id);
  }
  return { records, aliases };
}

export function applyJournal(usage: Usage, lines: readonly JournalLine[]): Usage {
  if (lines.length === 0) return usage;
  const draft: Draft = { records: new Map(usage.records), aliases: new Map(usage.aliases) };
  for (const line of lines) applyLine(draft, line);
  return draft;
}

/** The usage as it is read at `now`: without times after it. */
export function usageAt(usage: Usage, now: number): Usage {
  const horizon = horizonAt(now);
  const records = new Map<string, StoredRecord>();
  for (const [id, record] of usage.records) records.set(id, recordWithin(record, horizon));
  return { ...usage, records };
}

/** The usage as compaction stores it. */
export function usageToStore(usage: Usage, now: number): Usage {
  const records = new Map<string, StoredRecord>();
  for (const [id, record] of usage.records) records.set(id, recordToStore(record, now));
  return { ...usage, records };
}

export function findRecord(usage: Usage, id: string): StoredRecord | undefined {
  return usage.records.get(usage.aliases.get(id) ?? id);
}

interface Draft extends Usage {
  readonly records: Map<string, StoredRecord>;
  readonly aliases: Map<string, string>;
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
    case 'put': {
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

function store(draft: Draft, record: StoredRecord): void {
  draft.records.set(record.id, record);
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
  const renamed = draft.records.get(from);
  const present = draft.records.get(to);
  const record = renamed && present ? merged(renamed, present) : (renamed ?? present ?? newRecord(to));
  const aliases = new Set([...record.aliases, ...(present?.aliases ?? []), from]);
  draft.records.delete(from);
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
