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
}

export type UsageResult = { readonly ok: true } | UsageFailure;
export type CompactionResult = { readonly ok: true; readonly lines: LineCounts } | UsageFailure;

interface UsageFailure {
  readonly ok: false;
  readonly error: CoppiceError;
}

/** Counts use for any number of processes at once, without loss, at the cost of one append. */
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
      const set = { firstSeenAt: this.#clock.now() };
      const lines = ids.map((id) => printLine({ id, kind: 'put', set }));
      // A name that no record can have is left out, so that it does not keep the others from being noted.
      const text = lines.filter((line) => parseLine(line).kind === 'put').join('');
      if (text !== '') this.#appendText(text);
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
    const horizon = horizonAt(this.#clock.now());
    const records = [...this.#reader.read().records.values()];
    return records
      .map((record) => usageRecord(recordWithin(record, horizon)))
      .sort((left, right) => (left.id < right.id ? -1 : 1));
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
