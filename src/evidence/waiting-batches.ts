/*
 * The batches of a backfill until they are stored: many together, because a transaction for every file would take most of
 * the time. Once there is much to store, they are stored in another thread, in the same order, while reading goes on.
 */

import type { SessionAgent } from '../agents/sessions/reader.js';
import type { BackfillTally } from './backfill-tally.js';
import type { Source } from './sources/find-sources.js';
import type { EvidenceStore } from './store/evidence-store.js';
import type { Batch, Ingested } from './store/ingest.js';
import type { StoreThread } from './store/store-thread.js';

export interface Storing {
  readonly store: Pick<EvidenceStore, 'ingestAll'>;
  /** Starts the thread; without it, everything is done in turn. */
  readonly beside: (() => StoreThread) | undefined;
  readonly tally: BackfillTally;
  /** How many events are stored together. */
  readonly batchEvents: number;
}

export class WaitingBatches {
  readonly batchEvents: number;
  readonly #storing: Storing;
  #thread: StoreThread | undefined;
  /** What the thread has not stored yet. */
  #given: Promise<void>[] = [];
  #batches: { readonly agent: SessionAgent; readonly batch: Batch }[] = [];
  #events = 0;
  #isLarge = false;

  constructor(storing: Storing) {
    this.#storing = storing;
    this.batchEvents = storing.batchEvents;
  }

  /** A large source is stored in turn: it cannot wait for the thread, and must not fill the memory. */
  async prepareFor({ stat }: Source): Promise<void> {
    this.#isLarge = stat.sizeBytes > maxBesideBytes;
    if (this.#isLarge) this.store();
    await this.settle(this.#isLarge ? 0 : maxGiven);
  }

  add(agent: SessionAgent, batch: Batch): void {
    this.#batches.push({ agent, batch });
    this.#events += batch.events.length + batch.patches.length;
    if (this.#events < this.batchEvents) return;
    if (!this.#isLarge) this.#thread ??= this.#storing.beside?.();
    this.store();
  }

  store(): void {
    const waiting = this.#batches;
    this.#batches = [];
    this.#events = 0;
    for (const agent of new Set(waiting.map((each) => each.agent))) {
      const batches = waiting.filter((each) => each.agent === agent).map(({ batch }) => batch);
      for (const { events } of batches) this.#storing.tally.sessionsOf(agent, events);
      this.#put(agent, batches);
    }
  }

  /** Waits until the thread has stored all but so many. */
  async settle(atMost = 0): Promise<void> {
    while (this.#given.length > atMost) await this.#given.shift();
  }

  async close(): Promise<void> {
    await this.#thread?.close();
  }

  #put(agent: SessionAgent, batches: readonly Batch[]): void {
    const { store, tally } = this.#storing;
    const count = ({ added }: Pick<Ingested, 'added'>) => tally.add(agent, 'eventsAdded', added);
    if (this.#thread === undefined || this.#isLarge) {
      count(store.ingestAll(batches));
      return;
    }
    const given = this.#thread.ingestAll(batches).then(count);
    // Whoever settles gets the failure.
    given.catch(() => undefined);
    this.#given.push(given);
  }
}

/** Two batches of some ten megabytes. */
const maxGiven = 2;
const maxBesideBytes = 64 * 1024 * 1024;
