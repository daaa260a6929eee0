/*
 * The messages of a session of Gemini CLI, from either of its two forms, as they are after all replacements and
 * rewinds, and those that were taken back.
 */

import { parseJson } from '../../text/json.js';
import { isObject } from '../../text/shape.js';
import { isText, timeIn } from './line-field.js';
import type { TranscriptFacts } from './reader.js';

export interface GeminiSession {
  readonly id: string;
  readonly isSubagent: boolean;
  readonly messages: readonly GeminiMessage[];
  readonly takenBack: readonly GeminiMessage[];
}

export interface GeminiMessage {
  readonly id: string;
  readonly at: number;
  readonly fields: Fields;
}

type Fields = Readonly<Record<string, unknown>>;

/** Undefined when it is no such session. */
export function geminiSession(text: string, transcript: TranscriptFacts): GeminiSession | undefined {
  const document = parseJson(text);
  const isDocument = isObject(document) && Array.isArray(document['messages']);
  const records = isDocument ? recordsOf(document) : text.split('\n').map(parseJson).filter(isObject);
  const session = new Session();
  for (const record of records) session.take(record);
  return session.isRecognised ? session.result(transcript) : undefined;
}

/** A document as if it were lines. */
function recordsOf({ messages, ...metadata }: Fields): readonly Fields[] {
  return [metadata, ...(Array.isArray(messages) ? messages : []).filter(isObject)];
}

class Session {
  isRecognised = false;
  #id: string | undefined;
  #isSubagent = false;
  #startedAt: number | undefined;
  readonly #messages = new Map<string, Fields>();
  readonly #takenBack: (readonly [string, Fields])[] = [];

  take(record: Fields): void {
    const { id, type, $rewindTo: rewindTo, $set: changes } = record;
    if (isText(rewindTo)) this.#rewind(rewindTo);
    else if (isText(id) && isText(type)) {
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
      isSubagent: this.#isSubagent,
      messages: [...this.#messages].map(dated),
      takenBack: this.#takenBack.map(dated),
    };
  }

  /** That message and all after it; all there are when it is not known. */
  #rewind(id: string): void {
    const messages = [...this.#messages];
    const from = messages.findIndex(([known]) => known === id);
    for (const message of messages.slice(Math.max(from, 0))) {
      this.#takenBack.push(message);
      this.#messages.delete(message[0]);
    }
  }

  /** A change of the metadata may hold the messages once more, as they are after a compaction; those are known. */
  #describe({ sessionId, kind, startTime }: Fields): void {
    if (isText(sessionId)) {
      this.isRecognised = true;
      this.#id = sessionId;
    }
    if (isText(kind)) this.#isSubagent = kind === 'subagent';
    this.#startedAt = timeIn(startTime) ?? this.#startedAt;
  }
}
