/*
 * The agents that Coppice knows. A new one is a record in a file of its own and a name in this list.
 */

import type { Agent } from './agent.js';
import { claude } from './claude.js';
import { codex } from './codex.js';
import { copilot } from './copilot.js';
import { cursor } from './cursor.js';
import { gemini } from './gemini.js';
import { hermes } from './hermes.js';
import { openclaw } from './openclaw.js';
import { opencode } from './opencode.js';
import { pi } from './pi.js';
import { qwen } from './qwen.js';

/** The order is that of the library's roots. */
export const agents = [claude, codex, gemini, opencode, hermes, openclaw, qwen, copilot, cursor, pi] as const;

export type AgentName = (typeof agents)[number]['name'];

export const agentNames: readonly AgentName[] = agents.map(({ name }) => name);

export function agentNamed(name: AgentName): Agent<AgentName> {
  const agent = agents.find((one) => one.name === name);
  if (agent === undefined) throw new TypeError(`there is no agent ${name}`);
  return agent;
}
