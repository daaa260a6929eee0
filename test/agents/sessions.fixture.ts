/*
 * One session per agent that uses a skill, written in the format and the location of that agent. The paths are literal,
 * so that a record that names another folder is noticed.
 */

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DefinitionKind } from '../../src/agents/agent.js';
import type { SessionAgent } from '../../src/agents/sessions/reader.js';
import { openDatabase } from '../../src/system/sqlite.js';

export type ReadAgent = Exclude<SessionAgent, 'generic'>;

export interface UsedSkill {
  readonly name: string;
  /** The SKILL.md, absolute. */
  readonly path: string;
}

export const usedAt = '2026-08-01T10:00:00.000Z';

/** The user's home is on the real disk, because databases are opened there. */
export async function writeSession(agent: ReadAgent, userHome: string, skill: UsedSkill): Promise<void> {
  const path = join(userHome, filePaths[agent]);
  mkdirSync(dirname(path), { recursive: true });
  if (agent === 'opencode') await writeOpencode(path, 'skill', { name: skill.name });
  else writeFileSync(path, texts[agent](skill));
}

/** A session that uses a subagent or a command of this name. */
export async function writeDefinitionSession(
  agent: ReadAgent,
  kind: DefinitionKind,
  userHome: string,
  name: string,
): Promise<void> {
  const path = join(userHome, filePaths[agent]);
  mkdirSync(dirname(path), { recursive: true });
  if (agent === 'opencode') await writeOpencode(path, 'task', { prompt: 'go', subagent_type: name });
  else writeFileSync(path, definitionTexts[kind][agent]?.(name) ?? '');
}

const filePaths: Readonly<Record<ReadAgent, string>> = {
  claude: '.claude/projects/-work-app/session.jsonl',
  codex: '.codex/sessions/2026/08/01/rollout-1.jsonl',
  gemini: '.gemini/tmp/app/chats/session-1.json',
  opencode: '.local/share/opencode/opencode.db',
  hermes: '.hermes/sessions/session_1.json',
  openclaw: '.openclaw/agents/main/sessions/s.jsonl',
  qwen: '.qwen/projects/app/chats/s.jsonl',
  copilot: '.copilot/session-state/s/events.jsonl',
  pi: '.pi/agent/sessions/--work-app--/2026_s.jsonl',
};

const texts: Readonly<Record<Exclude<ReadAgent, 'opencode'>, (skill: UsedSkill) => string>> = {
  claude: ({ name }) => claudeCall('Skill', { skill: name }, `Launching skill: ${name}`),
  codex: ({ path }) => {
    const line = (type: string, payload: unknown) => JSON.stringify({ timestamp: usedAt, type, payload });
    const shell = { type: 'function_call', name: 'exec_command', call_id: 'call_1' };
    return [
      line('session_meta', { id: 'thread-1', session_id: 'thread-1', timestamp: usedAt, cwd: '/work/app' }),
      line('response_item', { ...shell, arguments: JSON.stringify({ cmd: `cat ${path}` }) }),
      line('response_item', { type: 'function_call_output', call_id: 'call_1', output: '# Skill' }),
      '',
    ].join('\n');
  },
  gemini: ({ name }) => {
    const call = { id: 'c1', name: 'activate_skill', args: { name }, status: 'success', timestamp: usedAt };
    const message = { id: 'm1', timestamp: usedAt, type: 'gemini', content: '', toolCalls: [call] };
    return JSON.stringify({ sessionId: 's', startTime: usedAt, kind: 'main', messages: [message] });
  },
  openclaw: ({ path }) => piCall('read', { path }),
  qwen: ({ name }) => qwenCall('skill', { skill: name }),
  copilot: ({ name }) => copilotCall('skill', { skill: name }),
  pi: ({ path }) => piCall('read', { path }),
  hermes: ({ name }) => {
    const call = { name: 'skill_view', arguments: JSON.stringify({ name }) };
    const messages = [
      { role: 'assistant', content: null, tool_calls: [{ id: 'call_1', type: 'function', function: call }] },
      { role: 'tool', tool_call_id: 'call_1', content: JSON.stringify({ success: true, name }) },
    ];
    return JSON.stringify({ session_id: 's', session_start: usedAt, last_updated: usedAt, messages });
  },
};

