/*
 * Transcripts of Claude Code: one line per block of a message, and many kinds of lines beside them. Resumed and
 * forked files repeat lines of others, and what was rewound stays in the file: it all happened, and keys tell what is
 * told twice. A call that is quoted in a text or a result is only text.
 */

import { parseJson } from '../../text/json.js';
import { isObject, isTime } from '../../text/shape.js';
import { type ClaudeLine, callKey, claudeLine, claudeOutcome, slashKey, textsIn } from './claude-line.js';
import { isNonEmptyText } from './fields.js';
import type { Observation } from './observation.js';
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
  const isNonEmptyText =
    type === 'user' && mayBeTyped && blocks.every((block) => block['type'] !== 'tool_result');
  return isNonEmptyText ? userText(textsIn(blocks)) : { kind: 'nothing' };
}

// Loops, and objects written out: these run for every line of every transcript.
function ofAssistant({ place, id, blocks, skill, isSynthetic }: ClaudeLine): readonly Observation[] {
  const observations: Observation[] = [];
  for (const [index, block] of blocks.entries()) {
    const { type, text, name, input } = block;
    if (type === 'text' && typeof text === 'string' && text.trim() !== '' && !isSynthetic) {
      observations.push({ type: 'reply', ...place, text });
    }
    if (type !== 'tool_use' || !isNonEmptyText(name)) continue;
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

/*
 * What the text of a user's line is. The program writes much in the user's name: notices, the output of commands, the
 * body of a skill. Only what is left was typed.
 */

export type UserText =
  | { readonly kind: 'typed'; readonly text: string }
  /** A slash command, which may be one of the program's own; `text` is how it was typed. */
  | { readonly kind: 'command'; readonly name: string; readonly text: string }
  | { readonly kind: 'nothing' };

export function userText(texts: readonly string[]): UserText {
  for (const text of texts) {
    if (!/^\s*<command-(?:name|message)>/.test(text)) continue;
    const name = between(text, '<command-name>', '</command-name>')?.trim().replace(/^\//, '');
    if (name === undefined || name === '') return { kind: 'nothing' };
    const args = between(text, '<command-args>', '</command-args>')?.trim() ?? '';
    return { kind: 'command', name, text: `/${name} ${args}`.trimEnd() };
  }
  const typed = texts.map(withoutNotices).filter((text) => text !== '' && !text.startsWith(interruption));
  return typed.length > 0 ? { kind: 'typed', text: typed.join('\n') } : { kind: 'nothing' };
}

/** The folder of the skill whose body this is. */
export function skillFolderIn(texts: readonly string[]): string | undefined {
  for (const text of texts) {
    const folder = /^\s*Base directory for this skill:([^\r\n]*)/.exec(text)?.[1]?.trim();
    if (folder) return folder;
  }
  return undefined;
}

const interruption = '[Request interrupted by user';

/** By name, because a message may well begin with a tag that the user typed. */
const notice =
  /^<(system-reminder|local-command-\w+|bash-\w+|task-notification|user-prompt-submit-hook|user-memory-input|ide_\w+|teammate-message)(?:\s[^>]*)?>/;

function withoutNotices(text: string): string {
  let rest = text.trim();
  for (;;) {
    const tag = notice.exec(rest)?.[1];
    if (tag === undefined) return rest;
    const closing = `</${tag}>`;
    const end = rest.indexOf(closing);
    if (end === -1) return '';
    rest = rest.slice(end + closing.length).trimStart();
  }
}

function between(text: string, opening: string, closing: string): string | undefined {
  const start = text.indexOf(opening);
  const end = text.indexOf(closing, start);
  return start === -1 || end === -1 ? undefined : text.slice(start + opening.length, end);
}

/*
 * A slash command in a Claude Code transcript. Whether it names a skill shows only when the skill's body follows; the
 * program's own commands look the same and have none. So the command waits, and becomes a message of the user and
 * the load of a skill together: the message first, as it must not end what it begins.
 */

interface SlashCommand {
  readonly key: string;
  readonly promptKey: string;
  readonly promptId: string | undefined;
  readonly session: string;
  readonly at: number;
  readonly name: string;
  readonly text: string;
}

function slashCommand(
  { id, promptId, place: { session, at } }: ClaudeLine,
  { name, text }: Pick<SlashCommand, 'name' | 'text'>,
): SlashCommand {
  const key = promptId === undefined ? `slash:${id}` : slashKey(session, promptId);
  // It is kept between two readings, where a long text that was pasted behind it has no place.
  return { key, promptKey: id, promptId, session, at, name, text: text.slice(0, 4000) };
}

function slashLoad(command: SlashCommand, folder: string): readonly Observation[] {
  const { key, promptKey, session, at, name, text } = command;
  return [
    { type: 'prompt', session, at, key: promptKey, text },
    { type: 'load', session, at, key, skill: { name, folder } },
  ];
}

/** From the memory of an earlier reading. */
function slashCommandIn(memory: unknown): SlashCommand | undefined {
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
