/*
 * Reads conversations of Hermes: messages in the format of OpenAI, of which any part may be missing or of another type.
 * Older versions store them as `session_<id>.json`, one document per session without message times, so each message is a
 * millisecond after the one before. Tokens are counted for a whole session only, the platform is that of the conversation
 * (`cli`, `telegram`) and not of the machine, and a refusal has no words.
 */

import { parseJson } from '../../text/json.js';
import { isObject, isTime } from '../../text/shape.js';
import { isoTime } from '../../text/time.js';
import { nameIn, pathIn } from './fields.js';
import { typedIn } from './hermes-typed.js';
import { SessionKeys } from './keys.js';
import type { Call, Draft, Observation, Result } from './observation.js';
import type { DocumentReader } from './reader.js';

export const hermesDocument: DocumentReader = (text, { name, mtimeMs }) => {
  const document = parseJson(text);
  if (!isObject(document) || !Array.isArray(document['messages'])) return undefined;
  const { session_id: id, session_start: start, last_updated: end, messages, model, platform } = document;
  const session = typeof id === 'string' && id !== '' ? id : name.replace(/^session_|\.json$/g, '');
  const at = hermesTime(start) ?? Math.floor(mtimeMs);
  const facts = { session, at, model: nameIn(model), source: platform };
  const observations = observationsOf(facts, messagesIn(messages, at));
  const endedAt = hermesTime(end);
  return endedAt === undefined ? observations : [...observations, { type: 'end', session, at: endedAt }];
};

function messagesIn(messages: readonly unknown[], startedAt: number): HermesMessage[] {
  return messages.flatMap((message, index) => {
    if (!isObject(message)) return [];
    const { role, content, tool_calls: calls, tool_call_id: answers, id, timestamp } = message;
    const at = hermesTime(timestamp) ?? startedAt + index;
    return [{ at, role, content, calls, answers: answers ?? id }];
  });
}

export interface HermesMessage {
  readonly at: number;
  readonly role: unknown;
  readonly content: unknown;
  /** A list if the message calls tools. */
  readonly calls: unknown;
  /** The id of the call that this message is the result of. */
  readonly answers: unknown;
}

interface ConversationFacts {
  readonly session: string;
  /** When the session began. */
  readonly at: number;
  /** Whether another agent leads the conversation; then the user typed nothing. */
  readonly isDelegated?: boolean;
  readonly model?: string | undefined;
  /** Where the conversation takes place, such as `cli`, `telegram` or `cron`. */
  readonly source?: unknown;
  /** The session that this one continues or works for. */
  readonly parent?: unknown;
  readonly folder?: unknown;
}

export function observationsOf(
  conversation: ConversationFacts,
  messages: Iterable<HermesMessage>,
): Observation[] {
  const { session, isDelegated = false, model } = conversation;
  const keys = new SessionKeys(session);
  const calls = new Map<string, { readonly key: string; readonly tool: string }>();
  const observations: Observation[] = [];
  for (const { at, role, content, calls: requested, answers } of messages) {
    const observed = { session, at };
    const text = textOf(content);
    const call = role === 'tool' && typeof answers === 'string' ? calls.get(answers) : undefined;
    if (call !== undefined) {
      const output = outputOf(content);
      observations.push({ type: 'result', ...observed, key: call.key, ...outcomeOf(output) });
      const folder = call.tool === 'skill_view' ? folderIn(output) : undefined;
      if (folder !== undefined) observations.push({ type: 'located', ...observed, key: call.key, folder });
    }
    const typed = role === 'user' && !isDelegated ? typedIn(text) : undefined;
    if (typed !== undefined) {
      observations.push({ type: 'prompt', ...observed, key: keys.prompt(typed.text), text: typed.text });
      for (const skill of typed.skills)
        observations.push({ type: 'load', ...observed, key: keys.load(skill.name), skill });
    }
    if (role === 'assistant' && text.startsWith(interruptionMark)) {
      observations.push({ type: 'interruption', ...observed, key: keys.interruption() });
    } else if (role === 'assistant' && text.trim() !== '') {
      observations.push({ type: 'reply', ...observed, text });
    }
    for (const { id, tool, args } of callsIn(requested)) {
      const key = keys.call(id, tool, args);
      if (id !== undefined) calls.set(id, { key, tool });
      const called: Draft<Call> = { type: 'call', session, at, key, tool, args };
      if (model !== undefined) called.model = model;
      observations.push(called);
    }
  }
  if (observations.length > 0) observations.unshift(...factsOf(conversation));
  return observations;
}

