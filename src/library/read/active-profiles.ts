/*
 * The active profile of every agent that has profiles. A profile is a folder like the agent's configuration folder, and
 * a file there names the active one. A name without a folder, or of a profile that was deleted, is ignored.
 */

import type { Agent, Machine } from '../../agents/agent.js';
import { agents } from '../../agents/index.js';
import { configurationFolder } from '../../agents/locate.js';
import type { Files } from '../../system/files.js';
import { unlessRefused } from '../../text/errors.js';

type ProfileFiles = Pick<Files, 'read' | 'stat'>;

/** The machine with the folders of the active profiles, as they are now. */
export function withProfiles(files: ProfileFiles, machine: Machine): Machine {
  const found = agents.flatMap((agent: Agent) => {
    const folder = activeProfile(files, agent, machine);
    return folder === undefined ? [] : [[agent.name, folder] as const];
  });
  return found.length === 0 ? machine : { ...machine, profiles: Object.fromEntries(found) };
}

function activeProfile(files: ProfileFiles, agent: Agent, machine: Machine): string | undefined {
  const { profiles } = agent;
  if (profiles === undefined) return undefined;
  const folder = configurationFolder(agent, machine);
  // A variable may name the folder of a profile, which then counts.
  if (folder.split('/').at(-2) === profiles.folder) return undefined;
  const file = unlessRefused(() => files.read(`${folder}/${profiles.active}`, { maxBytes: maxNameBytes }));
  const name = new TextDecoder().decode(file?.bytes).trim().toLowerCase();
  if (!/^[a-z0-9][a-z0-9_-]{0,63}$/.test(name) || name === profiles.base) return undefined;
  const profile = `${folder}/${profiles.folder}/${name}`;
  const kindOf = (path: string) => unlessRefused(() => files.stat(path))?.kind;
  const isDeleted = kindOf(`${folder}/${profiles.folder}/${profiles.deleted}/${name}`) !== undefined;
  return kindOf(profile) === 'folder' && !isDeleted ? profile : undefined;
}

const maxNameBytes = 1024;
