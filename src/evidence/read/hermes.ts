/*
 * The sessions of Hermes as it used to keep them: `session_<id>.json`, one document per session, written whole after
 * every turn. Its messages carry no times, so each is a millisecond after the one before.
 */

import { parseJson } from '../../text/json.js';
import { isObject } from '../../text/shape.js';
import { type HermesMessage, observationsOf } from './hermes-conversation.js';
import { hermesTime } from './hermes-time.js';
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
