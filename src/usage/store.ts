/*
 * The usage store: counts what happens to skills, for any number of processes at once. A change is one line appended
 * to the journal, whatever the number of records, and reads nothing. A reading is the snapshot with the journal
 * behind it. Compaction folds the one into the other (compaction.ts says why nothing is lost or doubled).
 *
 * Promised: an acknowledged event is counted once, whichever processes are killed when; `put` and `rename` outlast a
 * power loss too, events and source counters only from the next compaction or `put` on. Reads never fail: they give
 * what can be read, and `health` tells what could not.
 */

import { type Clock, systemClock } from '../system/clock.js';
import type { AppendOptions, Files } from '../system/files.js';
import { acquireLock } from '../system/lock/lock.js';
import { CoppiceError, hasCode } from '../text/errors.js';
import { compactUsage, maxAppendMs } from './compaction.js';
import type { LineCounts } from './journal-file.js';
import { type UsagePaths, usagePaths } from './journal-file.js';
import { findRecord } from './rules/apply-journal.js';
import { type ActivityKind, type Counters, horizonAt } from './rules/counters.js';
import { type JournalLine, parseLine, printLine } from './rules/journal-line.js';
import { recordWithin, type SettableFacts, type UsageRecord, usageRecord } from './rules/record.js';
import { type UsageHealth, UsageReader } from './usage-reader.js';

/** Where the counts are kept, and by which clock. */
export interface UsageStoreOptions {
  /** Of the snapshot, `usage.json`; everything else lies beside it. */
  readonly path: string;
  readonly files: Files;
  /** Stamps events, and is the "now" that no time in a record is after. */
  readonly clock: Clock;
  /** Real time, even where the clock is fixed. */
  readonly realTime?: Clock;
  readonly lockPath?: string;
  readonly lockTimeoutMs?: number;
  /** A journal of which this much is folded is set aside. */
  readonly rotateBytes?: number;
}

export type UsageResult = { readonly ok: true } | UsageFailure;
export type CompactionResult = { readonly ok: true; readonly lines: LineCounts } | UsageFailure;

interface UsageFailure {
  readonly ok: false;
  readonly error: CoppiceError;
}

/** Counts use, for any number of processes at once, without loss and at the cost of one append. */
export class UsageStore {
  readonly #files: Files;
  readonly #paths: UsagePaths;
  readonly #clock: Clock;
  readonly #realTime: Clock;
  readonly #lockTimeoutMs: number;
  readonly #rotateBytes: number;
  readonly #reader: UsageReader;

  constructor({
    path,
    files,
    clock,
    realTime = systemClock,
    lockPath,
    lockTimeoutMs = 10_000,
    rotateBytes = 1024 * 1024,
  }: UsageStoreOptions) {
    const paths = usagePaths(path, lockPath);
    this.#files = files;
    this.#paths = paths;
    this.#clock = clock;
    this.#realTime = realTime;
    this.#lockTimeoutMs = lockTimeoutMs;
    this.#rotateBytes = rotateBytes;
    this.#reader = new UsageReader({ files, paths, clock, realTime });
  }

  /** Counts one event, now. */
  record(id: string, kind: ActivityKind, { source }: { readonly source?: string } = {}): UsageResult {
    const event = { id, kind, at: this.#clock.now() };
    return this.#append(source === undefined ? event : { ...event, source });
  }

  /** Sets facts. To set `createdAt` is to create: from then on the id is no alias of another. */
  put(id: string, set: Partial<SettableFacts>): UsageResult {
    return this.#append({ id, kind: 'put', set }, { durable: true });
  }

  /** Raises the counters of an agent to those given, where they are greater; doing it again changes nothing. */
  setSource(id: string, source: string, counters: Partial<Counters>): UsageResult {
    return this.#append({ id, kind: 'source', source, counters });
  }

  /** What was counted for the old id, and what still arrives for it, is the new id's. */
  rename(id: string, to: string): UsageResult {
    return this.#append({ id, kind: 'rename', to }, { durable: true });
  }

  /** The record of an id or of an alias. */
  get(id: string): UsageRecord | undefined {
    const record = findRecord(this.#reader.read(), id);
    return record && usageRecord(recordWithin(record, horizonAt(this.#clock.now())));
  }

  /** In code-unit order of the ids. */
  all(): readonly UsageRecord[] {
    const horizon = horizonAt(this.#clock.now());
    const records = [...this.#reader.read().records.values()];
    return records
      .map((record) => usageRecord(recordWithin(record, horizon)))
      .sort((left, right) => (left.id < right.id ? -1 : 1));
  }

  /** For those who must not act on half of the truth, and for those who mend. */
  health(): UsageHealth {
    return this.#reader.health();
  }

  /** Folds the journal into the snapshot. */
  async compact(): Promise<CompactionResult> {
    try {
      this.#files.makeFolder(this.#paths.folder);
      const lock = await acquireLock(this.#files, this.#paths.lock, { timeoutMs: this.#lockTimeoutMs });
      try {
        const lines = compactUsage(this.#files, this.#paths, {
          now: this.#clock.now(),
          realNow: this.#realTime.now(),
          rotateBytes: this.#rotateBytes,
        });
        return { ok: true, lines };
      } finally {
        lock.release();
      }
    } catch (error) {
      return failed(error);
    }
  }

  #append(line: JournalLine, options: AppendOptions = {}): UsageResult {
    const text = printLine(line);
    try {
      if (parseLine(text).kind !== line.kind) {
        throw new CoppiceError('bad-value', `this cannot be kept as usage: ${text.trim()}`, {
          hint: 'give an id, and times and counts that are whole numbers from 0',
        });
      }
      const startedAt = this.#realTime.now();
      this.#appendBytes(new TextEncoder().encode(text), options);
      if (Math.abs(this.#realTime.now() - startedAt) > maxAppendMs) {
        throw new CoppiceError(
          'file-failed',
          `it took so long to append to ${this.#paths.journal} that it may not count`,
          { hint: 'try again when the disk is less busy' },
        );
      }
      return { ok: true };
    } catch (error) {
      return failed(error);
    }
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

function failed(error: unknown): UsageFailure {
  if (error instanceof CoppiceError) return { ok: false, error };
  throw error;
}
