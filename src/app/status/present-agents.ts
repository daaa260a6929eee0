/*
 * The agents that are used on this machine, with their settings and the folders that they read.
 */

import { agents } from '../../agents/index.js';
import { type ReadingAgent, readingAgent } from '../../library/doctor/inspect-agent.js';
import { findProject, foldersUpTo } from '../../library/folders/project.js';
import type { ReadLibrary } from '../../library/read/catalog.js';

export function presentAgents(library: ReadLibrary): readonly ReadingAgent[] {
  return knownAgents(library).filter(({ present }) => present);
}

/** All that Coppice knows, whether they are used here or not. */
export function knownAgents({ files, plugins }: ReadLibrary): readonly ReadingAgent[] {
  if (plugins === undefined) return [];
  const { machine, workingFolder } = plugins;
  const project = findProject(files, workingFolder, machine.userHome);
  const projectFolders = project ? foldersUpTo(workingFolder, project.path) : [];
  return agents.map((agent) => readingAgent(files, agent, { machine, workingFolder, projectFolders }));
}
