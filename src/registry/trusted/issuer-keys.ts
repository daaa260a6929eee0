/*
 * The keys that CI providers sign with: fetched from the address that an issuer publishes, through the guard for requests
 * to the outside, and remembered for all tenants.
 */

import type { Clock } from '../../system/clock.js';
import { CoppiceError } from '../../text/errors.js';
import { isObject } from '../../text/shape.js';
import type { GuardedFetch } from '../outbound/guarded-fetch.js';
import { ProviderKeys } from '../sign-in/provider-keys.js';

const maxIssuers = 100;

export class IssuerKeys {
  readonly #fetch: GuardedFetch;
  readonly #clock: Clock;
  readonly #known = new Map<string, ProviderKeys>();

  constructor(fetch: GuardedFetch, clock: Clock) {
    this.#fetch = fetch;
    this.#clock = clock;
  }

  of(issuer: string): ProviderKeys {
    const known = this.#known.get(issuer) ?? new ProviderKeys(() => this.#load(issuer), this.#clock);
    this.#known.delete(issuer);
    this.#known.set(issuer, known);
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= maxIssuers) break;
      this.#known.delete(oldest);
    }
    return known;
  }

  async #load(issuer: string): Promise<unknown> {
    const about = await this.#read(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`);
    // The document of one issuer must not lead to the keys of another.
    if (!isObject(about) || about['issuer'] !== issuer || typeof about['jwks_uri'] !== 'string')
      throw new CoppiceError('unavailable', `${issuer} does not describe itself as that issuer`);
    return this.#read(about['jwks_uri']);
  }

  async #read(address: string): Promise<unknown> {
    const answer = await this.#fetch(address, { method: 'GET', headers: { accept: 'application/json' } });
    return answer.ok ? await answer.json().catch(() => undefined) : undefined;
  }
}
