/*
 * Reads the rows of OpenCode's database: parts of messages, and in newer versions whole messages. A forked conversation
 * has new ids for everything but its calls, so a message is identified by its time and text.
 */

import { sha256Hex } from '../../text/hash.js';
import { isObject, isTime } from '../../text/shape.js';
import type { SessionKeys } from './keys.js';
import type { Observation } from './observation.js';

export interface RowContext {
  readonly session: string;
  /** Whether another agent leads the conversation; then the user typed nothing. */
  readonly isDelegated: boolean;
  readonly keys: SessionKeys;
  /** When the message was written. */
  readonly at: number;
}

export function observationsOfPart(part: unknown, role: unknown, context: RowContext): Observation[] {
  if (!isObject(part)) return [];
  const { session, keys, at } = context;
  const { type, tool, state, synthetic, ignored } = part;
  if (type === 'text' && synthetic !== true && ignored !== true)
    return messageOf(role, part['text'], context);
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
      return messageOf(type, message['text'], context);
    case 'skill':
      return loadOf(message['name'] ?? message['skill'], context);
    case 'assistant':
      return partsIn(message['content']).flatMap((part) => observationsOfContent(part, context));
    default:
      return [];
  }
}

function observationsOfContent(part: Readonly<Record<string, unknown>>, context: RowContext): Observation[] {
  const { type, name: tool, state } = part;
  if (type === 'text') return messageOf('assistant', part['text'], context);
  if (type !== 'tool' || typeof tool !== 'string' || tool === '' || !isObject(state)) return [];
  const { ran, created, completed } = timesIn(part);
  const startedAt = opencodeTime(ran) ?? opencodeTime(created) ?? context.at;
  const endedAt = opencodeTime(completed);
  const call = { session: context.session, id: part['id'], tool, state, startedAt, endedAt };
  return observationsOfCall(call, context.keys);
}

function messageOf(role: unknown, text: unknown, { session, isDelegated, at }: RowContext): Observation[] {
  if (typeof text !== 'string' || text.trim() === '') return [];
  if (role === 'assistant') return [{ type: 'reply', session, at, text }];
  if (role !== 'user' || isDelegated) return [];
  return [{ type: 'prompt', session, at, key: `prompt:${at}:${sha256Hex(text)}`, text }];
}

function loadOf(name: unknown, { session, at }: RowContext): Observation[] {
  if (typeof name !== 'string' || name === '') return [];
  return [{ type: 'load', session, at, key: `skill:${at}:${name}`, skill: { name } }];
}

function timesIn({ time }: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return isObject(time) ? time : {};
}

function partsIn(content: unknown): Readonly<Record<string, unknown>>[] {
  return Array.isArray(content) ? content.filter(isObject) : [];
}

/** A tool call and its state. The two generations of the database store the same facts in different fields. */
interface OpencodeCall {
  readonly session: string;
  readonly id: unknown;
  readonly tool: string;
  readonly state: Readonly<Record<string, unknown>>;
  readonly startedAt: number;
  readonly endedAt: number | undefined;
}

function observationsOfCall(
  { session, id, tool, state, startedAt, endedAt }: OpencodeCall,
  keys: SessionKeys,
): Observation[] {
  const args = argumentsOf(tool, state['input']);
  const key = keys.call(typeof id === 'string' && id !== '' ? id : undefined, tool, args);
  const observations: Observation[] = [{ type: 'call', session, at: startedAt, key, tool, args }];
  const { status } = state;
  const observed = { session, at: endedAt ?? startedAt, key };
  if (status === 'completed' || status === 'error') {
    const durationMs = endedAt === undefined ? {} : { durationMs: Math.max(0, endedAt - startedAt) };
    observations.push({
      type: 'result',
      ...observed,
      output: status === 'error' ? errorIn(state) : outputIn(state),
      isError: status === 'error' || hasFailed(state),
      ...durationMs,
    });
  }
  const folder = tool === 'skill' ? detailIn(state, 'dir') : undefined;
  if (typeof folder === 'string' && folder !== '')
    observations.push({ type: 'located', ...observed, folder });
  return observations;
}

/** OpenCode stores milliseconds. */
export function opencodeTime(value: unknown): number | undefined {
  const time = typeof value === 'number' ? Math.round(value) : Number.NaN;
  return isTime(time) && time > 0 ? time : undefined;
}

/** Newer versions use an id for the skill to load. */
function argumentsOf(tool: string, input: unknown): unknown {
  if (tool !== 'skill' || !isObject(input) || input['name'] !== undefined) return input ?? {};
  return { ...input, name: input['id'] };
}

/** A command that ended is completed, whatever its exit code. */
function hasFailed(state: OpencodeCall['state']): boolean {
  const exit = detailIn(state, 'exit');
  return typeof exit === 'number' && exit !== 0;
}

/** A detail that a tool reports besides its output. */
function detailIn({ metadata, structured }: OpencodeCall['state'], name: string): unknown {
  const details = isObject(metadata) ? metadata : structured;
  return isObject(details) ? details[name] : undefined;
}

function outputIn({ output, content }: OpencodeCall['state']): unknown {
  if (output !== undefined) return output;
  if (!Array.isArray(content)) return '';
  const texts = content.map((part: unknown) => (isObject(part) ? part['text'] : undefined));
  return texts.filter((text) => typeof text === 'string').join('\n');
}

function errorIn({ error, ...rest }: OpencodeCall['state']): unknown {
  const message = isObject(error) ? error['message'] : undefined;
  return message ?? error ?? outputIn(rest);
}
