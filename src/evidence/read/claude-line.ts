/*
 * A line of a Claude Code transcript, with what matters of it. Everything in it may have any type, as others wrote
 * it; what does not have the type it should have counts as absent.
 */

import { isObject } from '../../text/shape.js';
import { isText, timeIn } from './line-field.js';

export interface ClaudeLine {
  readonly type: 'user' | 'assistant';
  readonly place: ClaudePlace;
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

interface ClaudePlace {
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
export function blocksIn(content: unknown): readonly ClaudeBlock[] {
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
  return isText(value) ? value : undefined;
}
