/*
 * Reads sessions of Gemini CLI: one JSON document, or in newer versions one record per line, where a later record
 * replaces an earlier one with the same id and a rewind retracts messages. So a changed file is read completely, and
 * retracted messages are reported, because an earlier reading may have stored them. A session states neither its working
 * folder nor its platform, and not whether a person typed; a turn that was stopped shows in the call that it stopped, and in
 * newer versions as a notice.
 */

import { parseJson } from '../../text/json.js';
import { isObject } from '../../text/shape.js';
import { isNonEmptyText, nameIn, timeIn, tokensIn } from './fields.js';
import type { Observation, Result } from './observation.js';
import type { DocumentReader, TranscriptFacts } from './reader.js';
import { scopedKey } from './scoped-key.js';

export const geminiDocument: DocumentReader = (text, transcript) => {
  const session = geminiSession(text, transcript);
  if (session === undefined) return undefined;
  const kept = session.messages.flatMap((message) => observationsOf(message, session));
  const keptKeys = new Set(kept.flatMap(keysIn));
  const retracted = session.retracted.flatMap((message) => observationsOf(message, session));
  return [
    ...factsOf(session, transcript),
    ...retracted.flatMap((observation) => retraction(observation, keptKeys)),
    ...kept,
  ];
};

/** The sessions of subagents are in a folder that is named after the session they work for. */
function factsOf({ id: session, isSubagent, at }: GeminiSession, { folder }: TranscriptFacts): Observation[] {
  const root = isSubagent && folder !== 'chats' ? nameIn(folder) : undefined;
  return root === undefined ? [] : [{ type: 'facts', session, at, root }];
}

function observationsOf(message: GeminiMessage, { id: session, isSubagent }: GeminiSession): Observation[] {
  const { fields, at } = message;
  const context = { session, at };
  if (fields['type'] === 'user') {
    // The displayed content is what was typed; the content also includes referenced files.
    const text = (geminiText(fields['displayContent']) || geminiText(fields['content'])).trim();
    // Prompts of a subagent are written by the agent that started it.
    if (text === '' || isSubagent) return [];
    return [{ type: 'prompt', ...context, key: JSON.stringify([session, message.id]), text }];
  }
  if (fields['type'] === 'info' && !isSubagent && geminiText(fields['content']).trim() === cancelled)
    return [{ type: 'interruption', ...context, key: JSON.stringify([session, message.id]) }];
  if (fields['type'] !== 'gemini') return [];
  const reply = geminiText(fields['content']).trim();
  return [
    ...(reply === '' ? [] : [{ type: 'reply', ...context, text: reply } as const]),
    ...callsOf(message, session),
  ];
}

/** The notice that the user stopped the agent. */
const cancelled = 'Request cancelled.';

function callsOf({ id: messageId, fields, at }: GeminiMessage, session: string): Observation[] {
  const calls: readonly unknown[] = Array.isArray(fields['toolCalls']) ? fields['toolCalls'] : [];
  const model = nameIn(fields['model']);
  const usage = isObject(fields['tokens']) ? fields['tokens'] : {};
  const tokens = tokensIn(usage['output'], usage['thoughts']);
  const first = calls.findIndex(isCall);
  return calls.flatMap((call, index): Observation[] => {
    if (!isCall(call)) return [];
    const { id, name: tool, args = {} } = call;
    const key = scopedKey(JSON.stringify([session, messageId]), isNonEmptyText(id) ? id : String(index));
    // The time of the call changes with its status; the time of the message is stable.
    const context = { session, at };
    const outcome = geminiOutcome(call);
    const called: Observation = {
      type: 'call',
      ...context,
      key,
      tool,
      args,
      ...(model !== undefined && { model }),
      ...(tokens !== undefined && index === first && { tokens }),
    };
    return outcome === undefined ? [called] : [called, { type: 'result', ...context, key, ...outcome }];
  });
}

function isCall(call: unknown): call is Fields & { readonly name: string } {
  return isObject(call) && isNonEmptyText(call['name']);
}

function keysIn(observation: Observation): readonly string[] {
  return 'key' in observation ? [observation.key] : [];
}

function retraction(observation: Observation, keptKeys: ReadonlySet<string>): readonly Observation[] {
  if (observation.type !== 'call' && observation.type !== 'prompt') return [];
  const { session, at, key } = observation;
  return keptKeys.has(key) ? [] : [{ type: 'retraction', session, at, key }];
}

/** The messages of a session after all replacements and rewinds, and the retracted ones. */
interface GeminiSession {
  readonly id: string;
  /** When the session began. */
  readonly at: number;
  readonly isSubagent: boolean;
  readonly messages: readonly GeminiMessage[];
  readonly retracted: readonly GeminiMessage[];
}

interface GeminiMessage {
  readonly id: string;
  readonly at: number;
  readonly fields: Fields;
}

type Fields = Readonly<Record<string, unknown>>;

