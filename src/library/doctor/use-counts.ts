/*
 * How often an agent used each skill: by its own counters where it keeps any, else by what Coppice has counted. Agents
 * whose listing is full drop the descriptions of what they used least.
 */

import type { Agent, Machine } from '../../agents/agent.js';
import { locateCounters } from '../../agents/locate.js';
import type { Files } from '../../system/files.js';
import { unlessRefused } from '../../text/errors.js';
import type { Counters } from '../../usage/rules/counters.js';
import { counterReaders } from '../../usage/rules/import-formats.js';
import type { UsageRecord } from '../../usage/rules/record.js';

/** By the name of the skill as the agent calls it. */
export function useCounts(
  files: Pick<Files, 'read'>,
  agent: Agent,
  machine: Machine,
  records: readonly UsageRecord[],
): ReadonlyMap<string, number> {
  const own = ownCounters(files, agent, machine);
  if (own.size > 0) return new Map([...own].map(([name, { useCount }]) => [name, useCount]));
  const counts = new Map<string, number>();
  for (const { id, useCount } of records) {
    const name = agentsNameOf(id);
    counts.set(name, (counts.get(name) ?? 0) + useCount);
  }
  return counts;
}

/** How agents call the skill of an id: `label:name`, or `plugin/skill`, which they write with a colon. */
export function agentsNameOf(id: string): string {
  return id.includes(':') ? id.slice(id.indexOf(':') + 1) : id.replace('/', ':');
}

/** The agent's own counters, by its names of the skills; empty where it keeps none. */
export function ownCounters(
  files: Pick<Files, 'read'>,
  agent: Agent,
  machine: Machine,
): ReadonlyMap<string, Counters> {
  const path = locateCounters(agent, machine);
  if (agent.counters === undefined || path === undefined) return new Map();
  const file = unlessRefused(() => files.read(path));
  const usage = file && counterReaders[agent.counters.format](new TextDecoder().decode(file.bytes));
  return new Map(usage?.skills.map(({ name, counters }) => [name, counters]) ?? []);
}
