/*
 * A slash command in a Claude Code transcript. Whether it names a skill shows only when the skill's body follows; the
 * program's own commands look the same and have none. So the command waits, and becomes a message of the user and
 * the load of a skill together: the message first, as it must not end what it begins.
 */

import { isObject, isTime } from '../../text/shape.js';
import type { Observation } from '../observation.js';
import { slashKey } from './claude-keys.js';
import type { ClaudeLine } from './claude-line.js';

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
  { id, promptId, place: { session, at } }: ClaudeLine,
  { name, text }: Pick<SlashCommand, 'name' | 'text'>,
): SlashCommand {
  const key = promptId === undefined ? `slash:${id}` : slashKey(session, promptId);
  // It is kept between two readings, where a long text that was pasted behind it has no place.
  return { key, promptKey: id, promptId, session, at, name, text: text.slice(0, 4000) };
}

export function slashLoad(command: SlashCommand, folder: string): readonly Observation[] {
  const { key, promptKey, session, at, name, text } = command;
  return [
    { type: 'prompt', session, at, key: promptKey, text },
    { type: 'load', session, at, key, skill: { name, folder } },
  ];
}

/** From the memory of an earlier reading. */
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
