/*
 * Serves one client over a pair of streams, until it closes its end. What is under way then is finished: a write is not
 * left half-done because nobody waits for it.
 */

import type { Transport } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import type { McpContext } from './context.js';
import { mcpServer } from './server.js';

export interface McpConnection {
  /** Fulfilled when the client has gone, or after `close`. */
  readonly ended: Promise<void>;
  close(): Promise<void>;
}

/** Over standard input and output unless told. */
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
