/*
 * Which skills of a project an agent would not see, although they are in a folder that it reads. It is checked after an
 * installation, by the same simulation as the doctor's.
 */

import type { Machine } from '../../agents/agent.js';
import { type AgentName, agentNamed } from '../../agents/index.js';
import type { Files } from '../../system/files.js';
import { simulate, type UnseenSkill } from '../rules/agent-view/client-view.js';
import { findOnDisk } from './doctor-find.js';
import { inspectAgent, withRealPath } from './inspect-agent.js';

export interface UnseenRequest {
  readonly files: Files;
  readonly machine: Machine;
  /** The folder of the project; the agent is assumed to start there. */
  readonly project: string;
  readonly agent: AgentName;
  /** Absolute paths of SKILL.md files. */
  readonly paths: readonly string[];
}

/** Unless the agent has recorded that it does not trust the project, the project counts as trusted. */
export function unseenSkills({
  files,
  machine,
  project,
  agent,
  paths,
}: UnseenRequest): readonly UnseenSkill[] {
  const record = agentNamed(agent);
  const facts = { machine, workingFolder: project, projectFolders: [project] };
  const inspected = inspectAgent(files, record, facts);
  const found = findOnDisk(
    files,
    inspected.roots.map(({ path }) => path),
  );
  const projectPaths = withRealPath(files, project);
  const { hidden } = simulate(record, {
    ...inspected,
    found,
    machine,
    trusted: true,
    paths: { workingFolder: projectPaths, project: projectPaths },
    blocked: new Set(),
    useCounts: new Map(),
  });
  return hidden.filter(({ path }) => paths.includes(path));
}
