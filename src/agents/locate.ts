/*
 * Where the folders and files of an agent are on a machine: turns the patterns of a record into absolute paths. Nothing
 * is looked up on the disk, so a path may not exist, and the caller expands a `*` in it.
 */

import type {
  Agent,
  AgentFolder,
  DefinitionFolder,
  DefinitionKind,
  Environment,
  Machine,
  PathPattern,
  Reach,
  SettingsPath,
  SkillFolder,
} from './agent.js';

/** The folders from the working folder up to the project's folder. Empty outside a project. */
export type ProjectFolders = readonly string[];

export interface LocatedSkillFolder extends SkillFolder {
  /** Absolute. */
  readonly path: string;
}

/** The agent's own folder: where it does not exist, the agent is not used on this machine. */
export function configurationFolder(agent: Agent, machine: Machine): string {
  return locate(agent, '{configuration}', machine) ?? '';
}

/** Undefined where the platform or the variables give the pattern's folder no path. */
export function locate(agent: Agent, pattern: PathPattern, machine: Machine): string | undefined {
  if (pattern === '~' || pattern.startsWith('~/')) return machine.userHome + pattern.slice(1);
  const named = /^\{(\w+)\}/.exec(pattern);
  if (named === null) return pattern;
  const folder = agent.folders[named[1] ?? ''];
  const path = folder && locateFolder(agent, folder, machine);
  return path === undefined ? undefined : path + pattern.slice(named[0].length);
}

/** The strongest first. A path that occurs twice is listed once, as the stronger folder. */
export function locateSkillFolders(
  agent: Agent,
  machine: Machine,
  projectFolders: ProjectFolders,
): readonly LocatedSkillFolder[] {
  const folders = agent.skills.folders.filter(({ unless }) => !isAnySet(machine.environment, unless));
  return locatedOnce(agent, folders, machine, projectFolders);
}

/** Where a folder with a manifest is a plugin of the agent. */
export function locatePluginFolders(
  agent: Agent,
  machine: Machine,
  projectFolders: ProjectFolders,
): readonly DefinitionFolder[] {
  return locatedOnce(agent, agent.plugins?.inSkillFolders?.folders ?? [], machine, projectFolders);
}

/** As for skills; none where the agent is not known to have definitions of the kind. */
export function locateDefinitionFolders(
  agent: Agent,
  kind: DefinitionKind,
  machine: Machine,
  projectFolders: ProjectFolders,
): readonly DefinitionFolder[] {
  return locatedOnce(agent, agent.definitions?.[kind]?.folders ?? [], machine, projectFolders);
}

function locatedOnce<Folder extends DefinitionFolder>(
  agent: Agent,
  folders: readonly Folder[],
  machine: Machine,
  projectFolders: ProjectFolders,
): readonly Folder[] {
  const located = folders.flatMap((folder) =>
    locateAll(agent, folder.path, folder.reach, machine, projectFolders).map((path) => ({ ...folder, path })),
  );
  return located.filter(({ path }, at) => located.findIndex((other) => other.path === path) === at);
}

/** The weakest first, in the order of the record's files. */
export function locateSettings(
  agent: Agent,
  file: SettingsPath,
  machine: Machine,
  projectFolders: ProjectFolders,
): readonly string[] {
  return locateAll(agent, file.path, file.reach, machine, projectFolders).toReversed();
}

/** Undefined where the agent has no counters. */
export function locateCounters(agent: Agent, machine: Machine): string | undefined {
  return agent.counters && locate(agent, agent.counters.path, machine);
}

/** Every variable that moves, adds or removes what the agent reads; none of them can contain a secret. */
export function variablesOf({ folders, variables = [], skills, sessions }: Agent): readonly string[] {
  const all = [
    ...Object.values(folders).flatMap(({ variable, suffix }) => [variable?.name ?? [], suffix ?? []].flat()),
    ...variables,
    ...skills.folders.flatMap(({ unless = [] }) => unless),
    ...(sessions?.folders.flatMap(({ unless = [] }) => unless) ?? []),
  ];
  return [...new Set(all)];
}

/** A path from a setting: `~` is the user's home, and a relative path starts in the given folder. */
export function absolutePath(path: string, userHome: string, start: string): string {
  if (path === '~' || path.startsWith('~/')) return userHome + path.slice(1);
  return /^(\/|[A-Za-z]:[/\\])/.test(path) ? path : `${start}/${path.replace(/^\.\//, '')}`;
}

/** A variable that is `0` or `false` counts as not set. */
export function isAnySet(environment: Environment, names: readonly string[] = []): boolean {
  return names.some((name) => {
    const value = variableValue(environment, name)?.toLowerCase();
    return value !== undefined && value !== '0' && value !== 'false';
  });
}

/** Undefined where the variable is unset or empty. */
export function variableValue(environment: Environment, name: string): string | undefined {
  return environment[name]?.trim() || undefined;
}

function locateFolder(
  agent: Agent,
  { path, variable, suffix, ofProfile }: AgentFolder,
  machine: Machine,
): string | undefined {
  const profile = ofProfile ? machine.profiles?.[agent.name] : undefined;
  if (profile !== undefined) return profile;
  const given = variable && variableValue(machine.environment, variable.name);
  if (variable !== undefined && given !== undefined) {
    if (given === ':memory:') return undefined;
    const isRelative = variable.relativeTo !== undefined && !given.startsWith('/');
    return isRelative
      ? `${locate(agent, variable.relativeTo ?? '', machine)}/${given}`
      : withoutTrailingSlash(given);
  }
  const pattern = typeof path === 'object' ? path[machine.platform] : path;
  if (pattern === undefined) return undefined;
  const located = locate(agent, pattern, machine);
  const appended = suffix === undefined ? undefined : variableValue(machine.environment, suffix);
  return located === undefined || appended === undefined ? located : located + appended;
}

function withoutTrailingSlash(path: string): string {
  return path.length > 1 ? path.replace(/\/+$/, '') : path;
}

function locateAll(
  agent: Agent,
  pattern: PathPattern,
  reach: Reach = 'project',
  machine: Machine,
  projectFolders: ProjectFolders,
): readonly string[] {
  if (!pattern.startsWith('{project}')) return [locate(agent, pattern, machine) ?? []].flat();
  const below = pattern.slice('{project}'.length);
  return foldersIn(projectFolders, reach).map((folder) => folder + below);
}

function foldersIn(projectFolders: ProjectFolders, reach: Reach): readonly string[] {
  switch (reach) {
    case 'upwards':
      return projectFolders;
    case 'project':
      return projectFolders.slice(-1);
    case 'working-folder':
      return projectFolders.slice(0, 1);
    default:
      return reach satisfies never;
  }
}
