/*
 * Reads rollouts of Codex: one item of the conversation per line, and events that repeat much of it. A forked session
 * copies the lines of its parent with a new id and new times, so keys use the oldest session that a file names. The items
 * that are repeated after a compaction are ignored. A rollout does not state the platform, and a refusal has no words.
 */

import { sha256Hex } from '../../text/hash.js';
import { parseJson } from '../../text/json.js';
import { isCount, isObject } from '../../text/shape.js';
import { type CodexMemory, readMemory } from './codex-memory.js';
import {
  type CodexOutcome,
  outcomeOfEnd,
  outcomeOfOutput,
  textsIn,
  userMessage,
  wordsOf,
} from './codex-message.js';
import { factsOfSession } from './codex-session.js';
import { isNonEmptyText, nameIn, timeIn, tokensIn } from './fields.js';
import type { Call, Draft, Observation, Result } from './observation.js';
import type { LineFormat, LineReader, TranscriptFacts } from './reader.js';
import { scopedKey } from './scoped-key.js';

export const codexFormat: LineFormat = {
  begin: (transcript, memory) => new CodexReader(transcript, memory),
};

type Fields = Readonly<Record<string, unknown>>;
type Observed = readonly Observation[] | undefined;

class CodexReader implements LineReader {
  readonly #memory: CodexMemory;

  constructor(transcript: TranscriptFacts, memory: unknown) {
    this.#memory = readMemory(memory, transcript);
  }

  memory(): unknown {
    return { ...this.#memory, toldOnce: [...this.#memory.toldOnce] };
  }

  line(text: string): Observed {
    const line = parseJson(text);
    if (!isObject(line)) return undefined;
    const { type, payload, timestamp } = line;
    this.#memory.at = timeIn(timestamp) ?? this.#memory.at + 1;
    if (isObject(payload)) {
      if (type === 'session_meta') return this.#session(payload);
      if (type === 'response_item') return this.#item(payload);
      if (type === 'event_msg') return this.#event(payload);
      if (type === 'turn_context') this.#memory.model = nameIn(payload['model']) ?? this.#memory.model;
      return [];
    }
    if (payload !== undefined || type === 'response_item' || type === 'event_msg') return undefined;
    // The first versions wrote the bare item, and the session data in the first line.
    return type === undefined ? this.#session(line) : this.#item(line);
  }

  #session(meta: Fields): Observed {
    const facts = factsOfSession(meta, this.#memory);
    return facts === undefined ? [] : [{ type: 'facts', ...this.#here(), ...facts }];
  }

  #item(item: Fields): Observed {
    switch (item['type']) {
      case 'message':
        return this.#message(item);
      case 'function_call':
        return this.#call(item, toolOf(item), argumentsOf(item['arguments']));
      case 'custom_tool_call':
        return this.#call(item, toolOf(item), item['input'] ?? '');
      case 'local_shell_call':
        return this.#call(item, 'local_shell', item['action'] ?? {});
      case 'function_call_output':
      case 'custom_tool_call_output':
      case 'local_shell_call_output':
        return this.#result(item['call_id'], outcomeOfOutput(item['output']));
      default:
        return [];
    }
  }

  #event(event: Fields): Observed {
    switch (event['type']) {
      case 'user_message':
        return this.#prompt('event', userMessage(event['message']).typed);
      case 'agent_message':
        return this.#reply('event', event['message']);
      case 'exec_command_end':
      case 'patch_apply_end':
      case 'mcp_tool_call_end':
        return isNonEmptyText(event['call_id']) ? this.#result(event['call_id'], outcomeOfEnd(event)) : [];
      case 'token_count':
        this.#count(event['info']);
        return [];
      case 'task_started':
      case 'turn_started':
        this.#memory.promptsInTurn = 0;
        return [];
      case 'task_complete':
      case 'turn_complete':
        this.#memory.promptsInTurn = undefined;
        return [];
      case 'turn_aborted':
        return this.#aborted(event['reason']);
      default:
        return [];
    }
  }

  /** The count of a message follows the message, and precedes the outputs of its calls. */
  #count(info: unknown): void {
    const { total_token_usage: total, last_token_usage: last } = isObject(info) ? info : {};
    const totalTokens = isObject(total) ? total['total_tokens'] : undefined;
    const memory = this.#memory;
    if (isCount(totalTokens) && totalTokens === memory.totalTokens) return;
    memory.totalTokens = isCount(totalTokens) ? totalTokens : undefined;
    const count = isObject(last) ? tokensIn(last['output_tokens']) : undefined;
    if (memory.firstCall !== undefined && count !== undefined)
      memory.tokens = { call: memory.firstCall, count };
    memory.firstCall = undefined;
  }

