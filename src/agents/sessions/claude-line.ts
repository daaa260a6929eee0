/*
 * A line of a Claude Code transcript, with what matters of it. Everything in it may have any type, as others wrote
 * it; what does not have the type it should have counts as absent.
 */

import { isCount, isObject } from '../../text/shape.js';
import { isNonEmptyText, timeIn } from './fields.js';
import { scopedKey } from './keys.js';
import type { Result } from './observation.js';

export interface ClaudeLine {
  readonly type: 'user' | 'assistant';
  readonly place: ClaudeContext;
  /** The same in every copy of the line. */
  readonly id: string;
  readonly blocks: readonly ClaudeBlock[];
  /** Put into the conversation by the program, in the user's name. */
  readonly isMeta: boolean;
  /** Nothing in the line speaks against that the user typed it. */
  readonly mayBeTyped: boolean;
  /** In the agent's name, but not by the model: that the service is down, that the limit is reached. */
  readonly isSynthetic: boolean;
  readonly promptId: string | undefined;
  /** The call that brought the line about. */
  readonly sourceCall: unknown;
  /** The skill that drives the turn, as the program sees it. */
  readonly skill: string | undefined;
  /** The result of a tool, as the tool itself gave it. */
  readonly toolResult: unknown;
}

interface ClaudeContext {
  readonly session: string;
  readonly thread?: string;
  readonly at: number;
}

type ClaudeBlock = Readonly<Record<string, unknown>>;

/** What a line lacks is taken from here. */
interface ClaudeDefaults {
  readonly session: string;
  readonly at: number;
}

/** `other` is a kind of line that tells nothing; `broken` is one that lacks its message. */
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
    place: thread === undefined ? { session, at } : { session, thread, at },
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

/** A content that is text already is one block. */
function blocksIn(content: unknown): readonly ClaudeBlock[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return Array.isArray(content) ? content.filter(isObject) : [];
}

/** What the user types while the agent is at work is attached to the turn, and never becomes a line of its own. */
function isQueuedPrompt(fields: ClaudeBlock): fields is ClaudeBlock & { readonly attachment: ClaudeBlock } {
  const { type, attachment } = fields;
  return (
    type === 'attachment' &&
    isObject(attachment) &&
    attachment['type'] === 'queued_command' &&
    attachment['commandMode'] === 'prompt'
  );
}

/** Newer versions say whom a message is from; older ones say nothing. */
function isHuman({ origin, promptSource }: ClaudeBlock): boolean {
  const from = isObject(origin) ? textIn(origin['kind']) : undefined;
  return (from === undefined || from === 'human') && promptSource !== 'system';
}

function textIn(value: unknown): string | undefined {
  return isNonEmptyText(value) ? value : undefined;
}

/*
 * How a tool call of Claude Code came out: what the model was shown, or else what the tool itself gave, which is all
 * that a hook is told.
 */

export type ClaudeOutcome = Pick<Result, 'output' | 'isError' | 'durationMs'>;

/** `mark` is what the result says of itself, if anything. */
export function claudeOutcome(shown: unknown, given: unknown, mark?: unknown): ClaudeOutcome {
  const told = textOf(shown) || textOf(given);
  const text = mark === true ? withoutAdvice(told) : told;
  const isError = typeof mark === 'boolean' ? mark : isFailure(text, given);
  const { durationMs, totalDurationMs } = isObject(given) ? given : {};
  const took = [durationMs, totalDurationMs].find(isCount);
  return {
    output: text === '' && isObject(given) ? scalarsOf(given) : bounded(text),
    ...(isError !== undefined && { isError }),
    ...(took !== undefined && { durationMs: took }),
  };
}

/** What the user refused comes back with many words for the model, of which at most the last are the user's. */
function withoutAdvice(text: string): string {
  if (!text.startsWith("The user doesn't want to ")) return text;
  const said = /the user said:\s*(\S.*)$/s.exec(text)?.[1];
  return said === undefined ? 'the user refused it' : `the user refused it: ${said}`;
}

/** Undefined where neither says. */
function isFailure(text: string, given: unknown): boolean | undefined {
  if (isObject(given)) {
    const { success, code, status, stdout, interrupted } = given;
    if (typeof success === 'boolean') return !success;
    if (typeof code === 'number') return code !== 0;
    // A command that fails is told by a text in place of what it printed.
    if (typeof stdout === 'string' && interrupted === false) return false;
    // What a skill that ran as an agent of its own reports may speak of errors, and is no failure of the call.
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

/** The fields that may say what went wrong, and not the files and pictures beside them. */
function scalarsOf(given: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const fields = Object.entries(given).filter(([, value]) => value === null || typeof value !== 'object');
  return Object.fromEntries(
    fields.map(([name, value]) => [name, typeof value === 'string' ? bounded(value) : value]),
  );
}

/** Head and tail: a command says at the start how it ended, a stack trace ends with its reason. */
function bounded(text: string): string {
  if (text.length <= 8000) return text;
  return `${text.slice(0, 4000)}\n...\n${text.slice(-4000)}`;
}

/*
 * How the acts in a session of Claude Code are told apart. The transcript and the hooks must give the same act the
 * same key, so both take it from here.
 */

/** The id of a tool call is unique everywhere. Undefined when there is none. */
export function callKey(toolUseId: unknown): string | undefined {
  return isNonEmptyText(toolUseId) ? toolUseId : undefined;
}

/** Of a skill that the user named with a slash, by the message in which it was named. */
export function slashKey(session: string, promptId: string): string {
  return `slash:${scopedKey(session, promptId)}`;
}
