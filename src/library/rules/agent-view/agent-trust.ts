/*
 * Whether an agent reads the skills of a project that it must trust first. What the agent has recorded decides. Where it
 * has recorded nothing, or where it records that is not known, the projects that Coppice trusts stand in for it.
 */

import type { Agent, Machine, ProjectPaths, SettingsDocument } from '../../../agents/agent.js';
import { counted } from '../../../text/plural.js';
import type { FoundRoot, ReadFolder } from '../found-skill.js';
import { type Problem, problem } from './doctor-problem.js';

export interface TrustFacts {
  readonly documents: readonly SettingsDocument[];
  readonly machine: Machine;
  readonly paths: ProjectPaths;
  /** Whether the project is trusted by Coppice. */
  readonly trusted: boolean;
}

/** A reason that follows the name of the skill; undefined where the agent reads the folder. */
export function whyUntrusted(
  { title, settings }: Agent,
  { documents, machine, paths, trusted }: TrustFacts,
  { needsTrust, scope }: Pick<ReadFolder, 'needsTrust' | 'scope'>,
): string | undefined {
  if (!needsTrust || scope !== 'project') return undefined;
  const recorded = settings?.trustOf?.(documents, paths, machine);
  if (recorded?.trusted ?? trusted) return undefined;
  return recorded === undefined
    ? `${title} reads it only in a project that you trust, and this project is not trusted (see coppice trust)`
    : `${title} does not trust this project, by ${recorded.setting} in ${recorded.file}`;
}

/** A note about skills that count as seen only because Coppice trusts the project. */
export function trustProblems(
  agent: Agent,
  facts: TrustFacts,
  roots: readonly ReadFolder[],
  found: ReadonlyMap<string, FoundRoot>,
): readonly Problem[] {
  const { documents, machine, paths, trusted } = facts;
  if (!trusted || agent.settings?.trustOf?.(documents, paths, machine) !== undefined) return [];
  const skills = roots
    .filter(({ needsTrust, scope }) => needsTrust && scope === 'project')
    .flatMap(({ path }) => found.get(path)?.skills ?? []);
  const packages = new Set(skills.map(({ location }) => location.realFolder));
  if (packages.size === 0) return [];
  const message = `${agent.title} reads ${counted(packages.size, 'skill')} of this project only if you trust the project in ${agent.title} too. Whether you do is not known.`;
  return [
    problem('agent-trust', paths.project[0] ?? '', message, `trust the project in ${agent.title} as well`),
  ];
}
