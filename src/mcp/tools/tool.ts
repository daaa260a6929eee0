/*
 * A tool as data: what it is called, takes and does. Whatever goes wrong inside is an answer that the model can act on;
 * arguments that do not fit are too.
 */

import type { CallToolResult, Tool, ToolAnnotations } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Remote } from '../../client/remote/remote.js';
import type { EnsureResult } from '../../client/rules/ensure-result.js';
import type { ManifestItem } from '../../client/rules/manifest.js';
import type { SkillLibrary } from '../../library/skill-library.js';
import type { ItemRow } from '../../registry/api/item.js';
import { CoppiceError } from '../../text/errors.js';
import { isObject } from '../../text/shape.js';

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
  /** Former names of arguments, which are still read. */
  readonly formerNames?: Readonly<Record<string, keyof S['shape'] & string>>;
  readonly annotations: Required<Omit<ToolAnnotations, 'title'>>;
  run(context: McpContext, given: z.output<S>): Promise<object> | object;
}

/** Counting a view does not change what is read. */
export const reads = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const;

export function tool<S extends z.ZodObject>(record: ToolRecord<S>): McpTool {
  const { name, title, description, takes, formerNames = {}, annotations, run } = record;
  const { $schema: _, ...json } = z.toJSONSchema(takes, { io: 'input' });
  // The type of a schema in general says less than that of a tool's; an object's schema fits both.
  const inputSchema = json as Tool['inputSchema'];
  return {
    listed: { name, title, description, inputSchema, annotations },
    isWriting: !annotations.readOnlyHint,
    call: async (context, given) => {
      try {
        return answer(await run(context, fitting(takes, renamed(given, formerNames))));
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

/** A new name that is given too counts, and the former one is then refused as unknown. */
function renamed(given: unknown, formerNames: Readonly<Record<string, string>>): unknown {
  if (!isObject(given)) return given;
  const entries = Object.entries(given).map(([name, value]) => {
    const now = Object.hasOwn(formerNames, name) ? formerNames[name] : undefined;
    return [now === undefined || Object.hasOwn(given, now) ? name : now, value];
  });
  return Object.fromEntries(entries);
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
  const failure = { code, message, ...(hint !== undefined && { hint: hintInTools(hint, context) }) };
  return { ...answer({ error: failure }), isError: true };
}

function unexpected(thrown: unknown): CoppiceError {
  const reason = thrown instanceof Error ? thrown.message : String(thrown);
  return new CoppiceError('internal', reason, { hint: 'this is a bug in coppice; its log has more' });
}

function stackOf(thrown: unknown): string {
  return thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
}

/*
 * What the MCP server is given of the world. A library is opened for every request, so that each sees the skills, the
 * configuration and the trust as they are now, however long the server runs.
 */

export interface McpContext {
  openLibrary(): Promise<SkillLibrary>;
  readonly registry: TeamRegistry;
  /** No tool that changes a skill or a project is offered. */
  readonly isReadOnly: boolean;
  /** For the operator: never on the stream of the protocol. */
  log(sentence: string): void;
}

/** The registry of the project the server was started in, else that of the last login. */
export interface TeamRegistry {
  search(...asked: Parameters<Remote['search']>): Promise<readonly FoundItem[]>;
  /** Into the project: its manifest, its lock and the folders of its agents. */
  install(item: ManifestItem): Promise<Installed>;
}

/** What is shown of an item that was found. */
export type FoundItem = Pick<
  ItemRow,
  'kind' | 'slug' | 'version' | 'description' | 'state' | 'deprecated' | 'tags'
>;

export type Installed = Pick<
  EnsureResult,
  'installed' | 'repaired' | 'unchanged' | 'removed' | 'skipped' | 'failed'
>;

/*
 * Hints name verbs of the command line. Where a tool does the same, the hint names the tool here.
 */

const toolOfVerb = {
  list: 'skills_list',
  view: 'skill_view',
  search: 'skills_search',
  restore: 'skill_restore',
} as const;

export function hintInTools(hint: string, { isReadOnly }: Pick<McpContext, 'isReadOnly'>): string {
  return hint.replace(/\bcoppice (list|view|search|restore)\b/g, (typed, verb: keyof typeof toolOfVerb) =>
    isReadOnly && verb === 'restore' ? typed : toolOfVerb[verb],
  );
}

/*
 * Arguments that several tools take. The limits are far above what makes sense, and keep what does not from being
 * looked for.
 */

export const skillName = z.string().min(1).max(256).describe('Its name, or its id such as home:gif-search.');
export const query = z.string().max(500);
export const question = query.min(1).describe("In the user's words.");
export const keywords = z
  .array(z.string().max(100))
  .max(16)
  .optional()
  .describe('English terms that the text of the right one would contain, with synonyms.');
export const addKeywords =
  'Search again with keywords: 3 to 8 short English terms that the text of the right one would contain.';
export const itemKind = z
  .enum(['skill', 'agent', 'command'])
  .default('skill')
  .describe('What it is; most are skills.');

export function limit(max: number, fallback: number) {
  return z.int().min(1).max(max).default(fallback);
}
