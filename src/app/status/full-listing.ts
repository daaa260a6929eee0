/*
 * The listings that need more room than their agents give them, measured from the entries that every command reads.
 */

import { fillListing } from '../../agents/listing.js';
import type { Survey } from '../../curator/survey.js';
import type { ReadingAgent } from '../../library/doctor/inspect-agent.js';
import { useCounts } from '../../library/doctor/use-counts.js';
import { switchedSkill } from '../../library/read/agent-switches.js';
import type { SkillEntry } from '../../library/rules/entry.js';
import { countCharacters } from '../../text/utf8.js';
import type { FullListing } from '../rules/attention.js';

/**
 * Measured as the doctor does, with the descriptions as they are listed: without what the agent cannot load, and with what
 * only Coppice withholds.
 */
export function fullListing(
  survey: Survey,
  inspected: ReadingAgent,
  entries: readonly SkillEntry[],
): readonly FullListing[] {
  const { agent, documents } = inspected;
  const { library } = survey;
  const { files } = library;
  if (agent.listing?.budget === undefined || library.plugins === undefined) return [];
  const { machine } = library.plugins;
  const counts = useCounts(files, agent, machine, library.usage.all());
  const listed = entries
    .filter((entry) => readsRootOf(inspected, entry) && !refuses(inspected, entry))
    .map((entry) => {
      const scope = entry.root.kind === 'project' ? ('project' as const) : ('user' as const);
      const skill = switchedSkill(files, agent, entry, scope);
      const turned = agent.settings?.switchOf(documents, skill, machine);
      return {
        id: entry.id,
        name: entry.name,
        path: entry.path,
        description: countCharacters(entry.description),
        scope,
        useCount: counts.get(entry.name) ?? 0,
        wanted: wantedBy(turned?.state),
      };
    });
  const { characters, limit } = fillListing(agent.listing, listed, {
    documents,
    environment: machine.environment,
  });
  if (limit === undefined || characters <= limit) return [];
  const isKept = isKeptIn(survey);
  const canFit =
    agent.settings?.quiet !== undefined &&
    listed.some(({ id, wanted, scope }) => wanted === 'whole' && scope === 'user' && !isKept(id));
  return [{ agent: agent.title, characters, limit, canFit }];
}

/** What `coppice tidy` leaves alone although it could be quiet. */
function isKeptIn({ records, facts }: Survey): (id: string) => boolean {
  const pinned = new Set(records.filter((record) => record.pinned).map(({ id }) => id));
  return (id) => pinned.has(id) || facts.required.has(id) || facts.referenced.has(id);
}

function wantedBy(state: 'off' | 'name-only' | 'user-only' | undefined) {
  if (state === undefined) return 'whole' as const;
  return state === 'name-only' ? ('name-only' as const) : ('not-listed' as const);
}

export function readsRootOf({ roots }: ReadingAgent, { root, alsoIn }: SkillEntry): boolean {
  return [root, ...alsoIn].some(({ path }) => roots.some((read) => read.path === path));
}

export function refuses({ agent }: ReadingAgent, { diagnostics }: SkillEntry): boolean {
  return diagnostics.some(({ code }) => agent.skills.refuses.includes(code));
}
