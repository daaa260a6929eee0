/*
 * The server of one connection: the tools, the commands as prompts, and the skills as resources.
 */

import { McpServer, ProtocolError, ProtocolErrorCode, type Transport } from '@modelcontextprotocol/server';
import { SkillsExtension } from '@modelcontextprotocol/server/ext/skills';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import manifest from '../../package.json' with { type: 'json' };
import { getPrompt, listPrompts } from './prompts.js';
import { skillSource } from './skill-source.js';
import { skillsList, skillsSearch, skillView } from './tools/read.js';
import { registryInstall, registrySearch } from './tools/registry.js';
import type { McpContext, McpTool } from './tools/tool.js';
import { skillUsage } from './tools/usage.js';
import { skillManage, skillRestore } from './tools/write.js';

const instructions = [
  'The skills on this machine: procedures that were written down, with the files they need.',
  'Before you work something out yourself, look for a skill with skills_search (a question, and 3 to 8 English keywords of your own) or skills_list, and open it with skill_view.',
].join(' ');
const writing = [
  'When you have worked out something that will be needed again, save it with skill_manage;',
  'when a skill turned out to be wrong, patch it.',
].join(' ');

function mcpServer(context: McpContext): McpServer {
  const instructionsText = context.isReadOnly ? instructions : `${instructions} ${writing}`;
  const mcp = new McpServer(
    { name: 'coppice', version: manifest.version },
    { instructions: instructionsText },
  );
  const { server } = mcp;
  const tools = offeredTools(context);
  // Not through registerTool, which would report wrong arguments in its own words.
  server.registerCapabilities({ tools: {}, prompts: { listChanged: true } });
  server.setRequestHandler('tools/list', async () => ({ tools: tools.map(({ listed }) => listed) }));
  server.setRequestHandler('tools/call', async ({ params }) => {
    const called = tools.find(({ listed }) => listed.name === params.name);
    if (called === undefined)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `there is no tool ${params.name}`);
    const result = await called.call(context, params.arguments ?? {});
    if (called.isWriting && !result.isError) {
      await server.sendResourceListChanged();
      await server.sendPromptListChanged();
    }
    return result;
  });
  server.setRequestHandler('prompts/list', async ({ params }) => await listPrompts(context, params?.cursor));
  server.setRequestHandler(
    'prompts/get',
    async ({ params }) => await getPrompt(context, params.name, params.arguments),
  );
  const skills = new SkillsExtension({
    source: skillSource(context),
    onWarning: ({ path, message }) => context.log(`${path}: ${message}`),
  });
  skills.attach(mcp);
  return mcp;
}

/*
 * The table of tools.
 */

const tools: readonly McpTool[] = [
  skillsList,
  skillView,
  skillsSearch,
  skillManage,
  skillUsage,
  skillRestore,
  registrySearch,
  registryInstall,
];

function offeredTools({ isReadOnly }: McpContext): readonly McpTool[] {
  return tools.filter(({ isWriting }) => !(isReadOnly && isWriting));
}

/*
 * Serves one client over a pair of streams, until it closes its end. What is under way then is finished: a write is not
 * left half-done because nobody waits for it.
 */

interface McpConnection {
  /** Fulfilled when the client has gone, or after `close`. */
  readonly ended: Promise<void>;
  close(): Promise<void>;
}

/** Over standard input and output, unless a transport is given. */
export function serveMcp(
  context: McpContext,
  transport: Transport = new StdioServerTransport(),
): McpConnection {
  const { close } = serveStdio(() => mcpServer(context), {
    transport,
    onerror: ({ message }) => context.log(message),
  });
  const ended = new Promise<void>((resolve) => {
    const closed = transport.onclose;
    transport.onclose = () => {
      closed?.();
      resolve();
    };
  });
  return { ended, close };
}
