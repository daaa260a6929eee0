/*
 * Sessions of Gemini CLI: one JSON document, or in newer versions one record per line, where a later record replaces
 * an earlier one of the same id and a rewind takes messages back. So either is read whole whenever it changed, and
 * what was taken back is told as such: an earlier reading may have stored it.
 */

import { isObject } from '../../text/shape.js';
import type { Observation } from '../observation.js';
import { geminiOutcome } from './gemini-outcome.js';
import { type GeminiMessage, type GeminiSession, geminiSession } from './gemini-session.js';
import { geminiText } from './gemini-text.js';
import { isText } from './line-field.js';
import type { DocumentReader } from './reader.js';
import { scopedKey } from './scoped-key.js';

export const geminiDocument: DocumentReader = (text, transcript) => {
  const session = geminiSession(text, transcript);
  if (session === undefined) return undefined;
  const kept = session.messages.flatMap((message) => observationsOf(message, session));
  const keptKeys = new Set(kept.flatMap(keysIn));
  const taken = session.takenBack.flatMap((message) => observationsOf(message, session));
  return [...taken.flatMap((observation) => retraction(observation, keptKeys)), ...kept];
};

function observationsOf(message: GeminiMessage, { id: session, isSubagent }: GeminiSession): Observation[] {
  const { fields, at } = message;
  const place = { session, at };
  if (fields['type'] === 'user') {
    // What was typed, where the content has more: the files that the user has pointed to.
    const text = (geminiText(fields['displayContent']) || geminiText(fields['content'])).trim();
    // The messages to a subagent are written by the agent that started it.
    if (text === '' || isSubagent) return [];
    return [{ type: 'prompt', ...place, key: JSON.stringify([session, message.id]), text }];
  }
  if (fields['type'] !== 'gemini') return [];
  const reply = geminiText(fields['content']).trim();
  return [
    ...(reply === '' ? [] : [{ type: 'reply', ...place, text: reply } as const]),
    ...callsOf(message, session),
  ];
}

function callsOf({ id: messageId, fields, at }: GeminiMessage, session: string): Observation[] {
  const calls: readonly unknown[] = Array.isArray(fields['toolCalls']) ? fields['toolCalls'] : [];
  return calls.flatMap((call, index): Observation[] => {
    if (!isObject(call) || !isText(call['name'])) return [];
    const { id, name: tool, args = {} } = call;
    const key = scopedKey(JSON.stringify([session, messageId]), isText(id) ? id : String(index));
    // The call has a time too, but it moves on with every change of its status; that of the message stays.
    const place = { session, at };
    const outcome = geminiOutcome(call);
    const called: Observation = { type: 'call', ...place, key, tool, args };
    return outcome === undefined ? [called] : [called, { type: 'result', ...place, key, ...outcome }];
  });
}

function keysIn(observation: Observation): readonly string[] {
  return 'key' in observation ? [observation.key] : [];
}

function retraction(observation: Observation, keptKeys: ReadonlySet<string>): readonly Observation[] {
  if (observation.type !== 'call' && observation.type !== 'prompt') return [];
  const { session, at, key } = observation;
  return keptKeys.has(key) ? [] : [{ type: 'retraction', session, at, key }];
}
