/*
 * What skills take in the listings of the agents on this machine, measured as `coppice cost` does. Where several agents
 * list a skill it is the most that one of them spends on it; where none does, its name and description.
 */

import { fillListing, tokensOf } from '../../agents/listing.js';
import { countCharacters } from '../../text/utf8.js';
import type { SkillEntry } from '../rules/entry.js';
import { isUsedHere, type QuietLibrary, switchedAgents, switchFor } from './agent-switches.js';

/** The settings of the agents are read once. */
export function listingTokens(
  library: QuietLibrary,
  entries: readonly SkillEntry[],
): (entry: SkillEntry) => number {
  const characters = new Map<string, number>();
  for (const one of switchedAgents(library)) {
    const { agent, settings, machine } = one;
    if (!isUsedHere(library, one)) continue;
    const listed = entries.flatMap((entry) => {
      const skill = one.skillOf(entry);
      if (skill === undefined) return [];
      const state = switchFor(one, settings, skill)?.state;
      const wanted = state === undefined ? 'whole' : state === 'name-only' ? state : 'not-listed';
      return [{ ...measured(entry), scope: skill.scope, wanted } as const];
    });
    const facts = { documents: settings.documents, environment: machine.environment };
    for (const { entry, characters: needed } of fillListing(agent.listing, listed, facts).entries)
      characters.set(entry.path, Math.max(characters.get(entry.path) ?? 0, needed));
  }
  return ({ path, name, description }) =>
    tokensOf(characters.get(path) || name.length + countCharacters(description));
}

function measured({ name, path, description }: SkillEntry) {
  return { name, path, description: countCharacters(description), useCount: 0 };
}
