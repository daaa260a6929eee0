/*
 * The usage store: counts what happens to skills, for any number of processes at once. A change appends one line to the
 * journal, whatever the number of records, and reads nothing. A read combines the snapshot with the journal after it.
 * Compaction merges the journal into the snapshot (compaction.ts says why nothing is lost or counted twice).
 *
 * Guarantees: an acknowledged event is counted once, whichever processes are killed when; `put` and `rename` survive a
 * power loss too, events and source counters only after the next compaction or `put`. Reads never fail: they return
 * what can be read, and `health` reports what could not.
 */

import { type Clock, systemClock } from '../system/clock.js';
import type { AppendOptions, Files } from '../system/files.js';
import { acquireLock, tryLock } from '../system/lock/lock.js';
import { CoppiceError, hasCode, unlessRefused } from '../text/errors.js';
import { isName, isTime } from '../text/shape.js';
import { compactUsage, maxAppendMs, paysOff } from './compaction.js';
import type { LineCounts } from './journal-file.js';
import { type UsagePaths, usagePaths } from './journal-file.js';
import { everyRecord, findRecord, isSeen, type Usage } from './rules/apply-journal.js';
import { type ActivityKind, type Counters, horizonAt } from './rules/counters.js';
import { type JournalLine, parseLine, printLine } from './rules/journal-line.js';
import { isAhead, recordWithin, type SettableFacts, type UsageRecord, usageRecord } from './rules/record.js';
import { type UsageHealth, UsageReader } from './usage-reader.js';

/** Where the records are stored, and the clock that stamps them. */
export interface UsageStoreOptions {
  /** The path of the snapshot, `usage.json`; the other files are in the same folder. */
  readonly path: string;
  readonly files: Files;
  /** The time of events; no time in a record is after its "now". */
  readonly clock: Clock;
  /** Real time, even if the clock is fixed. */
  readonly realTime?: Clock;
  readonly lockPath?: string;
  readonly lockTimeoutMs?: number;
  /** A journal is rotated when this much of it is compacted. */
  readonly rotateBytes?: number;
  /** Readers compact no journal below this size; some hundred lines, which take a few milliseconds to read. */
  readonly worthwhileBytes?: number;
}

/** Answers by the id of a skill. */
export interface UsageLookup {
  /** Undefined for an earlier id, and for a skill of which nothing is known but when it was first seen. */
  find(id: string): Pick<SettableFacts, 'state' | 'pinLevel'> | undefined;
  /** Whether it is known when the skill was first seen. */
  isSeen(id: string): boolean;
}

export type UsageResult = { readonly ok: true } | UsageFailure;
export type CompactionResult = { readonly ok: true; readonly lines: LineCounts } | UsageFailure;

interface UsageFailure {
  readonly ok: false;
  readonly error: CoppiceError;
}

/** Keeps a line of the journal far below the size at which it is not taken for one. */
const maxSeenInLine = 1000;

/** Counts use for any number of processes at once, without loss, at the cost of one append. */
export class UsageStore {
  readonly #files: Files;
  readonly #paths: UsagePaths;
  readonly #clock: Clock;
  readonly #realTime: Clock;
  readonly #lockTimeoutMs: number;
  readonly #rotateBytes: number;
  readonly #worthwhileBytes: number;
  readonly #reader: UsageReader;
  /** The last answer of `all`, since one command asks several times. */
  #all:
    | { readonly usage: Usage; readonly lastDay: string; readonly records: readonly UsageRecord[] }
    | undefined;

  constructor({
    path,
    files,
    clock,
    realTime = systemClock,
    lockPath,
    lockTimeoutMs = 10_000,
    rotateBytes = 1024 * 1024,
    worthwhileBytes = 64 * 1024,
  }: UsageStoreOptions) {
    const paths = usagePaths(path, lockPath);
    this.#files = files;
    this.#paths = paths;
    this.#clock = clock;
    this.#realTime = realTime;
    this.#lockTimeoutMs = lockTimeoutMs;
    this.#rotateBytes = rotateBytes;
    this.#worthwhileBytes = worthwhileBytes;
    this.#reader = new UsageReader({ files, paths, clock, realTime });
  }

  /** Counts one event at the current time. */
  record(id: string, kind: ActivityKind, { source }: { readonly source?: string } = {}): UsageResult {
    try {
      const event = { id, kind, at: this.#clock.now() };
      return this.#append(source === undefined ? event : { ...event, source });
    } catch (error) {
      return failed(error);
    }
  }

  /** Sets facts. Setting `createdAt` creates a record: from then on the id is not an alias of another. */
  put(id: string, set: Partial<SettableFacts>): UsageResult {
    return this.#append({ id, kind: 'put', set }, { durable: true });
  }

  /** Notes that skills were met now. One append for all of them; a skill that was met before keeps its day. */
  noteSeen(ids: readonly string[]): UsageResult {
    try {
      // A name that no record can have is left out, so that it does not keep the others from being noted.
      const named = ids.filter(isName);
      const at = this.#clock.now();
      const lines: string[] = [];
      for (let start = 0; start < named.length; start += maxSeenInLine)
        lines.push(printLine({ kind: 'seen', ids: named.slice(start, start + maxSeenInLine), at }));
      if (lines.length > 0 && isTime(at)) this.#appendText(lines.join(''));
      return { ok: true };
    } catch (error) {
      return failed(error);
    }
  }

