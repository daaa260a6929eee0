/*
 * Reads sessions of Pi, one entry per line, and of OpenClaw, which writes the same entries. A session is a tree: a user who
 * goes back leaves the abandoned branch in the file, and what happened in it counts. A session states neither its platform
 * nor whether a person typed, and a call that the user refused looks like one that failed.
 */

import { sha256Hex } from '../../text/hash.js';
import { parseJson } from '../../text/json.js';
import { isObject, isTime } from '../../text/shape.js';
import { isNonEmptyText, nameIn, pathIn, timeIn, tokensIn } from './fields.js';
import type { Call, Draft, Observation, SkillMention } from './observation.js';
import type { LineFormat, LineReader, TranscriptFacts } from './reader.js';
import { scopedKey } from './scoped-key.js';

export const piFormat: LineFormat = {
  begin: (transcript, memory) => new PiReader(transcript, memory),
};

type Fields = Readonly<Record<string, unknown>>;

export class PiReader implements LineReader {
  #session: string;
  #at: number;

  /** The file is named after the time and the id of the session. */
  constructor({ name, mtimeMs }: TranscriptFacts, memory?: unknown) {
    const { session, at } = isObject(memory) ? memory : {};
    this.#session = nameIn(session) ?? (name.replace(/\.jsonl(?:\..*)?$/, '').replace(/^.*_/, '') || name);
    this.#at = isTime(at) ? at : Math.trunc(mtimeMs);
  }

  memory(): unknown {
    return { session: this.#session, at: this.#at };
  }

  /** `writtenAt` is for an entry without a time. */
  line(text: string, writtenAt?: number): readonly Observation[] | undefined {
    const entry = parseJson(text);
    if (!isObject(entry)) return undefined;
    const { type, message } = entry;
    this.#at = timeIn(entry['timestamp']) ?? writtenAt ?? this.#at + 1;
    if (type === 'session') return this.#start(entry);
    if (type !== 'message') return [];
    return isObject(message) ? this.#message(message) : undefined;
  }

  #start({ id, cwd, parentSession }: Fields): readonly Observation[] {
    this.#session = nameIn(id) ?? this.#session;
    const folder = pathIn(cwd);
    const root = parentOf(parentSession);
    if (folder === undefined && root === undefined) return [];
    const facts = { ...(folder !== undefined && { folder }), ...(root !== undefined && { root }) };
    return [{ type: 'facts', ...this.#here(), ...facts }];
  }

  #message(message: Fields): readonly Observation[] {
    switch (message['role']) {
      case 'user':
        return this.#user(message);
      case 'assistant':
        return this.#assistant(message);
      case 'toolResult':
        return this.#result(message);
      default:
        return [];
    }
  }

  /** A skill that the user named comes before the other words of the message. */
  #user(message: Fields): readonly Observation[] {
    const { typed, skill } = userText(textOf(message['content']));
    // The same in every copy of the session.
    const place = `${timeIn(message['timestamp']) ?? this.#at}:${sha256Hex(`${skill?.name}\n${typed}`).slice(0, 16)}`;
    const observations: Observation[] = [];
    const text = typed === '' && skill !== undefined ? `/skill:${skill.name}` : typed;
    if (text !== '') observations.push({ type: 'prompt', ...this.#here(), key: `prompt:${place}`, text });
    if (skill !== undefined)
      observations.push({ type: 'load', ...this.#here(), key: `skill:${place}`, skill });
    return observations;
  }

  #assistant(message: Fields): readonly Observation[] {
    const { content, usage, stopReason } = message;
    const observations: Observation[] = [];
    const model = nameIn(message['model']);
    let tokens = isObject(usage) ? tokensIn(usage['output']) : undefined;
    for (const part of Array.isArray(content) ? content.filter(isObject) : []) {
      const { type, text, id, name } = part;
      if (type === 'text' && isNonEmptyText(text) && text.trim() !== '')
        observations.push({ type: 'reply', ...this.#here(), text });
      if (type !== 'toolCall' || !isNonEmptyText(id) || !isNonEmptyText(name)) continue;
      const key = scopedKey(this.#session, id);
      const call: Draft<Call> = {
        ...{ type: 'call', ...this.#here(), key, tool: name },
        args: part['arguments'] ?? {},
      };
      if (model !== undefined) call.model = model;
      if (tokens !== undefined) call.tokens = tokens;
      tokens = undefined;
      observations.push(call);
    }
    if (stopReason === 'aborted') {
      const at = timeIn(message['timestamp']) ?? this.#at;
      observations.push({
        type: 'interruption',
        ...this.#here(),
        key: `interruption:${this.#session}:${at}`,
      });
    }
    return observations;
  }

  #result({ toolCallId, content, isError }: Fields): readonly Observation[] {
    if (!isNonEmptyText(toolCallId)) return [];
    const key = scopedKey(this.#session, toolCallId);
    const output = textOf(content);
    const stated = typeof isError === 'boolean' ? { isError } : {};
    return [{ type: 'result', ...this.#here(), key, output, ...stated }];
  }

  #here(): Pick<Observation, 'session' | 'at'> {
    return { session: this.#session, at: this.#at };
  }
}

/** The parent is given by its file, which is named after the time and the id. */
function parentOf(value: unknown): string | undefined {
  const file = pathIn(value);
  return file === undefined
    ? undefined
    : nameIn(
        file
          .replace(/^.*[/\\]/, '')
          .replace(/\.jsonl$/, '')
          .replace(/^.*_/, ''),
      );
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  const parts: readonly unknown[] = Array.isArray(content) ? content : [];
  return parts
    .map((part) => (isObject(part) && part['type'] === 'text' ? part['text'] : undefined))
    .filter((text) => typeof text === 'string')
    .join('\n');
}

interface UserText {
  readonly typed: string;
  readonly skill?: SkillMention;
}

const skillStart = /^<skill name="([^"\n]{1,200})" location="([^"\n]{1,1000})">\n/;
const skillEnd = '\n</skill>';

/** Pi replaces `/skill:name words` with the text of the skill in a tag, followed by the words. */
function userText(text: string): UserText {
  const [start, name, location = ''] = skillStart.exec(text) ?? [];
  if (start === undefined || name === undefined) return { typed: text.trim() };
  const end = text.lastIndexOf(skillEnd);
  const typed = end === -1 ? '' : text.slice(end + skillEnd.length).trim();
  const folder = /^(.+)[/\\]SKILL\.md$/i.exec(location)?.[1];
  return { typed, skill: folder === undefined ? { name } : { name, folder } };
}
