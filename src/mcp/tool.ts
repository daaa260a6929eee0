/*
 * A tool as data: what it is called, takes and does. Whatever goes wrong inside is an answer that the model can act on;
 * arguments that do not fit are too.
 */

import type { CallToolResult, Tool, ToolAnnotations } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { CoppiceError } from '../text/errors.js';
import type { McpContext } from './context.js';
import { hintInTools } from './hint.js';

export interface McpTool {
  readonly listed: Tool;
  readonly isWriting: boolean;
  call(context: McpContext, given: unknown): Promise<CallToolResult>;
}

interface ToolRecord<S extends z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly takes: S;
  readonly annotations: Required<Omit<ToolAnnotations, 'title'>>;
  run(context: McpContext, given: z.output<S>): Promise<object> | object;
}

/** Counting a view is no change: what is read stays what it was. */
export const reads = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const;

export function tool<S extends z.ZodObject>(record: ToolRecord<S>): McpTool {
  const { name, title, description, takes, annotations, run } = record;
  const { $schema: _, ...json } = z.toJSONSchema(takes, { io: 'input' });
  // The type of a schema in general says less than that of a tool's; an object's schema fits both.
  const inputSchema = json as Tool['inputSchema'];
  return {
    listed: { name, title, description, inputSchema, annotations },
    isWriting: !annotations.readOnlyHint,
    call: async (context, given) => {
      try {
        return answer(await run(context, fitting(takes, given)));
      } catch (error) {
        return refusal(context, name, error);
      }
    },
  };
}

/** As text for every client, and as data for those that take it. */
function answer(document: object): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(document) }], structuredContent: { ...document } };
}

function fitting<S extends z.ZodObject>(takes: S, given: unknown): z.output<S> {
  const parsed = takes.safeParse(given);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = issue?.path.join('.');
  throw new CoppiceError('bad-value', `${where ? `${where}: ` : ''}${issue?.message}`, {
    hint: `it takes: ${Object.keys(takes.shape).join(', ')}`,
  });
}

function refusal(context: McpContext, name: string, thrown: unknown): CallToolResult {
  const error = thrown instanceof CoppiceError ? thrown : unexpected(thrown);
  if (error.code === 'internal') context.log(`${name} failed: ${stackOf(thrown)}`);
  const { code, message, hint } = error;
  const told = { code, message, ...(hint !== undefined && { hint: hintInTools(hint, context) }) };
  return { ...answer({ error: told }), isError: true };
}

function unexpected(thrown: unknown): CoppiceError {
  const reason = thrown instanceof Error ? thrown.message : String(thrown);
  return new CoppiceError('internal', reason, { hint: 'this is a fault of coppice; its log has more' });
}

function stackOf(thrown: unknown): string {
  return thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
}
