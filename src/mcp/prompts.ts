/*
 * The slash commands as prompts: a host shows them to its user, who chooses one. The message is the one of
 * `coppice invoke`, and counts as a use as well. What reads the library is loaded with it.
 */

import {
  type GetPromptResult,
  type ListPromptsResult,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server';
import type { SkillLibrary } from '../library/skill-library.js';
import { CoppiceError } from '../text/errors.js';
import { printable } from '../text/printable.js';
import type { McpContext } from './tools/tool.js';

const pageSize = 100;

/** In the order of their names; the cursor is the last name of the page before. */
export async function listPrompts(
  context: McpContext,
  cursor: string | undefined,
): Promise<ListPromptsResult> {
  const commands = await open(context, (library) => library.commands().commands);
  const all = commands
    .map(({ command, description }) => ({ name: command.slice(1), description: printable(description) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const rest = cursor === undefined ? all : all.filter(({ name }) => name > cursor);
  const page = rest.slice(0, pageSize);
  const last = page.at(-1);
  return {
    prompts: page.map((prompt) => ({ ...prompt, arguments: promptArguments })),
    ...(last !== undefined && page.length < rest.length && { nextCursor: last.name }),
  };
}

const promptArguments = [
  { name: 'instruction', description: 'What to do with it, in your own words.', required: false },
];

export async function getPrompt(
  context: McpContext,
  name: string,
  given: Readonly<Record<string, string>> = {},
): Promise<GetPromptResult> {
  if (/\s/.test(name) || name.length > 256)
    throw invalid(`there is no prompt ${printable(name).slice(0, 64)}`);
  const { instruction = '' } = given;
  return await open(context, async (library) => {
    const { message } = await library.invoke({ typed: `/${name} ${instruction}` });
    return { messages: [{ role: 'user', content: { type: 'text', text: message } }] };
  });
}

/** Unlike in a tool, a refusal is an error of the protocol here. */
async function open<T>(
  { openLibrary }: McpContext,
  run: (library: SkillLibrary) => T | Promise<T>,
): Promise<T> {
  try {
    return await run(await openLibrary());
  } catch (error) {
    if (!(error instanceof CoppiceError)) throw error;
    throw error.code === 'internal'
      ? new ProtocolError(ProtocolErrorCode.InternalError, error.message)
      : invalid(error.message);
  }
}

function invalid(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}