  /** Whether a change can be recorded, for callers that must not begin what they cannot record. */
  checkWritable(): UsageResult {
    try {
      this.#appendBytes(new Uint8Array(), { durable: true });
      return { ok: true };
    } catch (error) {
      return failed(error);
    }
  }

  /** Raises the counters of an agent to the given values if they are greater; repeating it changes nothing. */
  setSource(id: string, source: string, counters: Partial<Counters>): UsageResult {
    return this.#append({ id, kind: 'source', source, counters });
  }

  /** Past and later counts for the old id belong to the new id. */
  rename(id: string, to: string): UsageResult {
    return this.#append({ id, kind: 'rename', to }, { durable: true });
  }

  /** The record of an id or alias. */
  get(id: string): UsageRecord | undefined {
    const record = findRecord(this.#reader.read(), id);
    return record && usageRecord(recordWithin(record, horizonAt(this.#clock.now())));
  }

  /** In code-unit order of the ids. */
  all(): readonly UsageRecord[] {
    const usage = this.#reader.read();
    const horizon = horizonAt(this.#clock.now());
    if (this.#all?.usage === usage && this.#all.lastDay === horizon.lastDay) return this.#all.records;
    let isOfTheDay = true;
    const records = Array.from(everyRecord(usage), (record) => {
      isOfTheDay &&= !isAhead(record, horizon.now);
      return usageRecord(recordWithin(record, horizon));
    }).sort((left, right) => (left.id < right.id ? -1 : 1));
    this.#all = isOfTheDay ? { usage, lastDay: horizon.lastDay, records } : undefined;
    return records;
  }

  /** What a listing needs of many skills, at the cost of those that were used. */
  lookUp(): UsageLookup {
    const usage = this.#reader.read();
    return {
      find: (id) => usage.records.get(id),
      isSeen: (id) => isSeen(usage, id),
    };
  }

  /** Reports problems, for callers that must not act on incomplete data, and for the doctor. */
  health(): UsageHealth {
    return this.#reader.health();
  }

  /** Merges the journal into the snapshot. */
  async compact(): Promise<CompactionResult> {
    try {
      this.#files.makeFolder(this.#paths.folder);
      const lock = await acquireLock(this.#files, this.#paths.lock, { timeoutMs: this.#lockTimeoutMs });
      try {
        return { ok: true, lines: this.#compact() };
      } finally {
        lock.release();
      }
    } catch (error) {
      return failed(error);
    }
  }

  /**
   * Merges the journal into the snapshot if that is cheaper than reading it again and again. For the commands that have
   * just read it: they do not wait for another process, and a home that cannot be written is no reason to fail.
   */
  compactIfWorthwhile(): void {
    unlessRefused(() => {
      const waitingBytes = this.#reader.waitingBytes();
      const snapshotBytes = this.#files.stat(this.#paths.snapshot)?.sizeBytes ?? 0;
      if (waitingBytes === undefined) return;
      if (!paysOff(waitingBytes, snapshotBytes, this.#worthwhileBytes)) return;
      const attempt = tryLock(this.#files, this.#paths.lock);
      if (attempt.kind === 'busy') return;
      try {
        this.#compact();
      } finally {
        attempt.lock.release();
      }
    });
  }

  /** The caller holds the lock. */
  #compact(): LineCounts {
    return compactUsage(this.#files, this.#paths, {
      now: this.#clock.now(),
      realNow: this.#realTime.now(),
      rotateBytes: this.#rotateBytes,
    });
  }

  #append(line: JournalLine, options: AppendOptions = {}): UsageResult {
    try {
      const text = printLine(line);
      if (parseLine(text).kind !== line.kind) {
        throw new CoppiceError('bad-value', `not a valid usage event: ${text.trim()}`, {
          hint: 'give an id, and use whole numbers from 0 for times and counts',
        });
      }
      this.#appendText(text, options);
      return { ok: true };
    } catch (error) {
      return failed(error);
    }
  }

  #appendText(text: string, options: AppendOptions = {}): void {
    const startedAt = this.#realTime.now();
    this.#appendBytes(new TextEncoder().encode(text), options);
    if (Math.abs(this.#realTime.now() - startedAt) <= maxAppendMs) return;
    throw new CoppiceError(
      'file-failed',
      `appending to ${this.#paths.journal} took so long that the event may not be counted`,
      { hint: 'try again when the disk is less busy' },
    );
  }

  #appendBytes(bytes: Uint8Array, options: AppendOptions): void {
    try {
      this.#files.append(this.#paths.journal, bytes, options);
    } catch (error) {
      if (!hasCode(error, 'not-found')) throw error;
      this.#files.makeFolder(this.#paths.folder);
      this.#files.append(this.#paths.journal, bytes, options);
    }
  }
}

/** Also what a port of the caller's own throws: whoever counts a use is never stopped by it. */
function failed(error: unknown): UsageFailure {
  if (error instanceof CoppiceError) return { ok: false, error };
  const message = error instanceof Error ? error.message : String(error);
  return { ok: false, error: new CoppiceError('file-failed', message, { cause: error }) };
}