/** Undefined if the text is not a session of Gemini CLI. */
function geminiSession(text: string, transcript: TranscriptFacts): GeminiSession | undefined {
  const document = parseJson(text);
  const isDocument = isObject(document) && Array.isArray(document['messages']);
  const records = isDocument ? recordsOf(document) : text.split('\n').map(parseJson).filter(isObject);
  const session = new Session();
  for (const record of records) session.add(record);
  return session.isRecognised ? session.result(transcript) : undefined;
}

/** Turns a document into records like those of lines. */
function recordsOf({ messages, ...metadata }: Fields): readonly Fields[] {
  return [metadata, ...(Array.isArray(messages) ? messages : []).filter(isObject)];
}

class Session {
  isRecognised = false;
  #id: string | undefined;
  #isSubagent = false;
  #startedAt: number | undefined;
  readonly #messages = new Map<string, Fields>();
  readonly #retracted: (readonly [string, Fields])[] = [];

  add(record: Fields): void {
    const { id, type, $rewindTo: rewindTo, $set: changes } = record;
    if (isNonEmptyText(rewindTo)) this.#rewind(rewindTo);
    else if (isNonEmptyText(id) && isNonEmptyText(type)) {
      this.isRecognised = true;
      this.#messages.set(id, record);
    } else this.#describe(isObject(changes) ? changes : record);
  }

  result({ name, mtimeMs }: TranscriptFacts): GeminiSession {
    const start = this.#startedAt ?? Math.trunc(mtimeMs);
    const dated = ([id, fields]: readonly [string, Fields], index: number): GeminiMessage => ({
      id,
      fields,
      at: timeIn(fields['timestamp']) ?? start + index,
    });
    return {
      id: this.#id ?? name.replace(/\.jsonl?$/, ''),
      at: start,
      isSubagent: this.#isSubagent,
      messages: [...this.#messages].map(dated),
      retracted: this.#retracted.map(dated),
    };
  }

  /** Retracts that message and all after it, or all messages if it is unknown. */
  #rewind(id: string): void {
    const messages = [...this.#messages];
    const from = messages.findIndex(([known]) => known === id);
    for (const message of messages.slice(Math.max(from, 0))) {
      this.#retracted.push(message);
      this.#messages.delete(message[0]);
    }
  }

  /** A metadata record may repeat the messages after a compaction; these are known already. */
  #describe({ sessionId, kind, startTime }: Fields): void {
    if (isNonEmptyText(sessionId)) {
      this.isRecognised = true;
      this.#id = sessionId;
    }
    if (isNonEmptyText(kind)) this.#isSubagent = kind === 'subagent';
    this.#startedAt = timeIn(startTime) ?? this.#startedAt;
  }
}

/** The outcome of a tool call by its status and response; undefined until it has ended. */
export function geminiOutcome(call: Fields): Pick<Result, 'output' | 'isError' | 'ended'> | undefined {
  const { name, status, result, resultDisplay } = call;
  const hasEnded = status === 'success' || status === 'error' || status === 'cancelled';
  const responses = responsesIn(result);
  const text = [geminiText(result), ...responses.map(responseText)].filter((part) => part !== '').join('\n');
  const output = text || resultDisplay || '';
  if (!hasEnded && output === '') return undefined;
  if (status === 'cancelled') {
    const isRefused = refusal.test(text);
    return { output: isRefused ? '' : output, isError: false, ended: isRefused ? 'refused' : 'interrupted' };
  }
  const hasFailed =
    status === 'error' ||
    (name === 'activate_skill' && /^(?:Error: )?Skill "[^"]*" not found/.test(text)) ||
    (!hasEnded && responses.some(({ error }) => error !== undefined && error !== null));
  if (hasFailed) return { output, isError: true };
  // The call succeeds even if its command fails; the text contains the exit status.
  const hasSucceeded = status === 'success' && name !== 'run_shell_command';
  return hasSucceeded ? { output, isError: false } : { output };
}

/** Gemini's words for a call that the user did not allow; the user adds none. */
const refusal = /^\[Operation Cancelled\] Reason: (?:User denied execution|User did not allow tool call)/;

function responsesIn(result: unknown): readonly Fields[] {
  const parts: readonly unknown[] = Array.isArray(result) ? result : [result];
  return parts.flatMap((part) => {
    const call = isObject(part) ? part['functionResponse'] : undefined;
    return isObject(call) && isObject(call['response']) ? [call['response']] : [];
  });
}

/** Tools of MCP servers answer with parts. */
function responseText({ output, error, content }: Fields): string {
  return [output, error, content].map(geminiText).find((text) => text !== '') ?? '';
}

/** The text of a content: a text, a part, or a list of either. Thoughts, pictures and calls have no text. */
function geminiText(content: unknown): string {
  const parts: readonly unknown[] = Array.isArray(content) ? content : [content];
  return parts
    .map((part) => (isObject(part) && part['thought'] !== true ? part['text'] : part))
    .filter((text) => typeof text === 'string')
    .join('');
}
