/*
 * A cache of values that become stale when their source changes: each has the revision that was read before it was made,
 * and is used only while the revision stays the same. The least recently used values are dropped first.
 */

import { hasCode } from '../../../text/errors.js';

export interface RevisionCacheOptions<V> {
  /** The limit of the sum of all weights. */
  readonly maxWeight: number;
  weigh(value: V): number;
}

/** The revision of values that never change. */
export const immutableRevision = 0;

interface CachedValue<V> {
  readonly revision: number;
  readonly value: V;
  readonly weight: number;
}

/** A value that is being made. */
interface PendingValue<V> {
  readonly revision: number;
  readonly value: Promise<V>;
}

export class RevisionCache<V> {
  readonly #options: RevisionCacheOptions<V>;
  /** The most recently used is last. */
  readonly #entries = new Map<string, CachedValue<V>>();
  readonly #pending = new Map<string, PendingValue<V>>();
  #weight = 0;

  constructor(options: RevisionCacheOptions<V>) {
    this.#options = options;
  }

  find(key: string, revision: number | undefined): V | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined || entry.revision !== revision) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  /** The value of the last revision for which one was made, however old it is. */
  last(key: string): V | undefined {
    return this.#entries.get(key)?.value;
  }

  set(key: string, revision: number | undefined, value: V): void {
    const weight = this.#options.weigh(value);
    if (revision === undefined || weight > this.#options.maxWeight) return;
    this.#drop(key);
    this.#entries.set(key, { revision, value, weight });
    this.#weight += weight;
    for (const oldest of this.#entries.keys()) {
      if (this.#weight <= this.#options.maxWeight) return;
      this.#drop(oldest);
    }
  }

  /**
   * Makes the value once for all concurrent callers; a failure is not cached. While changes cannot be received it is made
   * each time, and a cached value is used only where the database does not answer.
   */
  async get(key: string, revision: number | undefined, make: () => Promise<V>): Promise<V> {
    const cached = this.find(key, revision);
    if (cached !== undefined) return cached;
    if (revision === undefined) return this.#makeOrLast(key, make);
    const begun = this.#pending.get(key);
    if (begun?.revision === revision) return begun.value;
    const pending = { revision, value: this.#makeAndSet(key, revision, make) };
    this.#pending.set(key, pending);
    try {
      return await pending.value;
    } finally {
      if (this.#pending.get(key) === pending) this.#pending.delete(key);
    }
  }

  async #makeAndSet(key: string, revision: number, make: () => Promise<V>): Promise<V> {
    const value = await make();
    this.set(key, revision, value);
    return value;
  }

  async #makeOrLast(key: string, make: () => Promise<V>): Promise<V> {
    try {
      return await make();
    } catch (error) {
      const last = this.#entries.get(key);
      if (last && hasCode(error, 'unavailable')) return last.value;
      throw error;
    }
  }

  #drop(key: string): void {
    this.#weight -= this.#entries.get(key)?.weight ?? 0;
    this.#entries.delete(key);
  }
}
