/*
 * Reads rollouts of Codex: one item of the conversation per line, and events that repeat much of it. A forked session
 * copies the lines of its parent with a new id and new times, so keys use the oldest session that a file names. The items
 * that are repeated after a compaction are ignored.
 */

import { sha256Hex } from '../../text/hash.js';
import { parseJson } from '../../text/json.js';
import { countOr0, isObject, isTime } from '../../text/shape.js';
import {
  type CodexOutcome,
  outcomeOfEnd,
  outcomeOfOutput,
  textsIn,
  userMessage,
  wordsOf,
} from './codex-message.js';
import { isNonEmptyText, timeIn } from './fields.js';
import { scopedKey } from './keys.js';
import type { Observation } from './observation.js';
import type { LineFormat, LineReader, TranscriptFacts } from './reader.js';

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
      return type === 'event_msg' ? this.#event(payload) : [];
    }
    if (payload !== undefined || type === 'response_item' || type === 'event_msg') return undefined;
    // The first versions wrote the bare item, and the session data in the first line.
    return type === undefined ? this.#session(line) : this.#item(line);
  }

  /** The first session_meta is that of this session; those of copied sessions may follow. */
  #session({ id, session_id, forked_from_id, parent_thread_id, agent_role, source }: Fields): Observed {
    const memory = this.#memory;
    const own = isNonEmptyText(id) ? id : session_id;
    if (!isNonEmptyText(own)) return [];
    if (!memory.hasSession) {
      memory.hasSession = true;
      memory.session = own;
      memory.lineage = own;
      memory.isSubagent =
        isNonEmptyText(parent_thread_id) ||
        isNonEmptyText(agent_role) ||
        (isObject(source) && source['subagent'] !== undefined);
    }
    if (own === memory.lineage && isNonEmptyText(forked_from_id)) memory.lineage = forked_from_id;
    return [];
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
      default:
        return [];
    }
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
    return [{ type: 'prompt', ...this.#here(), key, text }];
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
    const key = isNonEmptyText(id) ? scopedKey(this.#memory.lineage, id) : this.#keyWithoutId(item, tool);
    return [{ type: 'call', ...this.#here(), key, tool, args }];
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
    const key = isNonEmptyText(id) ? scopedKey(this.#memory.lineage, id) : this.#memory.openCall;
    return key === undefined ? undefined : [{ type: 'result', ...this.#here(), key, ...outcome }];
  }

  #here(): Pick<Observation, 'session' | 'at'> {
    return { session: this.#memory.session, at: this.#memory.at };
  }
}

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

/** What the reader remembers between two readings of a growing file: small, plain data, checked when it is restored. */
interface CodexMemory {
  session: string;
  /** The oldest session whose lines the file copies, as far as known. */
  lineage: string;
  /** Whether the file has named its session. */
  hasSession: boolean;
  isSubagent: boolean;
  /** The time of the last line, for those that follow without one. */
  at: number;
  prompts: number;
  loads: number;
  callsWithoutId: number;
  /** The key of the last call without an id. */
  openCall?: string;
  /** Texts that were recorded in one form so far, and may still follow in the other. */
  toldOnce: string[];
}

/** The two forms in which the same text is recorded. */
type RecordForm = 'item' | 'event';

function readMemory(memory: unknown, { name, mtimeMs }: TranscriptFacts): CodexMemory {
  const known = isObject(memory) ? memory : {};
  const session = isNonEmptyText(known['session']) ? known['session'] : sessionIn(name);
  return {
    session,
    lineage: isNonEmptyText(known['lineage']) ? known['lineage'] : session,
    hasSession: known['hasSession'] === true,
    isSubagent: known['isSubagent'] === true,
    at: isTime(known['at']) ? known['at'] : Math.trunc(mtimeMs),
    prompts: countOr0(known['prompts']),
    loads: countOr0(known['loads']),
    callsWithoutId: countOr0(known['callsWithoutId']),
    ...(isNonEmptyText(known['openCall']) && { openCall: known['openCall'] }),
    toldOnce: Array.isArray(known['toldOnce']) ? known['toldOnce'].filter(isNonEmptyText) : [],
  };
}

/** `rollout-<time>-<id>.jsonl`, and `_<id of the file>` or `.zst` may follow. */
function sessionIn(name: string): string {
  return (
    /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i.exec(name)?.[0] ?? name.replace(/\.jsonl(?:\.zst)?$/, '')
  );
}
