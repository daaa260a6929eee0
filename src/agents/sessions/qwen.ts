/*
 * Reads sessions of Qwen Code, one record per line. A forked session copies the records of its parent with their ids, and
 * names the parent; keys use the oldest session that a record names. What the user rewound stays in the file and counts.
 */

import { parseJson } from '../../text/json.js';
import { isObject, isTime } from '../../text/shape.js';
import { isNonEmptyText, nameIn, pathIn, timeIn, tokensIn } from './fields.js';
import { geminiOutcome } from './gemini.js';
import type { Call, Draft, Observation } from './observation.js';
import type { LineFormat, LineReader, TranscriptFacts } from './reader.js';
import { scopedKey } from './scoped-key.js';

export const qwenFormat: LineFormat = {
  begin: (transcript, memory) => new QwenReader(transcript, memory),
};

type Fields = Readonly<Record<string, unknown>>;

interface RecordContext {
  readonly session: string;
  readonly thread?: string;
  readonly at: number;
}

class QwenReader implements LineReader {
  readonly #name: string;
  #at: number;
  #hasFacts: boolean;

  constructor({ name, mtimeMs }: TranscriptFacts, memory: unknown) {
    const { at, hasFacts } = isObject(memory) ? memory : {};
    this.#name = name.replace(/\.jsonl$/, '') || name;
    this.#at = isTime(at) ? at : Math.trunc(mtimeMs);
    this.#hasFacts = hasFacts === true;
  }

  memory(): unknown {
    return { at: this.#at, hasFacts: this.#hasFacts };
  }

  line(text: string): readonly Observation[] | undefined {
    const record = parseJson(text);
    if (!isObject(record)) return undefined;
    this.#at = timeIn(record['timestamp']) ?? this.#at + 1;
    const session = nameIn(record['sessionId']) ?? this.#name;
    const thread = nameIn(record['agentId']) ?? (record['isSidechain'] === true ? 'sidechain' : undefined);
    const context = thread === undefined ? { session, at: this.#at } : { session, thread, at: this.#at };
    const observations = observationsOf(record, context);
    return observations && [...this.#facts(record, context), ...observations];
  }

  #facts({ cwd, forkedFrom }: Fields, context: RecordContext): readonly Observation[] {
    const folder = pathIn(cwd);
    const root = isObject(forkedFrom) ? nameIn(forkedFrom['sessionId']) : undefined;
    if (this.#hasFacts || context.thread !== undefined || (folder === undefined && root === undefined))
      return [];
    this.#hasFacts = true;
    const facts = { ...(folder !== undefined && { folder }), ...(root !== undefined && { root }) };
    return [{ type: 'facts', ...context, ...facts }];
  }
}

function observationsOf(record: Fields, context: RecordContext): readonly Observation[] | undefined {
  const { type, message } = record;
  if (type === 'system') return ofSystem(record, context);
  if (type !== 'user' && type !== 'assistant' && type !== 'tool_result') return [];
  if (!isObject(message)) return undefined;
  const parts = Array.isArray(message['parts']) ? message['parts'].filter(isObject) : [];
  if (type === 'user') return ofUser(record, parts, context);
  return type === 'assistant' ? ofAssistant(record, parts, context) : ofResult(record, parts, context);
}

/** The display text is what was typed; the message also has what the program added. */
function ofUser(record: Fields, parts: readonly Fields[], context: RecordContext): readonly Observation[] {
  const { uuid, subtype, provenance, systemPayload } = record;
  const isQueued = subtype === 'mid_turn_user_message';
  const isTyped =
    (subtype === undefined || isQueued) && (provenance === undefined || provenance === 'real_user');
  // Prompts of a subagent are written by the agent that started it.
  if (!isTyped || context.thread !== undefined) return [];
  const shown = isObject(systemPayload) ? systemPayload['displayText'] : undefined;
  const text = (isNonEmptyText(shown) ? shown : textOf(parts)).trim();
  if (text === '') return [];
  const key = nameIn(uuid) ?? JSON.stringify([context.session, context.at]);
  return [{ type: 'prompt', ...context, key, text, ...(isQueued && { isQueued }) }];
}

function ofAssistant(
  record: Fields,
  parts: readonly Fields[],
  context: RecordContext,
): readonly Observation[] {
  const usage = isObject(record['usageMetadata']) ? record['usageMetadata'] : {};
  const model = nameIn(record['model']);
  let tokens = tokensIn(usage['candidatesTokenCount'], usage['thoughtsTokenCount']);
  const observations: Observation[] = [];
  const reply = textOf(parts).trim();
  if (reply !== '') observations.push({ type: 'reply', ...context, text: reply });
  for (const { functionCall } of parts) {
    if (!isObject(functionCall)) continue;
    const { id, name: tool, args } = functionCall;
    if (!isNonEmptyText(id) || !isNonEmptyText(tool)) continue;
    const call: Draft<Call> = {
      ...{ type: 'call', ...context, key: scopedKey(lineageOf(record, context), id), tool },
      args: args ?? {},
    };
    if (model !== undefined) call.model = model;
    if (tokens !== undefined) call.tokens = tokens;
    tokens = undefined;
    observations.push(call);
  }
  return observations;
}

function ofResult(record: Fields, parts: readonly Fields[], context: RecordContext): readonly Observation[] {
  const { toolCallResult } = record;
  const { callId, status, resultDisplay } = isObject(toolCallResult) ? toolCallResult : {};
  const responses = parts.map(({ functionResponse }) => functionResponse).filter(isObject);
  return responses.flatMap(({ id, name, response }): readonly Observation[] => {
    const call = [id, callId].find(isNonEmptyText);
    // The status is of one call; with several responses it is unclear of which.
    const stated = responses.length === 1 ? { status, resultDisplay } : {};
    const outcome = geminiOutcome({ name, ...stated, result: [{ functionResponse: { response } }] });
    if (call === undefined) return [];
    const key = scopedKey(lineageOf(record, context), call);
    return [{ type: 'result', ...context, key, ...(outcome ?? { output: '' }) }];
  });
}

/** Commands of the program itself do not reach the model. */
function ofSystem({ uuid, subtype, systemPayload }: Fields, context: RecordContext): readonly Observation[] {
  if (subtype !== 'slash_command' || !isObject(systemPayload)) return [];
  const { phase, rawCommand, sentToModel } = systemPayload;
  const name = typeof rawCommand === 'string' ? /^\/(\S{1,200})/.exec(rawCommand)?.[1] : undefined;
  if (phase !== 'invocation' || sentToModel !== true || name === undefined) return [];
  const key = `command:${nameIn(uuid) ?? JSON.stringify([context.session, context.at])}`;
  return [{ type: 'command', ...context, key, name }];
}

function lineageOf({ forkedFrom }: Fields, { session }: RecordContext): string {
  return (isObject(forkedFrom) ? nameIn(forkedFrom['sessionId']) : undefined) ?? session;
}

function textOf(parts: readonly Fields[]): string {
  return parts
    .filter(({ thought }) => thought !== true)
    .map(({ text }) => text)
    .filter((text) => typeof text === 'string')
    .join('');
}
