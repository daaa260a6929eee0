/*
 * The subagent that a tool call starts, by the name under which the agent knows it.
 */

import { textAt } from '../attempts/tool-arguments.js';

/** Undefined for every call that starts no subagent, or one without a name. */
export function startedAgent(tool: string, args: unknown): string | undefined {
  if (!Object.hasOwn(agentTools, tool)) return undefined;
  return agentTools[tool]?.map((key) => textAt(args, key)).find((name) => name !== undefined);
}

/** The tools of all agents that start a subagent, with the arguments that may contain its name. */
const agentTools: Readonly<Record<string, readonly string[]>> = {
  Task: ['subagent_type'],
  Agent: ['subagent_type'],
  agent: ['subagent_type'],
  task: ['subagent_type', 'agent_type'],
  spawn_agent: ['agent_type'],
};
