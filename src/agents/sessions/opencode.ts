/*
 * Reads the rows of OpenCode's database: parts of messages, and in newer versions whole messages. A forked conversation
 * has new ids for everything but its calls, so a message is identified by its time and text. The database states neither
 * the platform, nor whether a person typed, nor where a fork comes from.
 */

import { sha256Hex } from '../../text/hash.js';
import { isObject, isTime } from '../../text/shape.js';
import { nameIn, pathIn, tokensIn } from './fields.js';
import type { SessionKeys } from './keys.js';
import type { Observation, Result } from './observation.js';

export interface RowContext {
  readonly session: string;
  /** Whether another agent leads the conversation; then the user typed nothing. */
  readonly isDelegated: boolean;
  readonly keys: SessionKeys;
  /** When the message was written. */
  readonly at: number;
  readonly model?: string | undefined;
  /** The output tokens of the message, for its first call. */
  readonly tokens?: number | undefined;
}

/** The first observation of a session. */
export function factsOfSession(session: string, at: number, folder: unknown, parent: unknown): Observation[] {
  const path = pathIn(folder);
  const root = nameIn(parent);
  if (path === undefined && root === undefined) return [];
  return [
    {
      type: 'facts',
      session,
      at,
      ...(path !== undefined && { folder: path }),
      ...(root !== undefined && { root }),
    },
  ];
}

/** The user stopped the agent while it wrote this message, by the name of the error in it. */
export function interruptionOf(error: unknown, { session, isDelegated, at }: RowContext): Observation[] {
  if (error !== 'MessageAbortedError' || isDelegated) return [];
  return [{ type: 'interruption', session, at, key: `interruption:${at}` }];
}

export function observationsOfPart(part: unknown, role: unknown, context: RowContext): Observation[] {
  if (!isObject(part)) return [];
  const { type, tool, state, synthetic, ignored } = part;
  if (type === 'text' && synthetic !== true && ignored !== true)
    return messageOf(role, part['text'], context);
  if (type !== 'tool' || typeof tool !== 'string' || tool === '' || !isObject(state)) return [];
  const { start, end } = timesIn(state);
  const startedAt = opencodeTime(start) ?? context.at;
  const call = { id: part['callID'], tool, state, startedAt, endedAt: opencodeTime(end) };
  return observationsOfCall(call, context);
}

export function observationsOfMessage(type: unknown, message: unknown, context: RowContext): Observation[] {
  if (!isObject(message)) return [];
  switch (type) {
    case 'user':
      return messageOf(type, message['text'], context);
    case 'skill':
      return loadOf(message['name'] ?? message['skill'], context);
    case 'assistant':
      return ofAssistant(message, context);
    default:
      return [];
  }
}

function ofAssistant(message: Readonly<Record<string, unknown>>, context: RowContext): Observation[] {
  const { model, tokens, error } = message;
  const usage = isObject(tokens) ? tokens : {};
  const first = {
    ...context,
    model: nameIn(isObject(model) ? model['id'] : model),
    tokens: tokensIn(usage['output'], usage['reasoning']),
  };
  const rest = { ...first, tokens: undefined };
  let hasCalled = false;
  const observations = partsIn(message['content']).flatMap((part) => {
    const observed = observationsOfContent(part, hasCalled ? rest : first);
    hasCalled ||= observed.some(({ type }) => type === 'call');
    return observed;
  });
  return [...observations, ...interruptionOf(isObject(error) ? error['name'] : undefined, context)];
}

function observationsOfContent(part: Readonly<Record<string, unknown>>, context: RowContext): Observation[] {
  const { type, name: tool, state } = part;
  if (type === 'text') return messageOf('assistant', part['text'], context);
  if (type !== 'tool' || typeof tool !== 'string' || tool === '' || !isObject(state)) return [];
  const { ran, created, completed } = timesIn(part);
  const startedAt = opencodeTime(ran) ?? opencodeTime(created) ?? context.at;
  const endedAt = opencodeTime(completed);
  const call = { id: part['id'], tool, state, startedAt, endedAt };
  return observationsOfCall(call, context);
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
  readonly id: unknown;
  readonly tool: string;
  readonly state: Readonly<Record<string, unknown>>;
  readonly startedAt: number;
  readonly endedAt: number | undefined;
}

function observationsOfCall(
  { id, tool, state, startedAt, endedAt }: OpencodeCall,
  { session, keys, model, tokens }: RowContext,
): Observation[] {
  const args = argumentsOf(tool, state['input']);
  const key = keys.call(typeof id === 'string' && id !== '' ? id : undefined, tool, args);
  const observations: Observation[] = [
    {
      type: 'call',
      session,
      at: startedAt,
      key,
      tool,
      args,
      ...(model !== undefined && { model }),
      ...(tokens !== undefined && { tokens }),
    },
  ];
  const { status } = state;
  const observed = { session, at: endedAt ?? startedAt, key };
  if (status === 'completed' || status === 'error') {
    const durationMs = endedAt === undefined ? {} : { durationMs: Math.max(0, endedAt - startedAt) };
    observations.push({
      type: 'result',
      ...observed,
      ...(status === 'error' ? failureOf(tool, state) : outcomeOf(state)),
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

type Outcome = Pick<Result, 'output' | 'isError' | 'ended'>;

/** A command that ended is completed, whatever its exit code, which is not in its output. */
function outcomeOf(state: OpencodeCall['state']): Outcome {
  const exit = detailIn(state, 'exit');
  const output = outputIn(state);
  if (typeof exit !== 'number' || exit === 0) return { output, isError: false };
  return { output: typeof output === 'string' ? `Exit code ${exit}\n${output}` : output, isError: true };
}

/** A call that failed, that the user refused, or that the user stopped. */
function failureOf(tool: string, state: OpencodeCall['state']): Outcome {
  const output = errorIn(state);
  if (detailIn(state, 'interrupted') === true || output === 'Tool execution aborted')
    return { output, isError: true, ended: 'interrupted' };
  if (typeof output !== 'string' || !output.startsWith(refusal)) return { output, isError: true };
  // The tools of MCP servers have an underscore in their names, and could print words in the user's name.
  const isOwnTool = !tool.includes('_') || tool === 'apply_patch';
  const said = isOwnTool ? output.slice(refusal.length).replace(/^ with the following feedback:/, '') : '';
  return { output: said === '.' ? '' : said.trim(), isError: true, ended: 'refused' };
}

const refusal = 'The user rejected permission to use this specific tool call';

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
