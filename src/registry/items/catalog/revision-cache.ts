/*
 * Values that are kept until what they are made of changes: each together with the revision that was read before it was
 * made, and given out only while that revision stands. Those that were not asked for for the longest time go first.
 */

import { hasCode } from '../../../text/errors.js';

export interface RevisionCacheOptions<V> {
  /** All that are kept weigh no more than this together. */
  readonly mostWeight: number;
  weigh(value: V): number;
}

/** The revision of what never changes. */
export const immutableRevision = 0;

interface CachedValue<V> {
  readonly revision: number;
  readonly value: V;
  readonly weight: number;
}

interface Flight<V> {
  readonly revision: number;
  readonly value: Promise<V>;
}

export class RevisionCache<V> {
  readonly #options: RevisionCacheOptions<V>;
  /** The one that was asked for last is last. */
  readonly #kept = new Map<string, CachedValue<V>>();
  readonly #flights = new Map<string, Flight<V>>();
  #weight = 0;

  constructor(options: RevisionCacheOptions<V>) {
    this.#options = options;
  }

  find(key: string, revision: number | undefined): V | undefined {
    const kept = this.#kept.get(key);
    if (kept === undefined || kept.revision !== revision) return undefined;
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    return kept.value;
  }

  keep(key: string, revision: number | undefined, value: V): void {
    const weight = this.#options.weigh(value);
    if (revision === undefined || weight > this.#options.mostWeight) return;
    this.#drop(key);
    this.#kept.set(key, { revision, value, weight });
    this.#weight += weight;
    for (const oldest of this.#kept.keys()) {
      if (this.#weight <= this.#options.mostWeight) return;
      this.#drop(oldest);
    }
  }

  /**
   * Made once for all who ask for it meanwhile; what fails is not kept. While changes cannot be heard it is made anew
   * each time, and what was kept before is good only where the database does not answer either.
   */
  async get(key: string, revision: number | undefined, make: () => Promise<V>): Promise<V> {
    const kept = this.find(key, revision);
    if (kept !== undefined) return kept;
    if (revision === undefined) return this.#makeOrLast(key, make);
    const flying = this.#flights.get(key);
    if (flying?.revision === revision) return flying.value;
    const flight = { revision, value: this.#makeAndKeep(key, revision, make) };
    this.#flights.set(key, flight);
    try {
      return await flight.value;
    } finally {
      if (this.#flights.get(key) === flight) this.#flights.delete(key);
    }
  }

  async #makeAndKeep(key: string, revision: number, make: () => Promise<V>): Promise<V> {
    const value = await make();
    this.keep(key, revision, value);
    return value;
  }

  async #makeOrLast(key: string, make: () => Promise<V>): Promise<V> {
    try {
      return await make();
    } catch (error) {
      const last = this.#kept.get(key);
      if (last && hasCode(error, 'unavailable')) return last.value;
      throw error;
    }
  }

  #drop(key: string): void {
    this.#weight -= this.#kept.get(key)?.weight ?? 0;
    this.#kept.delete(key);
  }
}
