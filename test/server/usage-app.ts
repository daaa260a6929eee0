/*
 * The application with the usage routes and a real queue, for the callers that a test names.
 */

import { type Publishing, publishingIn } from '../../src/registry/items/publish/publishing.fixture.js';
import { type TestRegistry, testRegistry } from '../../src/registry/registry.fixture.js';
import type { Caller } from '../../src/registry/rules/access/principal.js';
import type { UsageQueue } from '../../src/registry/rules/usage/usage-records.js';
import { createApp } from '../../src/registry/server/http/app.js';
import { everyRoute } from '../../src/registry/server/http/every-route.fixture.js';
import { usageHandlers } from '../../src/registry/server/http/handlers/usage.js';
import { batchedUsageQueue } from '../../src/registry/usage/batched-queue.js';
import { manualSchedule } from '../../src/system/schedule.fixture.js';

export interface UsageApp {
  readonly registry: Omit<TestRegistry, 'usage'> & { readonly usage: UsageQueue };
  readonly publishing: Publishing;
  /** The caller is an admin by default. */
  get(path: string, by?: Caller): Promise<Reply>;
  post(path: string, json: unknown, by?: Caller): Promise<Reply>;
}

export interface Reply {
  readonly status: number;
  readonly data: unknown;
}

export async function usageApp(settings?: Parameters<TestRegistry['tenant']>[1]): Promise<UsageApp> {
  const base = await testRegistry();
  const publishing = await publishingIn(base, 'acme', settings);
  const registry = { ...base, usage: batchedUsageQueue({ ...base, schedule: manualSchedule().schedule }) };
  const others = everyRoute(async () => ({ status: 500 }));
  let caller = publishing.admin;
  const app = createApp({
    registry,
    authenticate: async () => caller,
    handlers: { ...others, ...usageHandlers },
    config: {
      publicUrl: undefined,
      tenantHosts: undefined,
      isTrustedProxy: () => false,
      rateLimits: { read: 1e6, write: 1e6, publish: 1e6 },
    },
  });
  const send = async (path: string, init: RequestInit, by: Caller): Promise<Reply> => {
    caller = by;
    const response = await app.request(path, init);
    return { status: response.status, data: await response.json() };
  };
  return {
    registry,
    publishing,
    get: (path, by = publishing.admin) => send(path, {}, by),
    post: (path, json, by = publishing.admin) =>
      send(
        path,
        { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(json) },
        by,
      ),
  };
}
