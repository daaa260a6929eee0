/*
 * Which skills of a project an agent would not see, although they are in a folder that it reads. It is checked after an
 * installation, by the same simulation as the doctor's.
 */

import type { Machine } from '../../agents/agent.js';
import { type AgentName, agentNamed } from '../../agents/index.js';
import type { Files } from '../../system/files.js';
import { simulate, type UnseenSkill } from '../rules/client-view.js';
import { findOnDisk } from './doctor-find.js';
import { inspectAgent } from './inspect-agent.js';

export interface UnseenRequest {
  readonly files: Files;
  readonly machine: Machine;
  /** The folder of the project; the agent is assumed to start there. */
  readonly project: string;
  readonly agent: AgentName;
  /** Absolute paths of SKILL.md files. */
  readonly paths: readonly string[];
}

/** The project counts as trusted, because what the agent trusts is unknown here. */
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
  const { hidden } = simulate(record, {
    ...inspected,
    found,
    machine,
    trusted: true,
    useCounts: new Map(),
  });
  return hidden.filter(({ path }) => paths.includes(path));
}
