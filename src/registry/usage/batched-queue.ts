/*
 * Keeps what requests tell of use and writes it once a second, in one transaction for each tenant. While the database
 * cannot be reached, events wait for the next try, as many as fit. No event is ever counted twice: when the answer to a
 * commit is lost, the database is asked what became of the transaction before anything is written again.
 */

import { sql } from 'kysely';
import { type Schedule, timerSchedule } from '../../system/schedule.js';
import { CoppiceError } from '../../text/errors.js';
import { change, type Queries } from '../data/db/database.js';
import { sqlState } from '../data/db/database-fault.js';
import { makePartitions } from '../data/db/partitions.js';
import type { Registry } from '../registry.js';
import type { UsageQueue, UsageRecord } from '../rules/usage/usage-records.js';
import { monthsOf } from '../rules/usage/usage-records.js';
import { writeUsage } from './write-usage.js';

export interface BatchedQueueOptions extends Pick<Registry, 'database' | 'changes' | 'clock' | 'log'> {
  readonly schedule?: Schedule;
  /** How many events it holds at most. */
  readonly limit?: number;
  readonly flushEveryMs?: number;
}

export interface BatchedQueue extends UsageQueue {
  /** How many events were given up so far. */
  readonly dropped: number;
}

export function batchedUsageQueue(options: BatchedQueueOptions): BatchedQueue {
  return new Queue(options);
}

interface Batch {
  readonly tenantId: number;
  readonly records: readonly UsageRecord[];
  /** The transaction that may have written it. */
  readonly doubtful: string | undefined;
}

/** settled: written, or given up and counted. */
type Outcome =
  | { readonly kind: 'settled' }
  | { readonly kind: 'undecided' | 'failed'; readonly batch: Batch };

const minuteMs = 60_000;

class Queue implements BatchedQueue {
  readonly #options: BatchedQueueOptions;
  readonly #limit: number;
  #waiting: UsageRecord[] = [];
  #doubtful: Batch[] = [];
  /** Of events that wait or are being written. */
  #held = 0;
  #dropped = 0;
  #isClosed = false;
  #callOff: () => void = () => undefined;
  #lastFlush = Promise.resolve();
  readonly #saidAt = new Map<string, number>();

  constructor(options: BatchedQueueOptions) {
    this.#options = options;
    this.#limit = options.limit ?? 50_000;
    this.#flushLater();
  }

  get dropped(): number {
    return this.#dropped;
  }

  record(event: UsageRecord): void {
    if (this.#isClosed || this.#held >= this.#limit) {
      this.#giveUp(1, this.#isClosed ? 'the server is stopping' : 'too many at once');
      return;
    }
    this.#waiting.push(event);
    this.#held += 1;
  }

  flush(): Promise<void> {
    this.#lastFlush = this.#lastFlush.then(() => this.#writeAll());
    return this.#lastFlush;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#callOff();
    await this.flush();
    if (this.#held > 0) this.#giveUp(this.#held, 'the server is stopping');
    this.#held = 0;
  }

  #flushLater(): void {
    const { schedule = timerSchedule, flushEveryMs = 1_000 } = this.#options;
    this.#callOff = schedule(async () => {
      await this.flush();
      if (!this.#isClosed) this.#flushLater();
    }, flushEveryMs);
  }

  async #writeAll(): Promise<void> {
    const batches = [...this.#doubtful, ...byTenant(this.#waiting)];
    this.#doubtful = [];
    this.#waiting = [];
    for (const [index, batch] of batches.entries()) {
      const outcome = await this.#write(batch);
      if (outcome.kind === 'settled') this.#held -= batch.records.length;
      else this.#keep(outcome.batch);
      if (outcome.kind !== 'failed') continue;
      // What keeps one from being written is likely to keep the others.
      for (const other of batches.slice(index + 1)) this.#keep(other);
      return;
    }
  }

  async #write({ tenantId, records, doubtful }: Batch): Promise<Outcome> {
    const { database, changes, clock } = this.#options;
    let transactionId = doubtful;
    try {
      if (transactionId !== undefined) {
        const status = await statusOf(database, transactionId);
        if (status === 'in progress') return { kind: 'undecided', batch: { tenantId, records, doubtful } };
        if (status === 'committed') {
          changes.heard({ tenantId, part: 'catalog' });
          return { kind: 'settled' };
        }
        transactionId = undefined;
      }
      await makePartitions(database, monthsOf(records));
      const { unflagged } = await change(this.#options, { tenantId, part: 'usage' }, async (transaction) => {
        const written = await writeUsage(transaction, tenantId, records, clock.now());
        if (written.unflagged.length > 0) await changes.announce(transaction, { tenantId, part: 'catalog' });
        transactionId = await idOf(transaction);
        return written;
      });
      if (unflagged.length > 0) changes.heard({ tenantId, part: 'catalog' });
    } catch (fault) {
      if (isPassing(fault)) {
        this.#say('usage could not be written and waits', { reason: fault.message, events: records.length });
        return { kind: 'failed', batch: { tenantId, records, doubtful: transactionId } };
      }
      this.#giveUp(records.length, fault instanceof Error ? fault.message : String(fault));
    }
    return { kind: 'settled' };
  }

  #keep(batch: Batch): void {
    if (batch.doubtful === undefined) this.#waiting = [...batch.records, ...this.#waiting];
    else this.#doubtful.push(batch);
  }

  #giveUp(events: number, reason: string): void {
    this.#dropped += events;
    this.#say('events of use were given up', { reason, dropped: this.#dropped });
  }

  /** Once a minute, however often it happens. */
  #say(message: string, fields: Readonly<Record<string, unknown>>): void {
    const { clock, log } = this.#options;
    const now = clock.now();
    if (now - (this.#saidAt.get(message) ?? Number.NEGATIVE_INFINITY) < minuteMs) return;
    this.#saidAt.set(message, now);
    log.warn(fields, message);
  }
}

function byTenant(records: readonly UsageRecord[]): readonly Batch[] {
  const batches = new Map<number, UsageRecord[]>();
  for (const record of records) {
    const batch = batches.get(record.tenantId);
    if (batch) batch.push(record);
    else batches.set(record.tenantId, [record]);
  }
  return [...batches].map(([tenantId, ofTenant]) => ({ tenantId, records: ofTenant, doubtful: undefined }));
}

async function idOf(transaction: Queries): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`select pg_current_xact_id()::text as id`.execute(transaction);
  return rows[0]?.id;
}

type TransactionStatus = 'in progress' | 'committed' | 'aborted';

async function statusOf(database: Queries, transactionId: string): Promise<TransactionStatus> {
  const { rows } = await sql<{ status: TransactionStatus | null }>`
    select pg_xact_status(${transactionId}::xid8) as status
  `.execute(database);
  const status = rows[0]?.status;
  if (status) return status;
  throw new Error(`the database no longer knows what became of transaction ${transactionId}`);
}

/** The same may go well later: an outage, a full disk, or a transaction that was given up for the sake of another. */
function isPassing(fault: unknown): fault is Error {
  if (fault instanceof CoppiceError) return fault.code === 'unavailable' || fault.code === 'disk-full';
  return ['40001', '40P01'].includes(sqlState(fault) ?? '');
}
