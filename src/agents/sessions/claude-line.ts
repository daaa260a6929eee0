/*
 * Parses a line of a Claude Code transcript, and makes the keys that transcripts and hooks share. Every field may have any
 * type; a field of an unexpected type counts as absent.
 */

import { isObject } from '../../text/shape.js';
import { isNonEmptyText, timeIn } from './fields.js';
import { scopedKey } from './scoped-key.js';

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
  /** Whether the user typed the line while the agent was working. */
  readonly isQueued: boolean;
  /** The message as written, of which the line is a part. */
  readonly message: ClaudeBlock;
  readonly promptId: string | undefined;
  /** The id of the call that caused the line. */
  readonly sourceCall: unknown;
  /** The skill behind the turn, according to the program. */
  readonly skill: string | undefined;
  /** The raw result of a tool. */
  readonly toolResult: unknown;
  /** Why a call did not run. */
  readonly denial: unknown;
}

export interface ClaudeContext {
  readonly session: string;
  readonly thread?: string;
  readonly at: number;
}

export type ClaudeBlock = Readonly<Record<string, unknown>>;

/** Values for fields that a line lacks. */
interface ClaudeDefaults {
  readonly session: string;
  readonly at: number;
}

/** `other`: a kind of line without observations; `broken`: a line without its message. */
type ClaudeLineReading =
  | { readonly kind: 'message'; readonly at: number; readonly line: ClaudeLine }
  | { readonly kind: 'attachment'; readonly at: number; readonly session: string }
  | { readonly kind: 'other'; readonly at: number }
  | { readonly kind: 'broken'; readonly at: number };

export function claudeLine(fields: ClaudeBlock, defaults: ClaudeDefaults): ClaudeLineReading {
  const at = timeIn(fields['timestamp']) ?? defaults.at;
  const source = isQueuedPrompt(fields) ? fields['attachment'] : fields;
  const type = source === fields ? fields['type'] : 'user';
  if (type === 'attachment' && fields['isSidechain'] !== true)
    return { kind: 'attachment', at, session: textIn(fields['sessionId']) ?? defaults.session };
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
    isQueued: source !== fields || fields['promptSource'] === 'queued',
    message,
    promptId: textIn(fields['promptId']),
    sourceCall: fields['sourceToolUseID'],
    skill: textIn(fields['attributionSkill']),
    toolResult: fields['toolUseResult'],
    denial: fields['toolDenialKind'],
  };
  return { kind: 'message', at, line };
}

export function textsIn(blocks: readonly ClaudeBlock[]): readonly string[] {
  const texts: string[] = [];
  for (const { type, text } of blocks) if (type === 'text' && typeof text === 'string') texts.push(text);
  return texts;
}

/** Plain text is one block. */
export function blocksIn(content: unknown): readonly ClaudeBlock[] {
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

/** Only newer versions record who wrote a message. A peer, a plugin or a schedule is not the user. */
function isHuman({ origin, promptSource }: ClaudeBlock): boolean {
  const from = isObject(origin) ? textIn(origin['kind']) : undefined;
  return (from === undefined || from === 'human') && promptSource !== 'system';
}

function textIn(value: unknown): string | undefined {
  return isNonEmptyText(value) ? value : undefined;
}

/** The id of a tool call, which is globally unique. Transcripts and hooks must use the same key for the same call. */
export function callKey(toolUseId: unknown): string | undefined {
  return isNonEmptyText(toolUseId) ? toolUseId : undefined;
}

/** The key of a skill that the user loaded with a slash command, by the message with the command. */
export function slashKey(session: string, promptId: string): string {
  return `slash:${scopedKey(session, promptId)}`;
}
