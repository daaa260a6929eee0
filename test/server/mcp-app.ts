/*
 * The server's /mcp behind a real socket and real access, and clients of it.
 */

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { type TestAccess, testAccess } from '../../src/registry/access/access.fixture.js';
import { authenticate } from '../../src/registry/access/authenticate.js';
import { openCatalog } from '../../src/registry/items/catalog/catalog.js';
import { createApp } from '../../src/registry/server/http/app.js';
import { everyRoute } from '../../src/registry/server/http/every-route.fixture.js';
import { catalogHandlers } from '../../src/registry/server/http/handlers/catalog.js';
import { listen } from '../../src/registry/server/http/listen.js';
import { mcpEndpoint } from '../../src/registry/server/mcp/server.js';

/** The protocol with a handshake, and the one without. */
export const eras = ['legacy', 'modern'] as const;
export type Era = (typeof eras)[number];

export interface McpApp extends TestAccess {
  readonly url: string;
  connect(era: Era, headers: Readonly<Record<string, string>>): Promise<Client>;
  close(): Promise<void>;
}

export async function mcpApp(): Promise<McpApp> {
  const access = await testAccess();
  const { registry } = access;
  const catalog = openCatalog(registry);
  const others = everyRoute(async () => ({ status: 500 }));
  const app = createApp({
    registry,
    authenticate: (facts) => authenticate(access, facts),
    handlers: { ...others, ...catalogHandlers(catalog) },
    mcp: mcpEndpoint(catalog),
    config: {
      publicUrl: undefined,
      tenantHosts: undefined,
      isTrustedProxy: () => false,
      rateLimits: { read: 1e6, write: 1e6, publish: 1e6 },
    },
  });
  const { url, stop } = await listen(app, { host: '127.0.0.1', port: 0 });
  const clients: Client[] = [];
  return {
    ...access,
    url,
    connect: async (era, headers) => {
      const mode = era === 'legacy' ? 'legacy' : { pin: '2026-07-28' };
      const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
      const transport = new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit: { headers } });
      await client.connect(transport);
      clients.push(client);
      return client;
    },
    close: async () => {
      await Promise.all(clients.map((client) => client.close()));
      await stop();
      await registry.close();
    },
  };
}
