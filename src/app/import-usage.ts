/*
 * Imports the usage counters of other agents. Their files are only read.
 */

import { basename } from 'node:path';
import { agents } from '../agents/index.js';
import { locateCounters } from '../agents/locate.js';
import type { Library } from '../library/open-library.js';
import { withProfiles } from '../library/read/active-profiles.js';
import { readCatalog } from '../library/read/catalog.js';
import { isPluginName, pluginSkillNamed, pluginSkills } from '../library/read/plugins.js';
import type { SkillEntry } from '../library/rules/entry.js';
import { unlessRefused } from '../text/errors.js';
import { type ImportedSkill, type ImportedUsage, importNews, noFacts } from '../usage/rules/import.js';
import { counterReaders } from '../usage/rules/import-formats.js';
import type { UsageResult } from '../usage/store.js';
import type { Context } from './context.js';
import { undeclaredSkills } from './skill-facts.js';

export interface CountingAgent {
  /** Its root's label, and the name of its counters. */
  readonly name: string;
  readonly path: string;
  /** The root that it counts in; without it, the root with its label is its own. */
  readonly rootPath: string | undefined;
  /** Whether its counters also say who made a skill. */
  readonly namesMakers: boolean;
  read(text: string): ImportedUsage | undefined;
}

export interface Import {
  readonly agent: string;
  readonly path: string;
  readonly imported: readonly string[];
  readonly unchanged: readonly string[];
  /** Names of skills that are not installed here. */
  readonly unmatched: readonly string[];
  /** The agent's own skills for which neither its counters nor anybody else say who made them. */
  readonly undeclared: readonly string[];
  readonly malformed: readonly string[];
  readonly error: string | null;
}

/** An agent that counts inside one of its skill folders is read only where that folder is among the roots. */
export function agentsOf(context: Context, { files, roots }: Library): readonly CountingAgent[] {
  const machine = withProfiles(files, context);
  return agents.flatMap((agent) => {
    const { name, counters } = agent;
    const path = locateCounters(agent, machine);
    if (counters === undefined || path === undefined) return [];
    const folder = path.slice(0, path.lastIndexOf('/'));
    const rootPath = counters.path.includes('/skills/') ? folder : undefined;
    if (rootPath !== undefined && !roots.some((root) => root.path === rootPath)) return [];
    const namesMakers = counters.format === 'hermes-usage';
    return { name, path, rootPath, namesMakers, read: counterReaders[counters.format] };
  });
}

export interface KnownSkills {
  /** In the order of their precedence. */
  readonly entries: readonly SkillEntry[];
  readonly plugins: readonly SkillEntry[];
}

export function skillsOf(library: Library): KnownSkills {
  const { skills, hidden } = readCatalog(library);
  return { entries: [...skills, ...hidden.map(({ entry }) => entry)], plugins: pluginSkills(library) };
}

/** Undefined where the agent has counted nothing. */
export function importFrom(library: Library, skills: KnownSkills, agent: CountingAgent): Import | undefined {
  const file = unlessRefused(() => library.files.read(agent.path) ?? 'absent');
  if (file === 'absent') return undefined;
  const usage = file && agent.read(new TextDecoder().decode(file.bytes));
  const imported: string[] = [];
  const unchanged: string[] = [];
  const unmatched: string[] = [];
  for (const skill of usage?.skills ?? []) {
    const entry = entryFor(skills, agent, skill.name);
    if (entry === undefined) unmatched.push(skill.name);
    else (importSkill(library, agent, entry, skill) ? imported : unchanged).push(entry.id);
  }
  const error = usage === undefined ? 'its counters cannot be read' : null;
  const malformed = usage?.malformed ?? [];
  const undeclared = undeclaredSkills(library, countedSkills(library, skills, agent)).map(({ id }) => id);
  return {
    agent: agent.name,
    path: agent.path,
    imported,
    unchanged,
    unmatched,
    undeclared,
    malformed,
    error,
  };
}

/** The agent's own skills that it counts; none where its counters say nothing about makers. */
export function countedSkills(
  { files }: Library,
  skills: KnownSkills,
  agent: CountingAgent | undefined,
): readonly SkillEntry[] {
  if (agent?.namesMakers !== true) return [];
  const file = unlessRefused(() => files.read(agent.path));
  const usage = file && agent.read(new TextDecoder().decode(file.bytes));
  const counted = (usage?.skills ?? []).flatMap(({ name }) => entryFor(skills, agent, name) ?? []);
  return [...new Set(counted)].filter((entry) => isOf(agent, entry));
}

/** Of its own root before any other, as that is where the agent looks. */
function entryFor(
  { entries, plugins }: KnownSkills,
  agent: CountingAgent,
  name: string,
): SkillEntry | undefined {
  const named = entries.filter((entry) => entry.name === name || basename(entry.folder) === name);
  const plugin = isPluginName(name) ? pluginSkillNamed(plugins, name) : undefined;
  return named.find((entry) => isOf(agent, entry)) ?? named[0] ?? plugin;
}

function isOf(agent: CountingAgent, { root, alsoIn }: SkillEntry): boolean {
  const { name, rootPath } = agent;
  return [root, ...alsoIn].some(({ label, path }) =>
    rootPath === undefined ? label === name : path === rootPath,
  );
}

/** False if nothing is new. Pins and authors count for the agent's own skills only. */
function importSkill(
  { usage, clock }: Library,
  agent: CountingAgent,
  entry: SkillEntry,
  { counters: said, facts: declared }: ImportedSkill,
): boolean {
  const skill = { counters: said, facts: isOf(agent, entry) ? declared : noFacts };
  const { counters, facts } = importNews(skill, usage.get(entry.id), agent.name, clock.now());
  const hasFacts = Object.keys(facts).length > 0;
  if (counters !== undefined) required(usage.setSource(entry.id, agent.name, counters));
  if (hasFacts) required(usage.put(entry.id, facts));
  return counters !== undefined || hasFacts;
}

function required(result: UsageResult): void {
  if (!result.ok) throw result.error;
}
