/*
 * Queues usage events of requests and writes them once a second, in one transaction for each tenant. While the database
 * cannot be reached, events wait for the next try, as many as fit. No event is ever counted twice: when the answer to a
 * commit is lost, the queue reads the status of the transaction before it writes again.
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
  /** How many events fit into the queue. */
  readonly limit?: number;
  readonly flushEveryMs?: number;
}

export interface BatchedQueue extends UsageQueue {
  /** How many events were dropped so far. */
  readonly dropped: number;
}

export function batchedUsageQueue(options: BatchedQueueOptions): BatchedQueue {
  return new Queue(options);
}

interface Batch {
  readonly tenantId: number;
  readonly records: readonly UsageRecord[];
  /** The transaction that may have written the batch already. */
  readonly transactionId: string | undefined;
}

/** A settled batch was written, or dropped and counted. */
type Outcome =
  | { readonly kind: 'settled' }
  | { readonly kind: 'undecided' | 'failed'; readonly batch: Batch };

const minuteMs = 60_000;

class Queue implements BatchedQueue {
  readonly #options: BatchedQueueOptions;
  readonly #limit: number;
  #waiting: UsageRecord[] = [];
  /** Batches whose commit is in doubt. */
  #doubtful: Batch[] = [];
  /** How many events wait or are being written. */
  #size = 0;
  #dropped = 0;
  #isClosed = false;
  #cancelFlush: () => void = () => undefined;
  #lastFlush = Promise.resolve();
  readonly #loggedAt = new Map<string, number>();

  constructor(options: BatchedQueueOptions) {
    this.#options = options;
    this.#limit = options.limit ?? 50_000;
    this.#flushLater();
  }

  get dropped(): number {
    return this.#dropped;
  }

  record(event: UsageRecord): void {
    if (this.#isClosed || this.#size >= this.#limit) {
      this.#drop(1, this.#isClosed ? 'the server is stopping' : 'too many at once');
      return;
    }
    this.#waiting.push(event);
    this.#size += 1;
  }

  flush(): Promise<void> {
    this.#lastFlush = this.#lastFlush.then(() => this.#writeAll());
    return this.#lastFlush;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#cancelFlush();
    await this.flush();
    if (this.#size > 0) this.#drop(this.#size, 'the server is stopping');
    this.#size = 0;
  }

  #flushLater(): void {
    const { schedule = timerSchedule, flushEveryMs = 1_000 } = this.#options;
    this.#cancelFlush = schedule(async () => {
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
      if (outcome.kind === 'settled') this.#size -= batch.records.length;
      else this.#requeue(outcome.batch);
      if (outcome.kind !== 'failed') continue;
      // The other batches would likely fail for the same reason.
      for (const other of batches.slice(index + 1)) this.#requeue(other);
      return;
    }
  }

  async #write({ tenantId, records, transactionId: earlier }: Batch): Promise<Outcome> {
    const { database, changes, clock } = this.#options;
    let transactionId = earlier;
    try {
      if (transactionId !== undefined) {
        const status = await statusOf(database, transactionId);
        if (status === 'in progress')
          return { kind: 'undecided', batch: { tenantId, records, transactionId } };
        if (status === 'committed') {
          changes.advance({ tenantId, part: 'catalog' });
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
      if (unflagged.length > 0) changes.advance({ tenantId, part: 'catalog' });
    } catch (fault) {
      if (isTemporary(fault)) {
        this.#warn('usage could not be written; retrying', { reason: fault.message, events: records.length });
        return { kind: 'failed', batch: { tenantId, records, transactionId } };
      }
      this.#drop(records.length, fault instanceof Error ? fault.message : String(fault));
    }
    return { kind: 'settled' };
  }

  #requeue(batch: Batch): void {
    if (batch.transactionId === undefined) this.#waiting = [...batch.records, ...this.#waiting];
    else this.#doubtful.push(batch);
  }

  #drop(events: number, reason: string): void {
    this.#dropped += events;
    this.#warn('usage events were dropped', { reason, dropped: this.#dropped });
  }

  /** Logs a message once a minute, however often it happens. */
  #warn(message: string, fields: Readonly<Record<string, unknown>>): void {
    const { clock, log } = this.#options;
    const now = clock.now();
    if (now - (this.#loggedAt.get(message) ?? Number.NEGATIVE_INFINITY) < minuteMs) return;
    this.#loggedAt.set(message, now);
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
  return [...batches].map(([tenantId, ofTenant]) => ({
    tenantId,
    records: ofTenant,
    transactionId: undefined,
  }));
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
  throw new Error(`the database no longer knows the status of transaction ${transactionId}`);
}

/** Whether a retry may succeed: after an outage, a full disk, a serialization failure or a deadlock. */
function isTemporary(fault: unknown): fault is Error {
  if (fault instanceof CoppiceError) return fault.code === 'unavailable' || fault.code === 'disk-full';
  return ['40001', '40P01'].includes(sqlState(fault) ?? '');
}
