/*
 * The folders that an agent reads skills from on this machine: those of its record, those that its settings add, and
 * those of plugins.
 */

import type { Agent, Machine, SettingsDocument } from '../../agents/agent.js';
import { locate, locateSkillFolders, type ProjectFolders } from '../../agents/locate.js';
import type { Files } from '../../system/files.js';
import { unlessRefused } from '../../text/errors.js';
import { findNested } from '../folders/nested.js';
import { findFolderPlugins, findPlugins } from '../read/plugins-find.js';
import type { ReadFolder } from '../rules/found-skill.js';

export interface FolderFacts {
  readonly machine: Machine;
  readonly workingFolder: string;
  readonly projectFolders: ProjectFolders;
  readonly documents: readonly SettingsDocument[];
}

/** The strongest first, no path twice. */
export function readFolders(
  files: Pick<Files, 'read' | 'list' | 'stat' | 'realPath'>,
  agent: Agent,
  { machine, workingFolder, projectFolders, documents }: FolderFacts,
): readonly ReadFolder[] {
  const own = locateSkillFolders(agent, machine, projectFolders).flatMap((folder) =>
    expanded(files, folder.path).map(
      (path): ReadFolder => ({ ...folder, ...chosenIn(files, { ...folder, path }) }),
    ),
  );
  const { strength, paths = [] } = agent.settings?.moreFolders?.(documents, machine, workingFolder) ?? {};
  const added = paths.map((path): ReadFolder => ({ path, scope: 'user' }));
  const plugins =
    agent.plugins === undefined
      ? []
      : findPlugins(files, { machine, workingFolder }).flatMap(({ name, key, skillFolders }) =>
          skillFolders.map((folder): ReadFolder => ({ ...folder, scope: 'user', plugin: { name, key } })),
        );
  const amongSkills = findFolderPlugins(files, agent, machine, projectFolders, documents).flatMap(
    ({ name, key, skillFolders, among, offByDefault }) => {
      const { scope, needsTrust } = among;
      const plugin = { name, key, offByDefault };
      return skillFolders.map(
        (folder): ReadFolder => ({ ...folder, scope, ...(needsTrust && { needsTrust }), plugin }),
      );
    },
  );
  const cached = cachedPlugins(files, agent, machine, documents);
  const nested = nestedFolders(files, agent, workingFolder, projectFolders);
  const stored = strength === 'strongest' ? [...added, ...own] : [...own, ...added];
  const all = [...stored, ...nested, ...amongSkills, ...plugins, ...cached];
  return all.filter(({ path }, at) => all.findIndex((other) => other.path === path) === at);
}

/** Outside of a project nothing is searched: the working folder may then be a whole disk. */
function nestedFolders(
  files: Pick<Files, 'list' | 'stat'>,
  { skills: { nested } }: Agent,
  workingFolder: string,
  projectFolders: ProjectFolders,
): readonly ReadFolder[] {
  if (nested === undefined || projectFolders.length === 0) return [];
  return findNested(files, nested, workingFolder).map((folder) => ({ ...folder, scope: 'project' }));
}

/** Of several versions of a plugin, the last by name. */
function cachedPlugins(
  files: Pick<Files, 'list'>,
  agent: Agent,
  machine: Machine,
  documents: readonly SettingsDocument[],
): readonly ReadFolder[] {
  const { pluginCache } = agent;
  const folder = pluginCache && locate(agent, pluginCache.folder, machine);
  if (pluginCache === undefined || folder === undefined) return [];
  return foldersIn(files, folder).flatMap((marketplace) =>
    foldersIn(files, `${folder}/${marketplace}`).flatMap((name): readonly ReadFolder[] => {
      const key = `${name}@${marketplace}`;
      const version = foldersIn(files, `${folder}/${marketplace}/${name}`).at(-1);
      if (version === undefined || !pluginCache.isEnabled(documents, key)) return [];
      const path = `${folder}/${marketplace}/${name}/${version}/${pluginCache.skills}`;
      return [{ path, scope: 'user', plugin: { name, key } }];
    }),
  );
}

/** By name; links are not followed. */
function foldersIn(files: Pick<Files, 'list'>, folder: string): readonly string[] {
  const entries = unlessRefused(() => files.list(folder)) ?? [];
  return entries
    .filter(({ kind }) => kind === 'folder')
    .map(({ name }) => name)
    .sort();
}

function chosenIn(
  files: Pick<Files, 'read'>,
  { path, chosenBy }: ReadFolder,
): Pick<ReadFolder, 'path' | 'chosen'> {
  if (chosenBy === undefined) return { path };
  const file = unlessRefused(() => files.read(`${path}/${chosenBy}`, { maxBytes: maxNameBytes }));
  return { path, chosen: new TextDecoder().decode(file?.bytes).trim() || null };
}

const maxNameBytes = 1024;

/** The path for every folder that a `*` matches, by name. */
function expanded(files: Pick<Files, 'list'>, path: string): readonly string[] {
  const [before, after] = path.split('/*/');
  if (before === undefined || after === undefined) return [path];
  const entries = unlessRefused(() => files.list(before)) ?? [];
  return entries
    .filter(({ kind }) => kind === 'folder' || kind === 'link')
    .map(({ name }) => `${before}/${name}/${after}`)
    .sort();
}
