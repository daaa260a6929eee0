/*
 * The rows of OpenCode's database: parts of messages, and in its newer generation whole messages. A conversation that
 * was forked has new ids for all but its calls, so a message is known by when it was written and what it says.
 */

import { sha256Hex } from '../../text/hash.js';
import { isObject } from '../../text/shape.js';
import type { Observation } from '../observation.js';
import { observationsOfCall, opencodeTime } from './opencode-call.js';
import type { SessionKeys } from './session-keys.js';

export interface RowContext {
  readonly session: string;
  /** Of a conversation that another agent leads, nothing was typed by the user. */
  readonly isDelegated: boolean;
  readonly keys: SessionKeys;
  /** When the message was written. */
  readonly at: number;
}

export function observationsOfPart(part: unknown, role: unknown, context: RowContext): Observation[] {
  if (!isObject(part)) return [];
  const { session, keys, at } = context;
  const { type, tool, state, synthetic, ignored } = part;
  if (type === 'text' && synthetic !== true && ignored !== true) return said(role, part['text'], context);
  if (type !== 'tool' || typeof tool !== 'string' || tool === '' || !isObject(state)) return [];
  const { start, end } = timesIn(state);
  const startedAt = opencodeTime(start) ?? at;
  const call = { session, id: part['callID'], tool, state, startedAt, endedAt: opencodeTime(end) };
  return observationsOfCall(call, keys);
}

export function observationsOfMessage(type: unknown, message: unknown, context: RowContext): Observation[] {
  if (!isObject(message)) return [];
  switch (type) {
    case 'user':
      return said(type, message['text'], context);
    case 'skill':
      return loaded(message['name'] ?? message['skill'], context);
    case 'assistant':
      return partsIn(message['content']).flatMap((part) => observationsOfContent(part, context));
    default:
      return [];
  }
}

function observationsOfContent(part: Readonly<Record<string, unknown>>, context: RowContext): Observation[] {
  const { type, name: tool, state } = part;
  if (type === 'text') return said('assistant', part['text'], context);
  if (type !== 'tool' || typeof tool !== 'string' || tool === '' || !isObject(state)) return [];
  const { ran, created, completed } = timesIn(part);
  const startedAt = opencodeTime(ran) ?? opencodeTime(created) ?? context.at;
  const endedAt = opencodeTime(completed);
  const call = { session: context.session, id: part['id'], tool, state, startedAt, endedAt };
  return observationsOfCall(call, context.keys);
}

function said(role: unknown, text: unknown, { session, isDelegated, at }: RowContext): Observation[] {
  if (typeof text !== 'string' || text.trim() === '') return [];
  if (role === 'assistant') return [{ type: 'reply', session, at, text }];
  if (role !== 'user' || isDelegated) return [];
  return [{ type: 'prompt', session, at, key: `prompt:${at}:${sha256Hex(text)}`, text }];
}

function loaded(name: unknown, { session, at }: RowContext): Observation[] {
  if (typeof name !== 'string' || name === '') return [];
  return [{ type: 'load', session, at, key: `skill:${at}:${name}`, skill: { name } }];
}

function timesIn({ time }: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return isObject(time) ? time : {};
}

function partsIn(content: unknown): Readonly<Record<string, unknown>>[] {
  return Array.isArray(content) ? content.filter(isObject) : [];
}
