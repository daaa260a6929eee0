/*
 * How many bytes of bodies the server has in memory at once. Each body takes from the budget as it comes, and returns all
 * of it when its request is answered. A small one takes nothing, so that nobody is kept from signing in by uploads.
 */

import { CoppiceError } from '../../../text/errors.js';

/** Unpacking the parts of an upload takes a few times its size. */
const defaultBudgetBytes = 64 * 1_048_576;
const freeBytes = 16 * 1_024;

export class BodyBudget {
  #left: number;

  constructor(maxBytes: number = defaultBudgetBytes) {
    this.#left = maxBytes;
  }

  /** Runs `use` with a function that takes bytes for it; that throws when the budget is used up. */
  async lend<T>(use: (take: (bytes: number) => void) => Promise<T>): Promise<T> {
    let [size, taken] = [0, 0];
    const take = (bytes: number): void => {
      size += bytes;
      const wanted = size > freeBytes ? size - taken : 0;
      if (wanted > this.#left)
        throw new CoppiceError('unavailable', 'too many large requests at the same time', {
          hint: 'try again in a moment',
        });
      this.#left -= wanted;
      taken += wanted;
    };
    try {
      return await use(take);
    } finally {
      this.#left += taken;
    }
  }
}
