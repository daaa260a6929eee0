/*
 * What the skills cost the agents on this machine: what the doctor works out about their listings, with what is known
 * about the use of each skill.
 */

import { type AgentName, agentNamed } from '../agents/index.js';
import { loadState } from '../curator/state.js';
import { examine } from '../library/doctor/doctor.js';
import { type AgentCost, type LastUses, listingCosts } from '../library/doctor/listing-cost.js';
import { agentsNameOf, ownCounters } from '../library/doctor/use-counts.js';
import { readCatalog } from '../library/read/catalog.js';
import { offeredPluginSkills } from '../library/read/plugins.js';
import type { ClientView } from '../library/rules/agent-view/client-view.js';
import { homePaths } from '../system/home.js';
import type { UsageRecord } from '../usage/rules/record.js';
import { type Context, wholeLibraryOf } from './context.js';

export interface CostRequest {
  /** Only this agent, even if it is not used on this machine. */
  readonly agent?: AgentName | undefined;
  readonly days: number;
}

export function agentCosts(context: Context, { agent, days }: CostRequest): readonly AgentCost[] {
  const library = wholeLibraryOf(context);
  const views = agentViews(context, agent);
  const { skills, hidden } = readCatalog(library);
  const entries = [...skills, ...hidden.map(({ entry }) => entry), ...offeredPluginSkills(library)];
  const ids = new Map(entries.map(({ path, id }) => [path, id]));
  const uses = lastUses(context, library.usage.all(), (path) => ids.get(path));
  return listingCosts(views, uses, { now: context.clock.now(), days });
}

/** What each agent on this machine sees, as the doctor works it out. */
export function agentViews(context: Context, agent?: AgentName): readonly ClientView[] {
  const { files, home, configPath = homePaths(home).config } = context;
  const { clients } = examine({
    ...context,
    configPath,
    usage: wholeLibraryOf(context).usage,
    loadCuratorState: () => loadState({ files, home }),
    only: [],
    ...(agent !== undefined && { agent }),
  });
  const only = agent && agentNamed(agent).title;
  return clients.filter(({ name, present }) => (only === undefined ? present : name === only));
}

/** The later of what Coppice counted and of what the agent counted itself. */
function lastUses(
  context: Context,
  records: readonly UsageRecord[],
  idOf: (path: string) => string | undefined,
): LastUses {
  const byId = new Map(records.map(({ id, lastUsedAt }) => [id, lastUsedAt]));
  const byName = new Map<string, number>();
  for (const { id, lastUsedAt } of records) {
    const name = agentsNameOf(id);
    byName.set(name, Math.max(byName.get(name) ?? 0, lastUsedAt));
  }
  const own = new Map<AgentName, ReturnType<typeof ownCounters>>();
  return {
    idOf,
    lastUse: (agent, { id, name }) => {
      if (!own.has(agent)) own.set(agent, ownCounters(context.files, agentNamed(agent), context));
      const counted = (id === undefined ? byName.get(name) : byId.get(id)) ?? 0;
      return Math.max(counted, own.get(agent)?.get(name)?.lastUsedAt ?? 0);
    },
  };
}
