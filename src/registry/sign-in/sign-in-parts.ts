/*
 * What signing in with a provider needs besides the registry: connections to the outside, keys for secrets, the providers
 * that the environment of the server names, and what providers publish about themselves. The server opens it once.
 */

import { createHash } from 'node:crypto';
import type { Clock } from '../../system/clock.js';
import { type GuardedFetch, guardedFetch } from '../outbound/guarded-fetch.js';
import type { IsAllowedAddress } from '../outbound/networks.js';
import type { Registry } from '../registry.js';
import type { EnvironmentProvider } from '../rules/sign-in/environment-providers.js';
import { type OidcClient, type OidcRegistration, openClient } from './oidc-client.js';
import type { SecretKeys } from './sealed-secret.js';

export interface SignInConfig {
  readonly oidcProviders: readonly EnvironmentProvider[];
  readonly secretKeys: SecretKeys;
  /** Whether the server may connect to a private address. */
  readonly isOutboundListed: IsAllowedAddress;
}

export interface SignInParts {
  readonly registry: Pick<Registry, 'database' | 'changes' | 'clock' | 'log'>;
  readonly environment: readonly EnvironmentProvider[];
  readonly secretKeys: SecretKeys;
  readonly clients: OidcClients;
}

export function openSignIn(
  registry: SignInParts['registry'],
  { oidcProviders, secretKeys, isOutboundListed }: SignInConfig,
): SignInParts {
  const fetch = guardedFetch({ isListed: isOutboundListed });
  return {
    registry,
    environment: oidcProviders,
    secretKeys,
    clients: new OidcClients(fetch, registry.clock),
  };
}

interface KnownClient {
  readonly client: Promise<OidcClient>;
  readonly until: number;
}

const maxAgeMs = 3_600_000;
const maxClients = 200;

/** What providers publish about themselves, for an hour. A failure is not kept. */
export class OidcClients {
  readonly #fetch: GuardedFetch;
  readonly #clock: Clock;
  readonly #clients = new Map<string, KnownClient>();

  constructor(fetch: GuardedFetch, clock: Clock) {
    this.#fetch = fetch;
    this.#clock = clock;
  }

  open(registration: OidcRegistration): Promise<OidcClient> {
    const key = keyOf(registration);
    const known = this.#clients.get(key);
    if (known && this.#clock.now() < known.until) return known.client;
    return this.reopen(registration);
  }

  /** Asks the provider again. */
  async reopen(registration: OidcRegistration): Promise<OidcClient> {
    const key = keyOf(registration);
    const client = openClient({ fetch: this.#fetch, clock: this.#clock }, registration);
    this.#clients.delete(key);
    this.#clients.set(key, { client, until: this.#clock.now() + maxAgeMs });
    for (const oldest of this.#clients.keys()) {
      if (this.#clients.size <= maxClients) break;
      this.#clients.delete(oldest);
    }
    try {
      return await client;
    } catch (error) {
      if (this.#clients.get(key)?.client === client) this.#clients.delete(key);
      throw error;
    }
  }
}

function keyOf(registration: OidcRegistration): string {
  return createHash('sha256').update(JSON.stringify(registration)).digest('hex');
}
