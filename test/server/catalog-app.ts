/*
 * The whole application with real catalog routes, and callers with the scopes that they name: `read`, `publish`,
 * `curate`.
 */

import type { Scope } from '../../src/registry/api/names.js';
import { openCatalog } from '../../src/registry/items/catalog/catalog.js';
import type { TestRegistry } from '../../src/registry/registry.fixture.js';
import type { Tenant } from '../../src/registry/rules/access/principal.js';
import { registryConfig } from '../../src/registry/server/config.js';
import { createApp } from '../../src/registry/server/http/app.js';
import { everyRoute } from '../../src/registry/server/http/every-route.fixture.js';
import { catalogHandlers } from '../../src/registry/server/http/handlers/catalog.js';
import { discoveryHandlers } from '../../src/registry/server/http/handlers/discovery.js';
import { CoppiceError } from '../../src/text/errors.js';

export interface AskOptions {
  readonly method?: string;
  readonly tenant?: string;
  /** Absent for an anonymous caller. */
  readonly who?: 'read' | 'publish' | 'curate';
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
}

export type Ask = (path: string, options?: AskOptions) => Promise<Response>;

const scopesOf: Readonly<Record<string, readonly Scope[]>> = {
  read: ['skills:read'],
  publish: ['skills:read', 'skills:publish'],
  curate: ['skills:read', 'skills:curate'],
};

/** By default a request names the first tenant. */
export function catalogApp(registry: TestRegistry, tenants: readonly Tenant[]): Ask {
  const catalog = openCatalog(registry);
  const others = everyRoute(async () => ({ status: 404, json: {} }));
  const app = createApp({
    registry,
    config: registryConfig({}, '/home'),
    handlers: { ...others, ...catalogHandlers(catalog), ...discoveryHandlers(catalog) },
    authenticate: async ({ authorization, tenantHeader }) => {
      const tenant = tenants.find(({ slug }) => slug === tenantHeader);
      if (tenant === undefined) throw new CoppiceError('unauthorized', 'no such tenant');
      const scopes = scopesOf[authorization?.replace('Bearer ', '') ?? ''];
      if (scopes === undefined) return { tenant, principal: { kind: 'anonymous' } };
      const { principal } = registry.caller(tenant, { scopes, userId: 7, tokenId: crypto.randomUUID() });
      return { tenant, principal };
    },
  });
  return async (path, { method = 'GET', tenant = tenants[0]?.slug ?? '', who, headers, json } = {}) =>
    app.request(`http://registry.test${path}`, {
      method,
      headers: {
        'x-coppice-tenant': tenant,
        ...(who !== undefined && { authorization: `Bearer ${who}` }),
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
    });
}