  /** A turn also ends when another one replaces it, or when its budget is used up. */
  #aborted(reason: unknown): Observed {
    const memory = this.#memory;
    memory.promptsInTurn = undefined;
    if (reason !== 'interrupted' || memory.isSubagent) return [];
    memory.interruptions += 1;
    const key = JSON.stringify([memory.lineage, 'interruption', memory.interruptions]);
    return [{ type: 'interruption', ...this.#here(), key }];
  }

  #message({ role, content }: Fields): Observed {
    if (role === 'assistant') return this.#reply('item', textsIn(content).join('\n'));
    if (role !== 'user') return [];
    const { typed, skills } = userMessage(content);
    const loads = skills.map((skill): Observation => {
      this.#memory.loads += 1;
      const key = JSON.stringify([this.#memory.lineage, 'skill', skill.name, this.#memory.loads]);
      return { type: 'load', ...this.#here(), key, skill };
    });
    return [...this.#prompt('item', typed), ...loads];
  }

  #prompt(form: RecordForm, text: string): readonly Observation[] {
    const memory = this.#memory;
    const hash = shortHash(wordsOf(text));
    // Prompts of a subagent are written by the agent that started it.
    if (text === '' || memory.isSubagent || this.#isRepeated('prompt', form, hash)) return [];
    memory.prompts += 1;
    const key = JSON.stringify([memory.lineage, 'prompt', memory.prompts, hash]);
    const isQueued = memory.promptsInTurn !== undefined && memory.promptsInTurn > 0;
    if (memory.promptsInTurn !== undefined) memory.promptsInTurn += 1;
    return [{ type: 'prompt', ...this.#here(), key, text, ...(isQueued && { isQueued }) }];
  }

  #reply(form: RecordForm, text: unknown): readonly Observation[] {
    if (!isNonEmptyText(text) || this.#isRepeated('reply', form, shortHash(text))) return [];
    return [{ type: 'reply', ...this.#here(), text }];
  }

  /** Whether the same text was recorded before in the other form: as an item for an event, and vice versa. */
  #isRepeated(kind: 'prompt' | 'reply', form: RecordForm, hash: string): boolean {
    const { toldOnce } = this.#memory;
    const twin = toldOnce.indexOf(`${kind} ${form === 'item' ? 'event' : 'item'} ${hash}`);
    if (twin !== -1) toldOnce.splice(twin, 1);
    else toldOnce.push(`${kind} ${form} ${hash}`);
    if (toldOnce.length > maxPendingTexts) toldOnce.shift();
    return twin !== -1;
  }

  #call(item: Fields, tool: string | undefined, args: unknown): Observed {
    if (tool === undefined) return undefined;
    const id = item['call_id'];
    const memory = this.#memory;
    const key = isNonEmptyText(id) ? scopedKey(memory.lineage, id) : this.#keyWithoutId(item, tool);
    memory.firstCall ??= key;
    const { session, at, model } = memory;
    const call: Draft<Call> = { type: 'call', session, at, key, tool, args };
    if (model !== undefined) call.model = model;
    return [call];
  }

  /** Without ids, each call returns before the next one starts. */
  #keyWithoutId(item: Fields, tool: string): string {
    const memory = this.#memory;
    memory.callsWithoutId += 1;
    const content = [item['arguments'], item['input']].find(isNonEmptyText) ?? '';
    memory.openCall = JSON.stringify([memory.lineage, tool, memory.callsWithoutId, shortHash(content)]);
    return memory.openCall;
  }

  #result(id: unknown, outcome: CodexOutcome): Observed {
    const memory = this.#memory;
    const key = isNonEmptyText(id) ? scopedKey(memory.lineage, id) : memory.openCall;
    if (key === undefined) return undefined;
    const { session, at } = memory;
    const result: Draft<Result> = { type: 'result', session, at, key, ...outcome };
    if (memory.tokens?.call === key) {
      result.tokens = memory.tokens.count;
      memory.tokens = undefined;
    }
    return [result];
  }

  #here(): Pick<Observation, 'session' | 'at'> {
    return { session: this.#memory.session, at: this.#memory.at };
  }
}

/** The two forms in which the same text is recorded. */
type RecordForm = 'item' | 'event';

/** The item and the event of a text are close together. */
const maxPendingTexts = 8;

function toolOf({ name, namespace }: Fields): string | undefined {
  if (!isNonEmptyText(name)) return undefined;
  if (!isNonEmptyText(namespace) || name.startsWith(namespace)) return name;
  // The format that other agents use for tools of MCP servers.
  if (namespace.startsWith('mcp__')) return `${namespace}${namespace.endsWith('__') ? '' : '__'}${name}`;
  return `${namespace}.${name}`;
}

/** Parses JSON in a string; other text stays as it is. */
function argumentsOf(value: unknown): unknown {
  return typeof value === 'string' ? (parseJson(value) ?? value) : (value ?? {});
}

function shortHash(text: string): string {
  return sha256Hex(text).slice(0, 16);
}
