/*
 * What the skills cost each agent: the tokens that its listing takes in every prompt, which of them were for skills that
 * nobody used, and what would be saved if these were quiet. Tokens are estimated by their characters.
 */

import type { Agent } from '../../agents/agent.js';
import { type AgentName, agents } from '../../agents/index.js';
import { charactersPerToken, tokensOf } from '../../agents/listing.js';
import { dayMs } from '../../text/time.js';
import { compareText } from '../../text/utf8.js';
import type { ClientView, SeenSkill } from '../rules/agent-view/client-view.js';

export interface AgentCost {
  readonly agent: AgentName;
  readonly title: string;
  /** The skills that belong into the listing. */
  readonly listed: number;
  /** How many of them were used in the time that is asked about. */
  readonly used: number;
  /** What all of them take before anything is cut. */
  readonly tokens: number;
  /** The most that the agent spends on them; null where it has no limit, or none is known. */
  readonly budgetTokens: number | null;
  /** How many lose a part of their description, or all of it. */
  readonly cut: number;
  /** What the agent would need if the unused were quiet; null where it has no switch for them. */
  readonly tokensIfQuiet: number | null;
  /** The dearest first. */
  readonly unused: readonly UnusedCost[];
}

export interface UnusedCost {
  /** The id; null where Coppice does not list the skill. */
  readonly id: string | null;
  readonly name: string;
  readonly path: string;
  readonly tokens: number;
  /** What is saved if it is quiet; 0 where the agent has no switch. */
  readonly savedTokens: number;
  /** Null for a skill that was never used. */
  readonly lastUsedAt: number | null;
}

/** When skills were last used. */
export interface LastUses {
  /** The id of the skill in this SKILL.md. */
  readonly idOf: (path: string) => string | undefined;
  /** By id, where it is known, or by the name that the agent uses; 0 for never. */
  readonly lastUse: (
    agent: AgentName,
    skill: { readonly id?: string | undefined; readonly name: string },
  ) => number;
}

/** In the order of the views; the view of Coppice itself is no agent's. */
export function listingCosts(
  views: readonly ClientView[],
  uses: LastUses,
  { now, days }: { readonly now: number; readonly days: number },
): readonly AgentCost[] {
  return views.flatMap((view) => {
    const agent = agents.find(({ title }) => title === view.name);
    return agent === undefined ? [] : [costOf(agent, view, uses, now - days * dayMs)];
  });
}

function costOf(agent: Agent<AgentName>, view: ClientView, uses: LastUses, since: number): AgentCost {
  const inListing = view.sees.filter(({ listed, cut }) => listed !== 'not-listed' || cut);
  const skills = inListing.map((seen) => {
    const id = uses.idOf(seen.path);
    return { seen, id, lastUsedAt: uses.lastUse(agent.name, { id, name: seen.name }) };
  });
  const unused = skills.filter(({ lastUsedAt }) => lastUsedAt < since || lastUsedAt === 0);
  const characters = inListing.reduce((sum, seen) => sum + seen.characters, 0);
  const saved = unused.reduce((sum, { seen }) => sum + savedIfQuiet(agent, seen), 0);
  return {
    agent: agent.name,
    title: agent.title,
    listed: inListing.length,
    used: skills.length - unused.length,
    tokens: tokensOf(characters),
    budgetTokens: view.listing === null ? null : Math.floor(view.listing.limit / charactersPerToken),
    cut: inListing.filter(({ cut }) => cut).length,
    tokensIfQuiet: agent.settings?.quiet === undefined ? null : tokensOf(characters - saved),
    unused: unused
      .map(({ seen, id, lastUsedAt }) => ({
        id: id ?? null,
        name: seen.name,
        path: seen.path,
        tokens: tokensOf(seen.characters),
        savedTokens: tokensOf(savedIfQuiet(agent, seen)),
        lastUsedAt: lastUsedAt === 0 ? null : lastUsedAt,
      }))
      .sort((a, b) => b.tokens - a.tokens || compareText(a.name, b.name)),
  };
}

/** The characters, by the mildest switch. What is listed by its name already has no description to save. */
export function savedIfQuiet(
  { settings }: Pick<Agent, 'settings'>,
  { characters, ofDescription }: SeenSkill,
): number {
  const level = settings?.quiet?.levels[0]?.state;
  if (level === undefined) return 0;
  return level === 'name-only' ? ofDescription : characters;
}
