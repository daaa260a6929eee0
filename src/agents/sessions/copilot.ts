/*
 * Reads sessions of GitHub Copilot's command line, one event per line. Its maintainers promise no format, so every field
 * may be missing. A skill that the model loads is a call of the tool `skill` and an event; one that the user names is only
 * the event.
 */

import { parseJson } from '../../text/json.js';
import { isObject, isTime } from '../../text/shape.js';
import { isNonEmptyText, nameIn, pathIn, timeIn, tokensIn } from './fields.js';
import type { Call, Draft, Observation, Result } from './observation.js';
import type { LineFormat, LineReader, TranscriptFacts } from './reader.js';
import { scopedKey } from './scoped-key.js';

export const copilotFormat: LineFormat = {
  begin: (transcript, memory) => new CopilotReader(transcript, memory),
};

type Fields = Readonly<Record<string, unknown>>;

/** Loads of skills whose event has not come yet. */
const maxOpenLoads = 32;

class CopilotReader implements LineReader {
  #session: string;
  #at: number;
  #model: string | undefined;
  /** The tokens of the last message, until a call has them. */
  #tokens: number | undefined;
  /** Keys of calls that load skills, by the name of the skill. */
  readonly #openLoads: Map<string, string>;

  /** The folder of the file is named after the session. */
  constructor({ folder, name, mtimeMs }: TranscriptFacts, memory: unknown) {
    const { session, at, model, tokens, openLoads } = isObject(memory) ? memory : {};
    this.#session = nameIn(session) ?? nameIn(folder) ?? (name.replace(/\.jsonl$/, '') || name);
    this.#at = isTime(at) ? at : Math.trunc(mtimeMs);
    this.#model = nameIn(model);
    this.#tokens = tokensIn(tokens);
    this.#openLoads = new Map(
      (Array.isArray(openLoads) ? openLoads : []).flatMap((pair: unknown) => {
        const [skill, key]: readonly unknown[] = Array.isArray(pair) ? pair : [];
        return typeof skill === 'string' && typeof key === 'string' ? [[skill, key] as const] : [];
      }),
    );
  }

  memory(): unknown {
    return {
      session: this.#session,
      at: this.#at,
      model: this.#model,
      tokens: this.#tokens,
      openLoads: [...this.#openLoads],
    };
  }

  line(text: string): readonly Observation[] | undefined {
    const event = parseJson(text);
    if (!isObject(event)) return undefined;
    const { type, data } = event;
    this.#at = timeIn(event['timestamp']) ?? this.#at + 1;
    if (typeof type !== 'string' || !isObject(data)) return type === undefined ? undefined : [];
    return this.#event(type, data, nameIn(event['id']) ?? `${this.#session}:${this.#at}`);
  }

  #event(type: string, data: Fields, id: string): readonly Observation[] {
    switch (type) {
      case 'session.start':
      case 'session.resume':
        return this.#start(data);
      case 'session.model_change':
        this.#model = nameIn(data['newModel']) ?? this.#model;
        return [];
      case 'user.message':
        return this.#prompt(data, id);
      case 'assistant.message':
        return this.#reply(data);
      case 'tool.execution_start':
        return this.#call(data);
      case 'tool.execution_complete':
        return this.#result(data);
      case 'skill.invoked':
        return this.#skill(data, id);
      case 'abort':
        return [{ type: 'interruption', ...this.#here(), key: `interruption:${id}` }];
      case 'session.shutdown':
        return [{ type: 'end', ...this.#here() }];
      default:
        return [];
    }
  }

  #start({ sessionId, context, selectedModel }: Fields): readonly Observation[] {
    this.#session = nameIn(sessionId) ?? this.#session;
    this.#model = nameIn(selectedModel) ?? this.#model;
    const folder = isObject(context) ? pathIn(context['cwd']) : undefined;
    return folder === undefined ? [] : [{ type: 'facts', ...this.#here(), folder }];
  }

  /** `transformedContent` also has what the program added. */
  #prompt({ content, source }: Fields, id: string): readonly Observation[] {
    // A message that a skill or the program sends in the user's name has a source.
    const isTyped = source === undefined || source === null || source === 'user';
    if (!isTyped || !isNonEmptyText(content) || content.trim() === '') return [];
    return [{ type: 'prompt', ...this.#here(), key: `prompt:${id}`, text: content.trim() }];
  }

  #reply({ content, model, outputTokens }: Fields): readonly Observation[] {
    this.#model = nameIn(model) ?? this.#model;
    this.#tokens = tokensIn(outputTokens);
    if (!isNonEmptyText(content) || content.trim() === '') return [];
    return [{ type: 'reply', ...this.#here(), text: content }];
  }

  #call({
    toolCallId,
    toolName,
    arguments: args,
    mcpServerName,
    mcpToolName,
  }: Fields): readonly Observation[] {
    if (!isNonEmptyText(toolCallId) || !isNonEmptyText(toolName)) return [];
    const isOfServer = isNonEmptyText(mcpServerName) && isNonEmptyText(mcpToolName);
    const tool = isOfServer ? `mcp__${mcpServerName}__${mcpToolName}` : toolName;
    const key = scopedKey(this.#session, toolCallId);
    const call: Draft<Call> = { type: 'call', ...this.#here(), key, tool, args: args ?? {} };
    if (this.#model !== undefined) call.model = this.#model;
    if (this.#tokens !== undefined) call.tokens = this.#tokens;
    this.#tokens = undefined;
    const skill = tool === 'skill' && isObject(args) ? nameIn(args['skill'] ?? args['name']) : undefined;
    if (skill !== undefined) this.#openLoads.set(skill, key);
    for (const oldest of this.#openLoads.keys()) {
      if (this.#openLoads.size <= maxOpenLoads) break;
      this.#openLoads.delete(oldest);
    }
    return [call];
  }

  #result(data: Fields): readonly Observation[] {
    const { toolCallId } = data;
    if (!isNonEmptyText(toolCallId)) return [];
    const key = scopedKey(this.#session, toolCallId);
    return [{ type: 'result', ...this.#here(), key, ...copilotOutcome(data) }];
  }

  #skill({ name, path }: Fields, id: string): readonly Observation[] {
    const skill = nameIn(name);
    if (skill === undefined) return [];
    const folder = /^(.+)[/\\]SKILL\.md$/i.exec(pathIn(path) ?? '')?.[1];
    const key = this.#openLoads.get(skill);
    if (key === undefined) {
      const mention = folder === undefined ? { name: skill } : { name: skill, folder };
      return [{ type: 'load', ...this.#here(), key: `skill:${id}`, skill: mention }];
    }
    this.#openLoads.delete(skill);
    return folder === undefined ? [] : [{ type: 'located', ...this.#here(), key, folder }];
  }

  #here(): Pick<Observation, 'session' | 'at'> {
    return { session: this.#session, at: this.#at };
  }
}

/** Some versions record only whether a call succeeded. */
function copilotOutcome({ success, result, error }: Fields): Pick<Result, 'output' | 'isError' | 'ended'> {
  const { message, code } = isObject(error) ? error : { message: error };
  const content = isObject(result) ? (result['content'] ?? result['detailedContent']) : result;
  const output = (success === false ? (message ?? content) : content) ?? '';
  if (code === 'rejected' || code === 'denied') return { output: '', isError: true, ended: 'refused' };
  return typeof success === 'boolean' ? { output, isError: !success } : { output };
}
