/*
 * The registry for agents, over MCP's streamable HTTP: the tools, and the skills as resources. No state is kept between
 * requests: each gets a server of its own for its caller, so any replica can answer any of them. Callers are admitted
 * before.
 */

import { createMcpHandler, McpServer, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { SkillsExtension } from '@modelcontextprotocol/server/ext/skills';
import manifest from '../../../../package.json' with { type: 'json' };
import { hasCode } from '../../../text/errors.js';
import type { Catalog } from '../../items/catalog/catalog.js';
import type { McpEndpoint } from '../http/app.js';
import type { McpContext } from './context.js';
import { listResources, skillSource } from './skill-source.js';
import { callTool, listedTools } from './tools.js';

const instructions = [
  'The skills of a team: written procedures, with the files they need.',
  'Search with search_skills (a question, and 3 to 8 English keywords of your own) before you work something out yourself, read a skill with get_skill,',
  'and get its files with install_skill; list_dependencies lists what else it requires.',
].join(' ');

export function mcpEndpoint(catalog: Catalog): McpEndpoint {
  return (request, caller) => {
    const { log } = catalog.registry;
    const handler = createMcpHandler(() => mcpServer({ ...caller, catalog }), {
      // A subscription would keep its connection open, and there is nothing to send on it.
      maxSubscriptions: 0,
      onerror: ({ message }) =>
        log.debug({ request_id: caller.requestId, reason: message }, 'an MCP request was refused'),
    });
    return handler.fetch(request);
  };
}

function mcpServer(context: McpContext): McpServer {
  const mcp = new McpServer({ name: 'coppice-registry', version: manifest.version }, { instructions });
  const { server } = mcp;
  const guard = <T>(run: () => Promise<T>) => guarded(context, run);
  // registerTool is not used, because it answers invalid arguments as if the tool had failed.
  server.registerCapabilities({ tools: {} });
  server.setRequestHandler('tools/list', async () => ({ tools: [...listedTools] }));
  server.setRequestHandler('tools/call', ({ params }) =>
    guard(() => callTool(context, params.name, params.arguments ?? {})),
  );
  const skills = new SkillsExtension({
    source: skillSource(context, guard),
    onWarning: ({ path, message }) =>
      context.registry.log.debug({ path, reason: message }, 'not offered over MCP'),
  });
  skills.attach(mcp);
  // The extension lists no resources of a source in pages; clients that know only resources would find none.
  server.setRequestHandler('resources/list', ({ params }) =>
    guard(() => listResources(context, params?.cursor)),
  );
  return mcp;
}

/** Internal errors are logged and never sent to the caller. */
async function guarded<T>({ registry: { log }, requestId }: McpContext, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    if (hasCode(error, 'bad-value')) throw new ProtocolError(ProtocolErrorCode.InvalidParams, reason);
    if (hasCode(error, 'unavailable')) {
      log.warn({ request_id: requestId, reason }, 'unavailable');
      throw new ProtocolError(ProtocolErrorCode.InternalError, 'the registry is unavailable for now');
    }
    const stack = error instanceof Error ? error.stack : undefined;
    log.error({ request_id: requestId, reason, stack }, 'an MCP request failed');
    throw new ProtocolError(ProtocolErrorCode.InternalError, 'the registry failed');
  }
}