const definitionTexts: Readonly<
  Record<DefinitionKind, Readonly<Partial<Record<ReadAgent, (name: string) => string>>>>
> = {
  agent: {
    claude: (name) => claudeCall('Task', { prompt: 'go', subagent_type: name }, 'Done.'),
    qwen: (name) => qwenCall('task', { prompt: 'go', subagent_type: name }),
    copilot: (name) => copilotCall('task', { prompt: 'go', agent_type: name }),
  },
  command: {
    claude: (name) => {
      const given = `<command-message>${name}</command-message>\n<command-name>/${name}</command-name>`;
      const lines = [
        claudeLine('a', 'user', given, { promptId: 'p' }),
        claudeLine('b', 'user', [{ type: 'text', text: 'Do this.' }], { promptId: 'p', isMeta: true }),
      ];
      return `${lines.join('\n')}\n`;
    },
    qwen: (name) => {
      const systemPayload = { phase: 'invocation', rawCommand: `/${name}`, sentToModel: true };
      return qwenLine('a', 'system', { subtype: 'slash_command', systemPayload });
    },
  },
};

function qwenCall(name: string, args: unknown): string {
  const call = { functionCall: { id: 'c1', name, args } };
  return qwenLine('a', 'assistant', { message: { role: 'model', parts: [call] } });
}

function qwenLine(uuid: string, type: string, facts: object): string {
  return `${JSON.stringify({ uuid, parentUuid: null, sessionId: 's', timestamp: usedAt, type, ...facts })}\n`;
}

function copilotCall(toolName: string, args: unknown): string {
  const data = { toolCallId: 'c1', toolName, arguments: args };
  return `${JSON.stringify({ type: 'tool.execution_start', data, id: 'e', timestamp: usedAt })}\n`;
}

function piCall(name: string, args: unknown): string {
  const content = [{ type: 'toolCall', id: 'c1', name, arguments: args }];
  return `${JSON.stringify({ type: 'message', timestamp: usedAt, message: { role: 'assistant', content } })}\n`;
}

function claudeCall(name: string, input: unknown, output: string): string {
  const call = { type: 'tool_use', id: 'toolu_1', name, input };
  const result = { type: 'tool_result', tool_use_id: 'toolu_1', content: output };
  return `${claudeLine('a', 'assistant', [call])}\n${claudeLine('b', 'user', [result])}\n`;
}

function claudeLine(uuid: string, type: string, content: unknown, facts: object = {}): string {
  const message = { id: uuid, role: type, content };
  return JSON.stringify({ type, uuid, sessionId: 's', timestamp: usedAt, message, ...facts });
}

async function writeOpencode(path: string, tool: string, input: unknown): Promise<void> {
  const database = await openDatabase(path);
  const at = Date.parse(usedAt);
  const state = { status: 'completed', input, output: '# Done', time: { start: at, end: at } };
  const part = JSON.stringify({ type: 'tool', tool, callID: 'call_1', state });
  const message = JSON.stringify({ role: 'assistant', time: { created: at } });
  try {
    database.exec(`
      CREATE TABLE session (id TEXT PRIMARY KEY, parent_id TEXT, time_created INTEGER, time_updated INTEGER);
      CREATE TABLE message (id TEXT PRIMARY KEY, session_id TEXT, time_created INTEGER, time_updated INTEGER,
        data TEXT);
      CREATE TABLE part (id TEXT PRIMARY KEY, message_id TEXT, session_id TEXT, time_created INTEGER,
        time_updated INTEGER, data TEXT);`);
    database.prepare('INSERT INTO session VALUES (?, NULL, ?, ?)').run('s', at, at);
    database.prepare('INSERT INTO message VALUES (?, ?, ?, ?, ?)').run('m', 's', at, at, message);
    database.prepare('INSERT INTO part VALUES (?, ?, ?, ?, ?, ?)').run('p', 'm', 's', at, at, part);
  } finally {
    database.close();
  }
}
