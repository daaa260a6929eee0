/*
 * Reads conversations of Hermes: messages in the format of OpenAI, of which any part may be missing or of another type.
 * Older versions store them as `session_<id>.json`, one document per session without message times, so each message is a
 * millisecond after the one before.
 */

import { parseJson } from '../../text/json.js';
import { isObject, isTime } from '../../text/shape.js';
import { isoTime } from '../../text/time.js';
import { SessionKeys } from './keys.js';
import type { Observation, SkillMention } from './observation.js';
import type { DocumentReader } from './reader.js';

export const hermesDocument: DocumentReader = (text, { name, mtimeMs }) => {
  const document = parseJson(text);
  if (!isObject(document) || !Array.isArray(document['messages'])) return undefined;
  const { session_id: id, session_start: start, last_updated: end, messages } = document;
  const session = typeof id === 'string' && id !== '' ? id : name.replace(/^session_|\.json$/g, '');
  const observations = observationsOf(
    { session },
    messagesIn(messages, hermesTime(start) ?? Math.floor(mtimeMs)),
  );
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
  /** Whether another agent leads the conversation; then the user typed nothing. */
  readonly isDelegated?: boolean;
}

export function observationsOf(
  { session, isDelegated = false }: ConversationFacts,
  messages: Iterable<HermesMessage>,
): Observation[] {
  const keys = new SessionKeys(session);
  const calls = new Map<string, { readonly key: string; readonly tool: string }>();
  const observations: Observation[] = [];
  for (const { at, role, content, calls: requested, answers } of messages) {
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
    for (const { id, tool, args } of callsIn(requested)) {
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

/**
 * What the user typed in a user message. Hermes also puts whole skills there after a slash command, summaries after a
 * compaction, and its own tasks.
 */
interface TypedMessage {
  /** A slash command as typed, without the skill that replaced it. */
  readonly text: string;
  /** The skills that the message loads. */
  readonly skills: readonly SkillMention[];
}

/** Undefined if nothing was typed. */
export function typedIn(content: string): TypedMessage | undefined {
  const text = withoutSummary(content);
  if (text.trim() === '' || ownTask.test(text)) return undefined;
  const [, named, kind] = invocation.exec(text) ?? [];
  if (named === undefined) return { text, skills: [] };
  return kind === 'skill' ? oneSkill(text, named) : severalSkills(text, named);
}

const invocation = /^\[IMPORTANT: The user has invoked the "([^"]+)" (skill(?! bundle)|.*skill bundle)/;
const ownTask =
  /^\s*Review the conversation above and (?:update the skill library|consider saving to memory)/;
const summary = /^\s*\[CONTEXT (?:COMPACTION|SUMMARY)\b/;
const summaryEnd = /--- END OF CONTEXT SUMMARY[^\n]*/;

/** A typed message may follow the summary. */
function withoutSummary(content: string): string {
  if (!summary.test(content)) return content;
  const end = summaryEnd.exec(content);
  return end === null ? '' : content.slice(end.index + end[0].length).trimStart();
}

/** The skill comes first and may quote anything, so the last occurrence of each mark counts. */
function oneSkill(text: string, name: string): TypedMessage {
  const mark = 'The user has provided the following instruction alongside the skill invocation: ';
  const at = text.lastIndexOf(mark);
  const instruction = at < 0 ? '' : textBefore('\n\n[Runtime note:', text.slice(at + mark.length));
  const folder = [...text.matchAll(/^\[Skill directory: (.+)\]$/gm)].at(-1)?.[1];
  return {
    text: commandOf(name, instruction),
    skills: [{ name, ...(folder !== undefined && { folder }) }],
  };
}

/** The skills come last, so the first occurrence of each mark counts. */
function severalSkills(text: string, command: string): TypedMessage {
  const head = textBefore('\n\n[Loaded as part of the ', text);
  const [, loaded = ''] = /^Skills loaded: (.*)$/m.exec(head) ?? [];
  const [, instruction = ''] = /^User instruction: ([\s\S]*)/m.exec(head) ?? [];
  const names = loaded.split(', ').filter((name) => name !== '');
  return { text: commandOf(command, instruction), skills: names.map((name) => ({ name })) };
}

function textBefore(mark: string, text: string): string {
  const at = text.indexOf(mark);
  return at < 0 ? text : text.slice(0, at);
}

function commandOf(name: string, instruction: string): string {
  return `${name.startsWith('/') ? '' : '/'}${name} ${instruction}`.trim();
}

/** Milliseconds from seconds since the epoch (database) or ISO text (files), which is in UTC without an offset. */
export function hermesTime(value: unknown): number | undefined {
  const milliseconds = typeof value === 'string' ? isoTime(value) : secondsTime(value);
  return isTime(milliseconds) && milliseconds > 0 ? milliseconds : undefined;
}

function secondsTime(value: unknown): number {
  return typeof value === 'number' ? Math.round(value * 1_000) : Number.NaN;
}
