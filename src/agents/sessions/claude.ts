/*
 * Reads transcripts of Claude Code: one line per block of a message, and many other kinds of lines. Resumed and forked
 * files repeat lines of others, and rewound messages stay in the file; keys identify duplicates. A call that is quoted
 * in a text or a result is only text.
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
  /** A command that may still turn out to be a skill. */
  readonly command: SlashCommand | undefined;
}

function stepOf(line: ClaudeLine, command: SlashCommand | undefined): Step {
  const text = userTextOf(line);
  if (text.kind === 'command') return { observations: [], command: slashCommand(line, text) };
  const observations = line.type === 'assistant' ? ofAssistant(line) : ofUser(line, text, command);
  const continues = observations.length > 0 && line.context.thread === undefined;
  return { observations, command: continues ? undefined : command };
}

function userTextOf({ type, mayBeTyped, blocks }: ClaudeLine): UserText {
  const isPrompt = type === 'user' && mayBeTyped && blocks.every((block) => block['type'] !== 'tool_result');
  return isPrompt ? userText(textsIn(blocks)) : { kind: 'nothing' };
}

// Loops without spreads, because these run for every line of every transcript.
function ofAssistant({ context, id, blocks, skill, isSynthetic }: ClaudeLine): readonly Observation[] {
  const observations: Observation[] = [];
  for (const [index, block] of blocks.entries()) {
    const { type, text, name, input } = block;
    if (type === 'text' && typeof text === 'string' && text.trim() !== '' && !isSynthetic) {
      observations.push({ type: 'reply', ...context, text });
    }
    if (type !== 'tool_use' || !isNonEmptyText(name)) continue;
    const key = callKey(block['id']) ?? JSON.stringify([id, index]);
    const call = { type: 'call' as const, ...context, key, tool: name, args: input ?? {} };
    observations.push(skill === undefined ? call : { ...call, declared: skill });
  }
  return observations;
}

function ofUser(line: ClaudeLine, text: UserText, command: SlashCommand | undefined): readonly Observation[] {
  const { context, id, isMeta } = line;
  if (text.kind === 'typed') return [{ type: 'prompt', ...context, key: id, text: text.text }];
  return isMeta ? ofSkillBody(line, command) : ofResults(line);
}

/** The body of a skill follows a call, or the slash command of the user. */
function ofSkillBody(
  { context, blocks, sourceCall, promptId }: ClaudeLine,
  command: SlashCommand | undefined,
): readonly Observation[] {
  const folder = skillFolderIn(textsIn(blocks));
  if (folder === undefined) return [];
  const key = callKey(sourceCall);
  if (key !== undefined) return [{ type: 'located', ...context, key, folder }];
  const isOfCommand = context.thread === undefined && command !== undefined && command.promptId === promptId;
  return isOfCommand ? slashLoad(command, folder) : [];
}

function ofResults({ context, blocks, toolResult }: ClaudeLine): readonly Observation[] {
  const results = blocks.filter(({ type }) => type === 'tool_result');
  // The line contains the raw result of one tool; with several results it is unclear which.
  const given = results.length === 1 ? toolResult : undefined;
  const observations: Observation[] = [];
  for (const result of results) {
    const key = callKey(result['tool_use_id']);
    if (key === undefined) continue;
    const outcome = claudeOutcome(result['content'], given, result['is_error']);
    observations.push({ type: 'result', ...context, key, ...outcome });
  }
  return observations;
}

/** What the user typed. The program adds much in the user's name: notices, command output, the body of a skill. */
export type UserText =
  | { readonly kind: 'typed'; readonly text: string }
  /** A slash command, possibly one of the program itself; `text` is the command as typed. */
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

/** The folder of the skill, if the text is the body of a skill. */
export function skillFolderIn(texts: readonly string[]): string | undefined {
  for (const text of texts) {
    const folder = /^\s*Base directory for this skill:([^\r\n]*)/.exec(text)?.[1]?.trim();
    if (folder) return folder;
  }
  return undefined;
}

const interruption = '[Request interrupted by user';

/** Listed by name, because a message may start with a tag that the user typed. */
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

/**
 * A slash command. Only the body that follows shows whether it is a skill, because built-in commands look the same. So the
 * command waits, and then becomes a prompt and the load of a skill, in this order: a prompt ends the previous load.
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
  { id, promptId, context: { session, at } }: ClaudeLine,
  { name, text }: Pick<SlashCommand, 'name' | 'text'>,
): SlashCommand {
  const key = promptId === undefined ? `slash:${id}` : slashKey(session, promptId);
  // It is kept between two readings, so a long pasted text is cut.
  return { key, promptKey: id, promptId, session, at, name, text: text.slice(0, 4000) };
}

function slashLoad(command: SlashCommand, folder: string): readonly Observation[] {
  const { key, promptKey, session, at, name, text } = command;
  return [
    { type: 'prompt', session, at, key: promptKey, text },
    { type: 'load', session, at, key, skill: { name, folder } },
  ];
}

/** Restores the command from the memory of an earlier reading. */
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
