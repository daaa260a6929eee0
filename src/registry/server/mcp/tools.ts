/*
 * The tools as data: the name, arguments and function of each. Answers are JSON, as short as possible, with a hint about
 * what to do next. A refusal is also an answer, on which the model can act; only invalid arguments are an error.
 */

import {
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  type Tool,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { CoppiceError } from '../../../text/errors.js';
import { itemSlugSchema, kindSchema, tagSchema, versionSchema } from '../../api/names.js';
import { readClosure } from '../../items/catalog/resolve-items.js';
import { isStorable } from '../../rules/http/check-input.js';
import type { McpContext } from './context.js';
import { getSkill, installSkill, searchSkills } from './tool-calls.js';

type Arguments = Readonly<Record<string, unknown>>;

interface NamedTool {
  readonly listed: Tool;
  run(context: McpContext, given: Arguments): Promise<object>;
}

const kind = kindSchema.default('skill').describe('The kind of item; most are skills.');
const slug = itemSlugSchema.describe('Its name in the registry.');
const version = versionSchema.optional().describe('By default the latest.');

const tools: readonly NamedTool[] = [
  tool(
    'search_skills',
    'Find skills, agents or commands of the team by words, tags or meaning. Add keywords: they find far more than a question alone. Example: {"question": "my pods keep restarting", "keywords": ["kubernetes", "kubectl", "crashloopbackoff", "debug"]}.',
    z.strictObject({
      question: z.string().max(500).optional().describe("The task or question, in the user's words."),
      keywords: z
        .array(z.string().max(100))
        .max(16)
        .optional()
        .describe('3 to 8 short English terms that the text of the right one would contain, with synonyms.'),
      query: z.string().max(500).optional().describe('The former name of question.'),
      tags: z.array(tagSchema).max(50).optional().describe('All tags must match.'),
      semantic: z.boolean().optional().describe('Also search by meaning, where the server supports it.'),
      limit: z.int().min(1).max(50).default(10),
      kind,
    }),
    searchSkills,
  ),
  tool(
    'get_skill',
    'Read a skill: its whole SKILL.md, with the names of its other files and what it requires.',
    z.strictObject({ slug, kind, version }),
    getSkill,
  ),
  tool(
    'install_skill',
    'Get the files of a skill, to write into a folder with its name.',
    z.strictObject({ slug, kind, version }),
    installSkill,
  ),
  tool(
    'list_dependencies',
    'List everything that a skill requires, directly or not, each once with the version to install.',
    z.strictObject({ slug, kind }),
    async ({ catalog, tenant }, name) => {
      const dependencies = await readClosure(catalog, tenant.id, name);
      const hint = dependencies.some((found) => found.version === undefined)
        ? 'Those without a version are not published yet; get the others with install_skill, by slug and version.'
        : 'Get each of them with install_skill, by slug and version.';
      return { ...name, dependencies, ...(dependencies.length > 0 && { hint }) };
    },
  ),
];

export const listedTools: readonly Tool[] = tools.map(({ listed }) => listed);

export async function callTool(context: McpContext, name: string, given: Arguments): Promise<CallToolResult> {
  const called = tools.find(({ listed }) => listed.name === name);
  if (called === undefined)
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `there is no tool ${name}`);
  try {
    const answer = await called.run(context, given);
    return { content: [{ type: 'text', text: JSON.stringify(answer) }], structuredContent: { ...answer } };
  } catch (error) {
    if (!(error instanceof CoppiceError) || !reportedCodes.has(error.code)) throw error;
    const { code, message, hint } = error;
    const text = JSON.stringify({ error: code.replaceAll('-', '_'), message, ...(hint && { hint }) });
    return { content: [{ type: 'text', text }], isError: true };
  }
}

/** Codes that the caller can act on. */
const reportedCodes: ReadonlySet<string> = new Set(['not-found', 'bad-value', 'forbidden', 'conflict']);

/** The schema accepts no other keys, and clients see that. */
function tool<S extends z.ZodObject>(
  name: string,
  description: string,
  schema: S,
  run: (context: McpContext, given: z.output<S>) => Promise<object>,
): NamedTool {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: 'input' });
  // The general type of a schema is wider than that of a tool; the schema of a strict object fits both.
  const inputSchema = json as Tool['inputSchema'];
  return {
    listed: { name, description, inputSchema, annotations: { readOnlyHint: true, openWorldHint: false } },
    run: async (context, given) => {
      if (!isStorable(given))
        throw new ProtocolError(
          ProtocolErrorCode.InvalidParams,
          `${name}: a text has a character that cannot be stored`,
        );
      const parsed = schema.safeParse(given);
      if (parsed.success) return run(context, parsed.data);
      const [issue] = parsed.error.issues;
      const where = issue?.path.join('.') || name;
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `${where}: ${issue?.message}`);
    },
  };
}
