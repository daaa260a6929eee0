/*
 * A slash command of Claude Code. Only the body that follows shows whether it is a skill, because built-in commands look
 * the same. So the command waits, and then becomes a prompt and the load of a skill, in this order: a prompt ends the
 * previous load.
 */

import { isObject, isTime } from '../../text/shape.js';
import { type ClaudeLine, slashKey } from './claude-line.js';
import type { Observation } from './observation.js';

export interface SlashCommand {
  readonly key: string;
  readonly promptKey: string;
  readonly promptId: string | undefined;
  readonly session: string;
  readonly at: number;
  readonly name: string;
  readonly text: string;
}

export function slashCommand(
  { id, promptId, context: { session, at } }: ClaudeLine,
  { name, text }: Pick<SlashCommand, 'name' | 'text'>,
): SlashCommand {
  const key = promptId === undefined ? `slash:${id}` : slashKey(session, promptId);
  // It is kept between two readings, so a long pasted text is cut.
  return { key, promptKey: id, promptId, session, at, name, text: text.slice(0, 4000) };
}

export function slashLoad(command: SlashCommand, folder: string): readonly Observation[] {
  const { key, promptKey, session, at, name, text } = command;
  return [
    { type: 'prompt', session, at, key: promptKey, text },
    { type: 'load', session, at, key, skill: { name, folder } },
  ];
}

/** A command without a skill has no prompt here, so that the work with a skill goes on as before. */
export function commandRun({ key, session, at, name }: SlashCommand): readonly Observation[] {
  return [{ type: 'command', session, at, key: `command:${key}`, name }];
}

/** Restores the command from the memory of an earlier reading. */
export function slashCommandIn(memory: unknown): SlashCommand | undefined {
  if (!isObject(memory)) return undefined;
  const { key, promptKey, promptId, session, at, name, text } = memory;
  if (
    typeof key !== 'string' ||
    typeof promptKey !== 'string' ||
    (promptId !== undefined && typeof promptId !== 'string') ||
    typeof session !== 'string' ||
    !isTime(at) ||
    typeof name !== 'string' ||
    typeof text !== 'string'
  ) {
    return undefined;
  }
  return { key, promptKey, promptId, session, at, name, text };
}
