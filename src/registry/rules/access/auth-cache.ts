/*
 * What authentication found is kept for a minute at most, never past the credential's own end, and only while nothing
 * in the tenant's access has changed. What was not found is not kept: a new token works at once.
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

interface CachedAccess {
  readonly found: Authenticated;
  readonly revision: number;
  readonly until: number;
}

const maxAgeMs = 60_000;
const maxEntries = 10_000;

export class AuthCache {
  readonly #changes: AccessRevisions;
  readonly #clock: Clock;
  readonly #kept = new Map<string, CachedAccess>();

  constructor({ changes, clock }: { readonly changes: AccessRevisions; readonly clock: Clock }) {
    this.#changes = changes;
    this.#clock = clock;
  }

  get(key: string): Authenticated | undefined {
    const kept = this.#kept.get(key);
    if (kept === undefined) return undefined;
    const { found, revision, until } = kept;
    const current = this.revision(found.tenant.id);
    const isOver = this.#clock.now() >= until;
    if (isOver || (current !== undefined && current !== revision)) this.#kept.delete(key);
    else if (current !== undefined) return found;
    return undefined;
  }

  /**
   * What was found last, for while the database does not answer: nobody can be asked then, and it is given out no
   * longer than it would have been kept.
   */
  lastKnown(key: string): Authenticated | undefined {
    const kept = this.#kept.get(key);
    if (kept === undefined || this.#clock.now() >= kept.until) return undefined;
    return this.revision(kept.found.tenant.id) === undefined ? kept.found : undefined;
  }

  /** To be read before the database is asked, and handed to `keep` with its answer. */
  revision(tenantId: number): number | undefined {
    return this.#changes.revision({ tenantId, part: 'access' });
  }

  keep(key: string, found: Authenticated, revision: number | undefined): void {
    if (revision === undefined) return;
    const { principal } = found;
    const end = principal.kind === 'anonymous' ? null : principal.expiresAt;
    const until = Math.min(this.#clock.now() + maxAgeMs, end?.getTime() ?? Number.POSITIVE_INFINITY);
    // Taken out first, so that it goes to the end: the one at the front is the one kept longest.
    this.#kept.delete(key);
    this.#kept.set(key, { found, revision, until });
    if (this.#kept.size <= maxEntries) return;
    for (const oldest of this.#kept.keys()) {
      this.#kept.delete(oldest);
      return;
    }
  }
}
