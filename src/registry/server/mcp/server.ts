/*
 * The server that one MCP request is answered by: the tools, and the skills as resources.
 */

import { createMcpHandler, McpServer, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { SkillsExtension } from '@modelcontextprotocol/server/ext/skills';
import manifest from '../../../../package.json' with { type: 'json' };
import { hasCode } from '../../../text/errors.js';
import type { Catalog } from '../../items/catalog/catalog.js';
import type { McpEndpoint } from '../http/app.js';
import type { McpContext } from './context.js';
import { skillSource } from './skill-source.js';
import { callTool, listedTools } from './tools.js';

const instructions = [
  'The skills of a team: procedures that were written down, with the files they need.',
  'Look for one with search_skills before you work something out yourself, read it with get_skill,',
  'and put it where you keep skills with install_skill; list_dependencies tells what else it needs.',
].join(' ');

function mcpServer(context: McpContext): McpServer {
  const mcp = new McpServer({ name: 'coppice-registry', version: manifest.version }, { instructions });
  const { server } = mcp;
  const guard = <T>(run: () => Promise<T>) => guarded(context, run);
  // Not through registerTool, which answers arguments that do not fit as if the tool had failed.
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
  return mcp;
}

/** What is wrong inside is logged and never told. */
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

/*
 * The registry for agents, over MCP's streamable HTTP. Nothing is remembered between requests: each gets a server of its
 * own that knows who is asking, so any replica can answer any of them. Who may pass is decided before.
 */

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
