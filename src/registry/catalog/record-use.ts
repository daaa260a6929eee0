/*
 * Tells that a version was read. Telling never waits and never fails.
 */

import type { Principal } from '../access/principal.js';
import type { UsageEvent } from '../api/names.js';
import type { Registry } from '../registry.js';

export interface Reader {
  readonly tenant: { readonly id: number };
  readonly principal: Principal;
}

export function recordUse(
  { usage, clock }: Registry,
  { tenant, principal }: Reader,
  event: UsageEvent,
  { itemId, versionId }: { readonly itemId: number; readonly versionId: number },
): void {
  const { userId, tokenId } = principal.kind === 'anonymous' ? nobody : principal;
  usage.record({
    ...{ tenantId: tenant.id, itemId, versionId, event, count: 1, userId, tokenId },
    projectHash: null,
    at: clock.now(),
  });
}

const nobody = { userId: null, tokenId: null };
