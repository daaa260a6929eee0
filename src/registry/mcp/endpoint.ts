/*
 * The registry for agents, over MCP's streamable HTTP. Nothing is remembered between requests: each gets a server of its
 * own that knows who is asking, so any replica can answer any of them. Who may pass is decided before.
 */

import { createMcpHandler } from '@modelcontextprotocol/server';
import type { Catalog } from '../catalog/catalog.js';
import type { McpEndpoint } from '../http/app.js';
import { mcpServer } from './server.js';

export function mcpEndpoint(catalog: Catalog): McpEndpoint {
  return (request, caller) => {
    const { log } = catalog.registry;
    const handler = createMcpHandler(() => mcpServer({ ...caller, catalog }), {
      // A subscription would keep its connection open, and there is nothing to tell on it.
      maxSubscriptions: 0,
      onerror: ({ message }) =>
        log.debug({ request_id: caller.requestId, reason: message }, 'an MCP request was refused'),
    });
    return handler.fetch(request);
  };
}
