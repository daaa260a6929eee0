/*
 * A conversation of Hermes, wherever it was kept: messages in the style of OpenAI, of which any part may be missing
 * or of another type than it should be.
 */

import { parseJson } from '../../text/json.js';
import { isObject } from '../../text/shape.js';
import type { Observation } from '../observation.js';
import { typedIn } from './hermes-typed.js';
import { SessionKeys } from './session-keys.js';

export interface HermesMessage {
  readonly at: number;
  readonly role: unknown;
  readonly content: unknown;
  /** A list, when the message calls tools. */
  readonly calls: unknown;
  /** Which call this is the result of. */
  readonly answers: unknown;
}

export interface ConversationFacts {
  readonly session: string;
  /** Of a conversation that another agent leads, nothing was typed by the user. */
  readonly isDelegated?: boolean;
}

export function observationsOf(
  { session, isDelegated = false }: ConversationFacts,
  messages: Iterable<HermesMessage>,
): Observation[] {
  const keys = new SessionKeys(session);
  const calls = new Map<string, { readonly key: string; readonly tool: string }>();
  const observations: Observation[] = [];
  for (const { at, role, content, calls: asked, answers } of messages) {
    const observed = { session, at };
    const text = textOf(content);
    const call = role === 'tool' && typeof answers === 'string' ? calls.get(answers) : undefined;
    if (call !== undefined) {
      const output = outputOf(content);
      observations.push({ type: 'result', ...observed, key: call.key, output });
      const folder = call.tool === 'skill_view' ? folderIn(output) : undefined;
      if (folder !== undefined) observations.push({ type: 'located', ...observed, key: call.key, folder });
    }
    const typed = role === 'user' && !isDelegated ? typedIn(text) : undefined;
    if (typed !== undefined) {
      observations.push({ type: 'prompt', ...observed, key: keys.prompt(typed.text), text: typed.text });
      for (const skill of typed.skills)
        observations.push({ type: 'load', ...observed, key: keys.load(skill.name), skill });
    }
    if (role === 'assistant' && text.trim() !== '') observations.push({ type: 'reply', ...observed, text });
    for (const { id, tool, args } of callsIn(asked)) {
      const key = keys.call(id, tool, args);
      if (id !== undefined) calls.set(id, { key, tool });
      observations.push({ type: 'call', ...observed, key, tool, args });
    }
  }
  return observations;
}

interface HermesCall {
  readonly id: string | undefined;
  readonly tool: string;
  readonly args: unknown;
}

function callsIn(list: unknown): HermesCall[] {
  if (!Array.isArray(list)) return [];
  return list.filter(isObject).flatMap((call) => {
    const wanted = isObject(call['function']) ? call['function'] : call;
    const tool = wanted['name'] ?? call['name'];
    if (typeof tool !== 'string' || tool === '') return [];
    const id = [call['id'], call['call_id'], call['tool_call_id']].find(isId);
    return [{ id, tool, args: argumentsOf(wanted['arguments'] ?? call['arguments']) }];
  });
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function argumentsOf(value: unknown): unknown {
  if (typeof value !== 'string') return value ?? {};
  return value.trim() === '' ? {} : (parseJson(value) ?? { raw: value });
}

/** Most tools of Hermes answer with an object, written as JSON. */
function outputOf(content: unknown): unknown {
  if (typeof content !== 'string') return isObject(content) ? content : textOf(content);
  const parsed = content.trimStart().startsWith('{') ? parseJson(content) : undefined;
  return parsed ?? content;
}

function folderIn(output: unknown): string | undefined {
  const folder = isObject(output) ? output['skill_dir'] : undefined;
  return typeof folder === 'string' && folder !== '' ? folder : undefined;
}

/** Text, or the text among parts of many kinds. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  const texts = content.map((part: unknown) => (isObject(part) ? part['text'] : part));
  return texts.filter((text) => typeof text === 'string').join('\n');
}
