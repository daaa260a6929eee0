/*
 * The keys that a provider signs with. They are fetched again when a token names one that is not known, which is how a
 * provider changes its keys, but not for every token that somebody makes up; and now and then in any case, so that a key
 * that the provider withdrew is no longer accepted.
 */

import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';
import type { Clock } from '../../system/clock.js';
import { CoppiceError } from '../../text/errors.js';

const maxAgeMs = 600_000;
const cooldownMs = 10_000;

interface FetchedKeys {
  readonly count: number;
  readonly find: JWTVerifyGetKey;
  readonly at: number;
}

export class ProviderKeys {
  readonly #load: () => Promise<unknown>;
  readonly #clock: Clock;
  #fetched: FetchedKeys | undefined;
  #pending: Promise<FetchedKeys> | undefined;

  /** `load` fetches the key set of the provider. */
  constructor(load: () => Promise<unknown>, clock: Clock) {
    this.#load = load;
    this.#clock = clock;
  }

  /** For jose: the key that a token was signed with. */
  readonly find: JWTVerifyGetKey = async (header, token) => {
    const known = this.#fetched;
    // A clock that was set back must not make them last.
    const isFresh = known !== undefined && this.#age(known) >= 0 && this.#age(known) < maxAgeMs;
    const current = isFresh ? known : await this.#fetch();
    try {
      return await current.find(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey) || this.#age(current) < cooldownMs) throw error;
      return await (await this.#fetch()).find(header, token);
    }
  };

  /** How many the provider publishes now. */
  async count(): Promise<number> {
    return (await this.#fetch()).count;
  }

  #age({ at }: FetchedKeys): number {
    return this.#clock.now() - at;
  }

  /** Once for all that wait. */
  #fetch(): Promise<FetchedKeys> {
    this.#pending ??= this.#fetchNow().finally(() => {
      this.#pending = undefined;
    });
    return this.#pending;
  }

  async #fetchNow(): Promise<FetchedKeys> {
    // What is no key set is refused below.
    const set = (await this.#load()) as JSONWebKeySet;
    try {
      const find = createLocalJWKSet(set);
      this.#fetched = { find, count: set.keys.length, at: this.#clock.now() };
      return this.#fetched;
    } catch (error) {
      throw new CoppiceError('unavailable', 'the provider does not publish keys that can be read', {
        cause: error,
      });
    }
  }
}
