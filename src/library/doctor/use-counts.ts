/*
 * How often an agent used each skill: by its own counters where it keeps any, else by what Coppice has counted. Agents
 * whose listing is full drop the descriptions of what they used least.
 */

import type { Agent, Machine } from '../../agents/agent.js';
import { locateCounters } from '../../agents/locate.js';
import type { Files } from '../../system/files.js';
import { unlessRefused } from '../../text/errors.js';
import { counterReaders } from '../../usage/rules/import-formats.js';
import type { UsageRecord } from '../../usage/rules/record.js';

/** By the name of the skill as the agent calls it. */
export function useCounts(
  files: Pick<Files, 'read'>,
  agent: Agent,
  machine: Machine,
  records: readonly UsageRecord[],
): ReadonlyMap<string, number> {
  const own = ownCounts(files, agent, machine);
  if (own !== undefined && own.size > 0) return own;
  const counts = new Map<string, number>();
  for (const { id, useCount } of records) {
    // `label:name`, or `plugin/skill`, which agents write with a colon.
    const name = id.includes(':') ? id.slice(id.indexOf(':') + 1) : id.replace('/', ':');
    counts.set(name, (counts.get(name) ?? 0) + useCount);
  }
  return counts;
}

function ownCounts(
  files: Pick<Files, 'read'>,
  agent: Agent,
  machine: Machine,
): ReadonlyMap<string, number> | undefined {
  const path = locateCounters(agent, machine);
  if (agent.counters === undefined || path === undefined) return undefined;
  const file = unlessRefused(() => files.read(path));
  const usage = file && counterReaders[agent.counters.format](new TextDecoder().decode(file.bytes));
  return usage && new Map(usage.skills.map(({ name, counters }) => [name, counters.useCount]));
}
