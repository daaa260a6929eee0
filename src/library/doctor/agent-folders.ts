/*
 * The folders that an agent reads skills from on this machine: those of its record, those that its settings add, and
 * those of the plugins that are in use.
 */

import type { Agent, Machine, SettingsDocument } from '../../agents/agent.js';
import { locateSkillFolders, type ProjectFolders } from '../../agents/locate.js';
import type { Files } from '../../system/files.js';
import { unlessRefused } from '../../text/errors.js';
import { findPlugins } from '../read/plugins-find.js';
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
    expanded(files, folder.path).map((path) => ({ ...folder, path })),
  );
  const { strength, paths = [] } = agent.settings?.moreFolders?.(documents, machine, workingFolder) ?? {};
  const added = paths.map((path): ReadFolder => ({ path, scope: 'user' }));
  const plugins =
    agent.plugins === undefined
      ? []
      : findPlugins(files, { machine, workingFolder }).flatMap(({ name, key, skillFolders }) =>
          skillFolders.map((folder): ReadFolder => ({ ...folder, scope: 'user', plugin: { name, key } })),
        );
  const all = [...(strength === 'strongest' ? [...added, ...own] : [...own, ...added]), ...plugins];
  return all.filter(({ path }, at) => all.findIndex((other) => other.path === path) === at);
}

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
