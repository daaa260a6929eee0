/*
 * Where an item goes in a project, for each agent: a table, and nothing else. Every agent has a folder for skills; only
 * Claude Code reads agents and commands from files, which are then links to the SKILL.md of their package.
 */

import type { Kind } from '../../registry/api/names.js';
import type { ItemName } from '../rules/manifest.js';
import { type AgentName, agentNames } from '../rules/manifest.js';

export interface Place {
  /** Relative to the project, with forward slashes. */
  readonly folder: string;
  readonly name: string;
  readonly holds: Holding;
}

/** The folder of the package, or only its SKILL.md under another name. */
export type Holding = 'package' | 'skill-file';

/** None where no agent takes items of this kind. */
export function placesOf({ kind, slug }: ItemName, agents: readonly AgentName[]): readonly Place[] {
  return agents.flatMap((agent) => {
    const shelf = shelves[agent][kind];
    if (shelf === undefined) return [];
    return { ...shelf, name: shelf.holds === 'package' ? slug : `${slug}.md` };
  });
}

/** Every folder that something may have been put into, whatever the agents were then. */
export function allShelves(): readonly (ShelfOfAgent & { readonly kind: Kind })[] {
  return agentNames.flatMap((agent) =>
    (['skill', 'agent', 'command'] as const).flatMap((kind) => {
      const shelf = shelves[agent][kind];
      return shelf === undefined ? [] : { ...shelf, kind };
    }),
  );
}

type ShelfOfAgent = Omit<Place, 'name'>;

const shelves: Readonly<Record<AgentName, Readonly<Partial<Record<Kind, ShelfOfAgent>>>>> = {
  claude: {
    skill: { folder: '.claude/skills', holds: 'package' },
    agent: { folder: '.claude/agents', holds: 'skill-file' },
    command: { folder: '.claude/commands', holds: 'skill-file' },
  },
  agents: { skill: { folder: '.agents/skills', holds: 'package' } },
  codex: { skill: { folder: '.codex/skills', holds: 'package' } },
  gemini: { skill: { folder: '.gemini/skills', holds: 'package' } },
  opencode: { skill: { folder: '.opencode/skills', holds: 'package' } },
  hermes: { skill: { folder: '.hermes/skills', holds: 'package' } },
};
