/*
 * The switches of the agents on this machine: their settings, the skills that each of them reads, and what its settings
 * say about one of them.
 */

import type { Agent, QuietSwitch, SettingsPath, Switch, SwitchedSkill } from '../../agents/agent.js';
import { type AgentName, agents } from '../../agents/index.js';
import {
  configurationFolder,
  type LocatedSkillFolder,
  locate,
  locatePluginFolders,
  locateSkillFolders,
  type ProjectFolders,
} from '../../agents/locate.js';
import type { Files } from '../../system/files.js';
import { unlessRefused } from '../../text/errors.js';
import { findProject, foldersUpTo } from '../folders/project.js';
import type { SkillEntry } from '../rules/entry.js';
import { withProfiles } from './active-profiles.js';
import { type ReadSettings, readAgentSettings, type SettingsReader } from './agent-settings.js';
import type { ReadLibrary } from './catalog.js';
import { folderPlugin, type PluginSearch } from './plugins-find.js';

/** The parts of a library that are needed to read the settings of agents. */
export type QuietLibrary = Pick<ReadLibrary, 'files' | 'plugins'>;

export interface SwitchedAgent {
  readonly agent: Agent<AgentName>;
  /** What the settings say, read through other files where an edit is tried. */
  readonly read: (files: SettingsReader) => ReadSettings;
  readonly settings: ReadSettings;
  readonly machine: PluginSearch['machine'];
  /** The skill as the settings refer to it; undefined where the agent does not read its folder. */
  readonly skillOf: (entry: SkillEntry) => SwitchedSkill | undefined;
}

/** Agents whose record knows a switch for skills; those that are not used on this machine have no settings. */
export function switchedAgents({ files, plugins }: QuietLibrary): readonly SwitchedAgent[] {
  if (plugins === undefined) return [];
  const { workingFolder } = plugins;
  const machine = withProfiles(files, plugins.machine);
  const project = findProject(files, workingFolder, machine.userHome);
  const projectFolders = project ? foldersUpTo(workingFolder, project.path) : [];
  return agents.map((agent: Agent<AgentName>) => {
    const read = (through: SettingsReader) => readAgentSettings(through, agent, machine, projectFolders);
    const settings = read(files);
    const pluginRoots = locatePluginFolders(agent, machine, projectFolders).map(({ path }) => path);
    const scopes = scopesByRoot(agent, settings, machine, workingFolder, projectFolders);
    return {
      agent,
      read,
      settings,
      machine,
      skillOf: (entry) => {
        const scope = entry.root.kind === 'plugin' ? undefined : scopes(entry);
        return scope && switchedSkill(files, agent, entry, scope, pluginRoots);
      },
    };
  });
}

export function isUsedHere({ files }: QuietLibrary, { agent, machine }: SwitchedAgent): boolean {
  return unlessRefused(() => files.stat(configurationFolder(agent, machine)))?.kind === 'folder';
}

/** What the settings say about the skill; undefined where they say nothing. */
export function switchFor(
  { agent, machine }: SwitchedAgent,
  { documents }: ReadSettings,
  skill: SwitchedSkill,
): Switch | undefined {
  return agent.settings?.switchOf(documents, skill, machine);
}

/** The file to edit: of those that exist the last, which is the strongest; else the first, which does not exist yet. */
export function fileToEdit(
  { files }: QuietLibrary,
  { agent, machine }: SwitchedAgent,
  quiet: QuietSwitch,
): string | undefined {
  const paths = quiet.files.flatMap(({ path }: SettingsPath) => locate(agent, path, machine) ?? []);
  const isThere = (path: string) => unlessRefused(() => files.stat(path, { follow: false })) !== undefined;
  return paths.findLast(isThere) ?? paths[0];
}

type Scope = LocatedSkillFolder['scope'];

/** Answers are kept by root, because a library has few roots and many skills. */
function scopesByRoot(
  agent: Agent,
  { documents }: ReadSettings,
  machine: PluginSearch['machine'],
  workingFolder: string,
  projectFolders: ProjectFolders,
): (entry: SkillEntry) => Scope | undefined {
  const added = agent.settings?.moreFolders?.(documents, machine, workingFolder).paths ?? [];
  const folders = [
    ...locateSkillFolders(agent, machine, projectFolders),
    ...added.map((path) => ({ path, scope: 'user' as const })),
  ];
  const known = new Map<string, Scope | undefined>();
  const scopeOf = (root: string) => {
    if (!known.has(root))
      known.set(root, folders.find(({ path }) => path === root || root.startsWith(`${path}/`))?.scope);
    return known.get(root);
  };
  return ({ root, alsoIn }) => {
    const own = scopeOf(root.path);
    return own ?? alsoIn.map(({ path }) => scopeOf(path)).find((scope) => scope !== undefined);
  };
}

/** The skill as the settings of the agent refer to it; a plugin of it may be in one of the folders. */
export function switchedSkill(
  files: Pick<Files, 'read' | 'realPath'>,
  agent: Agent,
  { name, folder, path }: SkillEntry,
  scope: Scope,
  pluginRoots: readonly string[] = [],
): SwitchedSkill {
  const { skills } = agent;
  const folderName = folder.slice(folder.lastIndexOf('/') + 1);
  return {
    names: [...new Set([name, ...(skills.folderNames ? [folderName] : [])])],
    // Looked up on the disk only for an agent that refers to skills by their paths.
    get paths() {
      return [path, unlessRefused(() => files.realPath(path)) ?? path];
    },
    scope,
    get plugin() {
      const root = pluginRoots.find((one) => folder.startsWith(`${one}/`));
      if (root === undefined) return undefined;
      const [name = ''] = folder.slice(root.length + 1).split('/');
      return folderPlugin(files, agent, `${root}/${name}`)?.key;
    },
  };
}
