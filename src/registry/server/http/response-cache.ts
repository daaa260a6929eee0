/*
 * The cache of answers. Each has the revision that was read before it was made, and is used only while the revision stays
 * the same. Keys begin with the tenant, so an answer is never given to another tenant.
 */

import { hasCode } from '../../../text/errors.js';
import type { PreparedAnswer } from './prepared-answer.js';

export interface ResponseCacheOptions {
  readonly maxBytes: number;
}

interface CachedResponse {
  readonly revision: number;
  readonly answer: PreparedAnswer;
  readonly sizeBytes: number;
}

/** An answer that is being made. */
interface PendingResponse {
  readonly revision: number;
  readonly answer: Promise<PreparedAnswer>;
}

/** The size of an entry besides its body. */
const overheadBytes = 1_024;

export class ResponseCache {
  readonly #maxBytes: number;
  /** The most recently used is last. */
  readonly #entries = new Map<string, CachedResponse>();
  readonly #pending = new Map<string, PendingResponse>();
  #sizeBytes = 0;
  #hits = 0;
  #misses = 0;

  constructor({ maxBytes }: ResponseCacheOptions) {
    this.#maxBytes = maxBytes;
  }

  get counts(): { readonly hits: number; readonly misses: number; readonly sizeBytes: number } {
    return { hits: this.#hits, misses: this.#misses, sizeBytes: this.#sizeBytes };
  }

  find(key: string, revision: number | undefined): PreparedAnswer | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined || revision !== entry.revision) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    this.#hits += 1;
    return entry.answer;
  }

  /**
   * Makes the answer once for all concurrent requests. While changes cannot be received nothing is cached, and an earlier
   * entry is used only where the database does not answer.
   */
  make(
    key: string,
    revision: number | undefined,
    make: () => Promise<PreparedAnswer>,
  ): Promise<PreparedAnswer> {
    this.#misses += 1;
    if (revision === undefined) return this.#makeOrLast(key, make);
    const pending = this.#pending.get(key);
    if (pending?.revision === revision) return pending.answer;
    const answer = this.#makeAndSet(key, revision, make);
    this.#pending.set(key, { revision, answer });
    return answer;
  }

  async #makeAndSet(
    key: string,
    revision: number,
    make: () => Promise<PreparedAnswer>,
  ): Promise<PreparedAnswer> {
    try {
      const answer = await make();
      if (answer.isCacheable) this.#set(key, revision, answer);
      return answer;
    } finally {
      if (this.#pending.get(key)?.revision === revision) this.#pending.delete(key);
    }
  }

  async #makeOrLast(key: string, make: () => Promise<PreparedAnswer>): Promise<PreparedAnswer> {
    try {
      return await make();
    } catch (error) {
      const last = this.#entries.get(key);
      if (last && hasCode(error, 'unavailable')) return last.answer;
      throw error;
    }
  }

  #set(key: string, revision: number, answer: PreparedAnswer): void {
    const sizeBytes = answer.body.length + 2 * key.length + overheadBytes;
    if (sizeBytes > this.#maxBytes / 8) return;
    this.#drop(key);
    this.#entries.set(key, { revision, answer, sizeBytes });
    this.#sizeBytes += sizeBytes;
    for (const oldest of this.#entries.keys()) {
      if (this.#sizeBytes <= this.#maxBytes) return;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    this.#sizeBytes -= this.#entries.get(key)?.sizeBytes ?? 0;
    this.#entries.delete(key);
  }
}
