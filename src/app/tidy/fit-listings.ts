/*
 * Makes listings fit: of the skills that an agent lists as a whole, the least used become quiet for it, as many as its
 * listing has no room for. Nothing is changed here.
 */

import type { Agent } from '../../agents/agent.js';
import type { AgentName } from '../../agents/index.js';
import { agents } from '../../agents/index.js';
import type { Survey } from '../../curator/survey.js';
import { savedIfQuiet } from '../../library/doctor/listing-cost.js';
import { useCounts } from '../../library/doctor/use-counts.js';
import { quietSkills } from '../../library/quiet/quiet.js';
import type { ClientView, SeenSkill } from '../../library/rules/agent-view/client-view.js';
import type { SkillEntry } from '../../library/rules/entry.js';
import type { WriteDeps } from '../../library/write/write-target.js';
import type { Context } from '../context.js';
import { agentViews } from '../cost.js';
import { leastUsedToSave } from '../rules/fit-listing.js';
import { fullListing } from '../status/full-listing.js';
import { presentAgents } from '../status/present-agents.js';

/** A listing that is too long, and what makes it fit. */
export interface FittedListing {
  readonly agent: AgentName;
  readonly title: string;
  /** The characters that it needs now. */
  readonly characters: number;
  readonly limit: number;
  /** The characters that it needs with all changes; more than the limit where nothing is left to make quiet. */
  readonly charactersAfter: number;
  /** The ids of the skills to make quiet for this agent, besides those that change anyway. */
  readonly quiet: readonly string[];
}

/** What is going to change anyway. */
export interface PlannedChanges {
  readonly archived: ReadonlySet<string>;
  /** The agents for which each skill becomes quiet, by id. */
  readonly quietFor: ReadonlyMap<string, readonly string[]>;
}

/** `isOffered`: whether a skill may be made quiet at all. */
export async function fitListings(
  context: Context,
  survey: Survey,
  deps: WriteDeps,
  planned: PlannedChanges,
  isOffered: (id: string) => boolean,
): Promise<readonly FittedListing[]> {
  const { library, skills } = survey;
  const entries = [...skills.values()];
  const inspected = presentAgents(library);
  const fitted: FittedListing[] = [];
  for (const view of agentViews(context)) {
    const agent = agents.find(({ title }) => title === view.name);
    const { listing } = view;
    if (agent === undefined || listing === null) continue;
    const { limit } = listing;
    // The screen measures from fewer facts, and is to be satisfied too.
    const [onScreen] = inspected
      .filter((one) => one.agent.name === agent.name)
      .flatMap((one) => fullListing(survey, one, entries));
    const characters = Math.max(listing.characters, onScreen?.characters ?? 0);
    if (characters <= limit) continue;
    const savedAnyway = entries.reduce((sum, entry) => sum + savedBy(agent, view, entry, planned), 0);
    const whole = entries.filter(
      ({ id }) =>
        isOffered(id) && !planned.archived.has(id) && !planned.quietFor.get(id)?.includes(agent.name),
    );
    const { changes } = await quietSkills(library, deps, whole, {
      actor: 'user',
      agents: [agent.name],
      dryRun: true,
    });
    const quietable = new Set(changes.map(({ skill }) => skill));
    const counts = useCounts(library.files, agent, context, library.usage.all());
    const listed = whole
      .filter(({ id }) => quietable.has(id))
      .map(({ id, name, path }) => {
        const seen = seenAs(view, { name, path });
        return {
          id,
          useCount: counts.get(seen?.name ?? name) ?? 0,
          lastUsedAt: library.usage.get(id)?.lastUsedAt ?? 0,
          saved: seen === undefined ? 0 : savedIfQuiet(agent, seen),
        };
      });
    const { ids, saved } = leastUsedToSave(listed, characters - savedAnyway - limit);
    const charactersAfter = characters - savedAnyway - saved;
    fitted.push({ agent: agent.name, title: agent.title, characters, limit, charactersAfter, quiet: ids });
  }
  return fitted;
}

function savedBy(
  agent: Agent<AgentName>,
  view: ClientView,
  entry: SkillEntry,
  { archived, quietFor }: PlannedChanges,
): number {
  const isArchived = archived.has(entry.id);
  if (!isArchived && !quietFor.get(entry.id)?.includes(agent.name)) return 0;
  const seen = seenAs(view, entry);
  if (seen === undefined) return 0;
  return isArchived ? seen.characters : savedIfQuiet(agent, seen);
}

/** The agent may reach the package by a link, which has another path. */
function seenAs({ sees }: ClientView, { name, path }: Pick<SkillEntry, 'name' | 'path'>) {
  const seen: SeenSkill | undefined =
    sees.find((one) => one.path === path) ?? sees.find((one) => one.name === name);
  return seen?.listed === 'not-listed' && !seen.cut ? undefined : seen;
}
