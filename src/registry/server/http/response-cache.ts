/*
 * Answers that are kept until what they tell of changes. Each is kept with the revision that was read before it was made
 * and is given out only while that revision stands. Keys begin with the tenant, so none is ever given to another.
 */

import { hasCode } from '../../../text/errors.js';
import type { PreparedAnswer } from './prepared-answer.js';

export interface ResponseCacheOptions {
  readonly mostBytes: number;
}

interface CachedResponse {
  readonly revision: number;
  readonly answer: PreparedAnswer;
  readonly sizeBytes: number;
}

interface Flight {
  readonly revision: number;
  readonly answer: Promise<PreparedAnswer>;
}

/** What an entry takes beside its body. */
const overheadBytes = 1_024;

export class ResponseCache {
  readonly #mostBytes: number;
  /** The one that was asked for last is last. */
  readonly #kept = new Map<string, CachedResponse>();
  readonly #flights = new Map<string, Flight>();
  #sizeBytes = 0;
  #hits = 0;
  #misses = 0;

  constructor({ mostBytes }: ResponseCacheOptions) {
    this.#mostBytes = mostBytes;
  }

  get counts(): { readonly hits: number; readonly misses: number; readonly sizeBytes: number } {
    return { hits: this.#hits, misses: this.#misses, sizeBytes: this.#sizeBytes };
  }

  find(key: string, revision: number | undefined): PreparedAnswer | undefined {
    const kept = this.#kept.get(key);
    if (kept === undefined || revision !== kept.revision) return undefined;
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    this.#hits += 1;
    return kept.answer;
  }

  /**
   * Makes the answer, once for all who ask for it meanwhile. While changes cannot be heard nothing is kept, and what was
   * kept before is good only where the database does not answer either.
   */
  make(
    key: string,
    revision: number | undefined,
    make: () => Promise<PreparedAnswer>,
  ): Promise<PreparedAnswer> {
    this.#misses += 1;
    if (revision === undefined) return this.#makeOrLast(key, make);
    const flying = this.#flights.get(key);
    if (flying?.revision === revision) return flying.answer;
    const answer = this.#makeAndKeep(key, revision, make);
    this.#flights.set(key, { revision, answer });
    return answer;
  }

  async #makeAndKeep(
    key: string,
    revision: number,
    make: () => Promise<PreparedAnswer>,
  ): Promise<PreparedAnswer> {
    try {
      const answer = await make();
      if (answer.keep) this.#keep(key, revision, answer);
      return answer;
    } finally {
      if (this.#flights.get(key)?.revision === revision) this.#flights.delete(key);
    }
  }

  async #makeOrLast(key: string, make: () => Promise<PreparedAnswer>): Promise<PreparedAnswer> {
    try {
      return await make();
    } catch (error) {
      const last = this.#kept.get(key);
      if (last && hasCode(error, 'unavailable')) return last.answer;
      throw error;
    }
  }

  #keep(key: string, revision: number, answer: PreparedAnswer): void {
    const sizeBytes = answer.body.length + 2 * key.length + overheadBytes;
    if (sizeBytes > this.#mostBytes / 8) return;
    this.#drop(key);
    this.#kept.set(key, { revision, answer, sizeBytes });
    this.#sizeBytes += sizeBytes;
    for (const oldest of this.#kept.keys()) {
      if (this.#sizeBytes <= this.#mostBytes) return;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    this.#sizeBytes -= this.#kept.get(key)?.sizeBytes ?? 0;
    this.#kept.delete(key);
  }
}
