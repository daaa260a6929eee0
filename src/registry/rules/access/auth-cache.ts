/*
 * A cache of authenticated credentials. An entry lives for a minute at most, never past the expiry of its credential,
 * and only while the tenant's access has not changed. Failures are not cached: a new token works at once.
 */

import type { Clock } from '../../../system/clock.js';
import type { Principal, Tenant } from './principal.js';

export interface Authenticated {
  readonly tenant: Tenant;
  readonly principal: Principal;
}

/** Undefined while changes by other replicas cannot be received: then nothing may be cached. */
interface AccessRevisions {
  revision(changed: { readonly tenantId: number; readonly part: 'access' }): number | undefined;
}

interface CacheEntry {
  readonly found: Authenticated;
  readonly revision: number;
  readonly until: number;
}

const maxAgeMs = 60_000;
const maxEntries = 10_000;

export class AuthCache {
  readonly #changes: AccessRevisions;
  readonly #clock: Clock;
  readonly #entries = new Map<string, CacheEntry>();

  constructor({ changes, clock }: { readonly changes: AccessRevisions; readonly clock: Clock }) {
    this.#changes = changes;
    this.#clock = clock;
  }

  get(key: string): Authenticated | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    const { found, revision, until } = entry;
    const current = this.revision(found.tenant.id);
    const hasExpired = this.#clock.now() >= until;
    if (hasExpired || (current !== undefined && current !== revision)) this.#entries.delete(key);
    else if (current !== undefined) return found;
    return undefined;
  }

  /**
   * The last known result, for use while the database does not answer. It lives no longer than any other entry.
   */
  lastKnown(key: string): Authenticated | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined || this.#clock.now() >= entry.until) return undefined;
    return this.revision(entry.found.tenant.id) === undefined ? entry.found : undefined;
  }

  /** Callers read it before they query the database, and pass it to `set` with the result. */
  revision(tenantId: number): number | undefined {
    return this.#changes.revision({ tenantId, part: 'access' });
  }

  set(key: string, found: Authenticated, revision: number | undefined): void {
    if (revision === undefined) return;
    const { principal } = found;
    const end = principal.kind === 'anonymous' ? null : principal.expiresAt;
    const until = Math.min(this.#clock.now() + maxAgeMs, end?.getTime() ?? Number.POSITIVE_INFINITY);
    // Deleting first moves the entry to the end, so the first entry is always the oldest.
    this.#entries.delete(key);
    this.#entries.set(key, { found, revision, until });
    if (this.#entries.size <= maxEntries) return;
    for (const oldest of this.#entries.keys()) {
      this.#entries.delete(oldest);
      return;
    }
  }
}
