/*
 * Transcripts of Claude Code: one line per block of a message, and many kinds of lines beside them. Resumed and
 * forked files repeat lines of others, and what was rewound stays in the file: it all happened, and keys tell what is
 * told twice. A call that is quoted in a text or a result is only text.
 */

import { parseJson } from '../../text/json.js';
import { isObject, isTime } from '../../text/shape.js';
import type { Observation } from '../observation.js';
import { callKey } from './claude-keys.js';
import { type ClaudeLine, claudeLine, textsIn } from './claude-line.js';
import { claudeOutcome } from './claude-outcome.js';
import { type SlashCommand, slashCommand, slashCommandIn, slashLoad } from './claude-slash.js';
import { skillFolderIn, type UserText, userText } from './claude-user-text.js';
import { isText } from './line-field.js';
import type { LineFormat } from './reader.js';

export const claudeFormat: LineFormat = {
  begin({ name, mtimeMs }, memory) {
    const remembered = isObject(memory) ? memory : {};
    let at = isTime(remembered['at']) ? remembered['at'] : undefined;
    let command = slashCommandIn(remembered['command']);
    const session = name.replace(/\.jsonl$/, '');
    return {
      line(text) {
        const fields = parseJson(text);
        if (!isObject(fields)) return undefined;
        const reading = claudeLine(fields, {
          session,
          at: at === undefined ? Math.trunc(mtimeMs) : at + 1,
        });
        at = reading.at;
        if (reading.kind !== 'message') return reading.kind === 'other' ? [] : undefined;
        const step = stepOf(reading.line, command);
        command = step.command;
        return step.observations;
      },
      memory: () => ({ at, command }),
    };
  },
};

interface Step {
  readonly observations: readonly Observation[];
  /** The one that may still turn out to name a skill. */
  readonly command: SlashCommand | undefined;
}

function stepOf(line: ClaudeLine, command: SlashCommand | undefined): Step {
  const text = userTextOf(line);
  if (text.kind === 'command') return { observations: [], command: slashCommand(line, text) };
  const observations = line.type === 'assistant' ? ofAssistant(line) : ofUser(line, text, command);
  const goesOn = observations.length > 0 && line.place.thread === undefined;
  return { observations, command: goesOn ? undefined : command };
}

function userTextOf({ type, mayBeTyped, blocks }: ClaudeLine): UserText {
  const isText = type === 'user' && mayBeTyped && blocks.every((block) => block['type'] !== 'tool_result');
  return isText ? userText(textsIn(blocks)) : { kind: 'nothing' };
}

// Loops, and objects written out: these run for every line of every transcript.
function ofAssistant({ place, id, blocks, skill, isSynthetic }: ClaudeLine): readonly Observation[] {
  const observations: Observation[] = [];
  for (const [index, block] of blocks.entries()) {
    const { type, text, name, input } = block;
    if (type === 'text' && typeof text === 'string' && text.trim() !== '' && !isSynthetic) {
      observations.push({ type: 'reply', ...place, text });
    }
    if (type !== 'tool_use' || !isText(name)) continue;
    const key = callKey(block['id']) ?? JSON.stringify([id, index]);
    const call = { type: 'call' as const, ...place, key, tool: name, args: input ?? {} };
    observations.push(skill === undefined ? call : { ...call, declared: skill });
  }
  return observations;
}

function ofUser(line: ClaudeLine, text: UserText, command: SlashCommand | undefined): readonly Observation[] {
  const { place, id, isMeta } = line;
  if (text.kind === 'typed') return [{ type: 'prompt', ...place, key: id, text: text.text }];
  return isMeta ? ofSkillBody(line, command) : ofResults(line);
}

/** The body of a skill is put before the agent after a call, or after the command by which the user named it. */
function ofSkillBody(
  { place, blocks, sourceCall, promptId }: ClaudeLine,
  command: SlashCommand | undefined,
): readonly Observation[] {
  const folder = skillFolderIn(textsIn(blocks));
  if (folder === undefined) return [];
  const key = callKey(sourceCall);
  if (key !== undefined) return [{ type: 'located', ...place, key, folder }];
  const isOfCommand = place.thread === undefined && command !== undefined && command.promptId === promptId;
  return isOfCommand ? slashLoad(command, folder) : [];
}

function ofResults({ place, blocks, toolResult }: ClaudeLine): readonly Observation[] {
  const results = blocks.filter(({ type }) => type === 'tool_result');
  // The line holds what one tool gave; with several results it is not said whose that is.
  const given = results.length === 1 ? toolResult : undefined;
  const observations: Observation[] = [];
  for (const result of results) {
    const key = callKey(result['tool_use_id']);
    if (key === undefined) continue;
    const outcome = claudeOutcome(result['content'], given, result['is_error']);
    observations.push({ type: 'result', ...place, key, ...outcome });
  }
  return observations;
}
