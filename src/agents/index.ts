/*
 * The agents that Coppice knows. To add an agent, write its record in a file of its own, and add it to this list and its
 * name to that of `names.ts`.
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

/** The library orders its roots in the same way. */
export const agents = [claude, codex, gemini, opencode, hermes, openclaw, qwen, copilot, cursor, pi] as const;

export type AgentName = (typeof agents)[number]['name'];

export function agentNamed(name: AgentName): Agent<AgentName> {
  const agent = agents.find((one) => one.name === name);
  if (agent === undefined) throw new TypeError(`unknown agent: ${name}`);
  return agent;
}
