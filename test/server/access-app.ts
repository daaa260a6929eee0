/*
 * The whole application with real access and real account routes. All other handlers only answer that they were reached:
 * access is checked before them.
 */

import { type TestAccess, testAccess } from '../../src/registry/access/access.fixture.js';
import { authenticate } from '../../src/registry/access/authenticate.js';
import { createApp } from '../../src/registry/server/http/app.js';
import { everyRoute } from '../../src/registry/server/http/every-route.fixture.js';
import { accountHandlers } from '../../src/registry/server/http/handlers/account.js';
import { auditHandlers } from '../../src/registry/server/http/handlers/audit.js';
import { memberHandlers } from '../../src/registry/server/http/handlers/members.js';
import { scimHandlers } from '../../src/registry/server/http/handlers/scim.js';

export interface AccessApp extends TestAccess {
  /** `address` is a path, or a full URL where the host matters. */
  request(method: string, address: string, options?: RequestOptions): Promise<Response>;
}

export interface RequestOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
}

const tenantHosts = '{tenant}.skills.example.com';

export async function accessApp(options: { readonly account: boolean }): Promise<AccessApp> {
  const access = await testAccess(tenantHosts);
  const stubs = everyRoute(async () => ({ json: {} }));
  const app = createApp({
    registry: access.registry,
    authenticate: (facts) => authenticate(access, facts),
    handlers: options.account
      ? {
          ...stubs,
          ...accountHandlers,
          ...auditHandlers(undefined),
          ...memberHandlers,
          ...scimHandlers,
        }
      : stubs,
    config: {
      publicUrl: undefined,
      tenantHosts,
      isTrustedProxy: () => false,
      rateLimits: { read: 1e9, write: 1e9, publish: 1e9 },
    },
  });
  return {
    ...access,
    request: async (method, address, { headers = {}, json } = {}) => {
      const url = new URL(address, 'http://127.0.0.1:4600');
      const body = json === undefined ? {} : { body: JSON.stringify(json) };
      const type = json === undefined ? {} : { 'content-type': 'application/json' };
      return app.request(url.href, { method, headers: { host: url.host, ...type, ...headers }, ...body });
    },
  };
}