/** Scheduled tasks have nobody who types. */
function factsOf({ session, at, source, parent, folder }: ConversationFacts): Observation[] {
  const path = pathIn(folder);
  const root = nameIn(parent);
  const isHeadless = typeof source === 'string' && source !== '' ? source === 'cron' : undefined;
  if (path === undefined && root === undefined && isHeadless === undefined) return [];
  return [
    {
      type: 'facts',
      session,
      at,
      ...(path !== undefined && { folder: path }),
      ...(root !== undefined && { root }),
      ...(isHeadless !== undefined && { isHeadless }),
    },
  ];
}

/** What Hermes writes as a reply when the user stops it. */
const interruptionMark = 'Operation interrupted: ';

/** What the tools of Hermes say of a call that the user refused or stopped. */
function outcomeOf(output: unknown): Pick<Result, 'output' | 'ended'> {
  const { error, status, output: printed } = isObject(output) ? output : {};
  const said = typeof output === 'string' ? output : typeof error === 'string' ? error : '';
  if (said.startsWith('BLOCKED: User denied ')) return { output: '', ended: 'refused' };
  const isStopped = status === 'interrupted' || endsStopped(typeof printed === 'string' ? printed : said);
  return isStopped ? { output, ended: 'interrupted' } : { output };
}

/** The note about it is the last line. */
function endsStopped(text: string): boolean {
  return text.endsWith(']') && stopped.test(text.slice(text.lastIndexOf('[')));
}

const stopped = /^\[(?:Command|execution|Tool execution) (?:interrupted|skipped|cancelled) .{0,200}\]$/;

interface HermesCall {
  readonly id: string | undefined;
  readonly tool: string;
  readonly args: unknown;
}

function callsIn(list: unknown): HermesCall[] {
  if (!Array.isArray(list)) return [];
  return list.filter(isObject).flatMap((call) => {
    const called = isObject(call['function']) ? call['function'] : call;
    const tool = called['name'] ?? call['name'];
    if (typeof tool !== 'string' || tool === '') return [];
    const id = [call['id'], call['call_id'], call['tool_call_id']].find(isId);
    return [{ id, tool, args: argumentsOf(called['arguments'] ?? call['arguments']) }];
  });
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function argumentsOf(value: unknown): unknown {
  if (typeof value !== 'string') return value ?? {};
  return value.trim() === '' ? {} : (parseJson(value) ?? { raw: value });
}

/** Most tools of Hermes answer with JSON text. */
function outputOf(content: unknown): unknown {
  if (typeof content !== 'string') return isObject(content) ? content : textOf(content);
  const parsed = content.trimStart().startsWith('{') ? parseJson(content) : undefined;
  return parsed ?? content;
}

function folderIn(output: unknown): string | undefined {
  const folder = isObject(output) ? output['skill_dir'] : undefined;
  return typeof folder === 'string' && folder !== '' ? folder : undefined;
}

/** Plain text, or the text of the parts. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  const texts = content.map((part: unknown) => (isObject(part) ? part['text'] : part));
  return texts.filter((text) => typeof text === 'string').join('\n');
}

/** Milliseconds from seconds since the epoch (database) or ISO text (files), which is in UTC without an offset. */
export function hermesTime(value: unknown): number | undefined {
  const milliseconds = typeof value === 'string' ? isoTime(value) : secondsTime(value);
  return isTime(milliseconds) && milliseconds > 0 ? milliseconds : undefined;
}

function secondsTime(value: unknown): number {
  return typeof value === 'number' ? Math.round(value * 1_000) : Number.NaN;
}
