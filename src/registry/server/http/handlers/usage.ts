/*
 * Handlers of the usage routes: reported events, sums, and candidates for the archive.
 */

import type { usageRoutes } from '../../../api/routes/usage.js';
import { poolEffects } from '../../../usage/effects.js';
import { listDecay } from '../../../usage/list-decay.js';
import { readTimeline, readTop } from '../../../usage/read-sums.js';
import { recordReportedUsage } from '../../../usage/record-usage.js';
import type { Handlers } from '../handler.js';

export const usageHandlers: Handlers<typeof usageRoutes> = {
  postUsage: async ({ registry, caller, body }) => ({
    json: { accepted: await recordReportedUsage(registry, caller(), body) },
  }),
  postEffects: async ({ registry, caller, body }) => ({
    json: await poolEffects(registry, caller(), body),
  }),
  getTimeline: async ({ registry, tenant, query }) => ({
    json: await readTimeline(registry.database, tenant.id, query, registry.clock.now()),
  }),
  getTop: async ({ registry, tenant, query }) => ({
    json: await readTop(registry.database, tenant.id, query, registry.clock.now()),
  }),
  getDecay: async ({ registry, tenant, query }) => ({
    json: await listDecay(registry.database, tenant, query, registry.clock.now()),
  }),
};
