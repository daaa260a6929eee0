/*
 * Parses a line of a Claude Code transcript, the outcome of its tool calls, and the keys that transcripts and hooks share.
 * Every field may have any type; a field of an unexpected type counts as absent.
 */

import { isCount, isObject } from '../../text/shape.js';
import { isNonEmptyText, timeIn } from './fields.js';
import { scopedKey } from './keys.js';
import type { Result } from './observation.js';

export interface ClaudeLine {
  readonly type: 'user' | 'assistant';
  readonly context: ClaudeContext;
  /** Equal in every copy of the line. */
  readonly id: string;
  readonly blocks: readonly ClaudeBlock[];
  /** Whether the program added the line in the user's name. */
  readonly isMeta: boolean;
  /** Whether the user may have typed the line. */
  readonly mayBeTyped: boolean;
  /** Whether the program wrote the line in the model's name, such as a notice that a limit is reached. */
  readonly isSynthetic: boolean;
  readonly promptId: string | undefined;
  /** The id of the call that caused the line. */
  readonly sourceCall: unknown;
  /** The skill behind the turn, according to the program. */
  readonly skill: string | undefined;
  /** The raw result of a tool. */
  readonly toolResult: unknown;
}

interface ClaudeContext {
  readonly session: string;
  readonly thread?: string;
  readonly at: number;
}

type ClaudeBlock = Readonly<Record<string, unknown>>;

/** Values for fields that a line lacks. */
interface ClaudeDefaults {
  readonly session: string;
  readonly at: number;
}

/** `other`: a kind of line without observations; `broken`: a line without its message. */
type ClaudeLineReading =
  | { readonly kind: 'message'; readonly at: number; readonly line: ClaudeLine }
  | { readonly kind: 'other' | 'broken'; readonly at: number };

export function claudeLine(fields: ClaudeBlock, defaults: ClaudeDefaults): ClaudeLineReading {
  const at = timeIn(fields['timestamp']) ?? defaults.at;
  const source = isQueuedPrompt(fields) ? fields['attachment'] : fields;
  const type = source === fields ? fields['type'] : 'user';
  if (type !== 'user' && type !== 'assistant') return { kind: 'other', at };
  const message = source === fields ? fields['message'] : { content: source['prompt'] };
  if (!isObject(message)) return { kind: 'broken', at };

  const session = textIn(fields['sessionId']) ?? defaults.session;
  const thread = textIn(fields['agentId']) ?? (fields['isSidechain'] === true ? 'sidechain' : undefined);
  const isMeta = fields['isMeta'] === true;
  const line: ClaudeLine = {
    type,
    context: thread === undefined ? { session, at } : { session, thread, at },
    id: textIn(fields['uuid']) ?? textIn(message['id']) ?? JSON.stringify([session, thread, at]),
    blocks: blocksIn(message['content']),
    isMeta,
    mayBeTyped: !isMeta && thread === undefined && fields['isCompactSummary'] !== true && isHuman(source),
    isSynthetic: message['model'] === '<synthetic>',
    promptId: textIn(fields['promptId']),
    sourceCall: fields['sourceToolUseID'],
    skill: textIn(fields['attributionSkill']),
    toolResult: fields['toolUseResult'],
  };
  return { kind: 'message', at, line };
}

export function textsIn(blocks: readonly ClaudeBlock[]): readonly string[] {
  const texts: string[] = [];
  for (const { type, text } of blocks) if (type === 'text' && typeof text === 'string') texts.push(text);
  return texts;
}

/** Plain text is one block. */
function blocksIn(content: unknown): readonly ClaudeBlock[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return Array.isArray(content) ? content.filter(isObject) : [];
}

/** A prompt that the user types while the agent works is attached to the turn, and gets no line of its own. */
function isQueuedPrompt(fields: ClaudeBlock): fields is ClaudeBlock & { readonly attachment: ClaudeBlock } {
  const { type, attachment } = fields;
  return (
    type === 'attachment' &&
    isObject(attachment) &&
    attachment['type'] === 'queued_command' &&
    attachment['commandMode'] === 'prompt'
  );
}

/** Only newer versions record who wrote a message. */
function isHuman({ origin, promptSource }: ClaudeBlock): boolean {
  const from = isObject(origin) ? textIn(origin['kind']) : undefined;
  return (from === undefined || from === 'human') && promptSource !== 'system';
}

function textIn(value: unknown): string | undefined {
  return isNonEmptyText(value) ? value : undefined;
}

export type ClaudeOutcome = Pick<Result, 'output' | 'isError' | 'durationMs'>;

/** The outcome of a tool call: what the model was shown, or the raw result, which is all a hook gets. `mark` is the error flag. */
export function claudeOutcome(shown: unknown, given: unknown, mark?: unknown): ClaudeOutcome {
  const fullText = textOf(shown) || textOf(given);
  const text = mark === true ? withoutAdvice(fullText) : fullText;
  const isError = typeof mark === 'boolean' ? mark : isFailure(text, given);
  const { durationMs, totalDurationMs } = isObject(given) ? given : {};
  const took = [durationMs, totalDurationMs].find(isCount);
  return {
    output: text === '' && isObject(given) ? scalarsOf(given) : bounded(text),
    ...(isError !== undefined && { isError }),
    ...(took !== undefined && { durationMs: took }),
  };
}

/** A refusal by the user contains a long text for the model, of which at most the end is by the user. */
function withoutAdvice(text: string): string {
  if (!text.startsWith("The user doesn't want to ")) return text;
  const said = /the user said:\s*(\S.*)$/s.exec(text)?.[1];
  return said === undefined ? 'the user refused it' : `the user refused it: ${said}`;
}

/** Undefined if neither shows it. */
function isFailure(text: string, given: unknown): boolean | undefined {
  if (isObject(given)) {
    const { success, code, status, stdout, interrupted } = given;
    if (typeof success === 'boolean') return !success;
    if (typeof code === 'number') return code !== 0;
    // A failed command has an error text instead of its output.
    if (typeof stdout === 'string' && interrupted === false) return false;
    // The report of a skill that ran as a subagent may mention errors, but the call did not fail.
    if (status === 'forked') return false;
  }
  const isMarked = text.startsWith('<tool_use_error>');
  return isMarked || (typeof given === 'string' && /^Error\b/.test(given)) ? true : undefined;
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!isObject(content)) return textsIn(blocksIn(content)).join('\n');
  const { stdout, stderr } = content;
  return [stdout, stderr].filter((text) => typeof text === 'string' && text !== '').join('\n');
}

/** The fields that may contain an error message, without files and pictures. */
function scalarsOf(given: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const fields = Object.entries(given).filter(([, value]) => value === null || typeof value !== 'object');
  return Object.fromEntries(
    fields.map(([name, value]) => [name, typeof value === 'string' ? bounded(value) : value]),
  );
}

/** Keeps the head and the tail: a command reports its status first, a stack trace ends with its reason. */
function bounded(text: string): string {
  if (text.length <= 8000) return text;
  return `${text.slice(0, 4000)}\n...\n${text.slice(-4000)}`;
}

/** The id of a tool call, which is globally unique. Transcripts and hooks must use the same key for the same call. */
export function callKey(toolUseId: unknown): string | undefined {
  return isNonEmptyText(toolUseId) ? toolUseId : undefined;
}

/** The key of a skill that the user loaded with a slash command, by the message with the command. */
export function slashKey(session: string, promptId: string): string {
  return `slash:${scopedKey(session, promptId)}`;
}
