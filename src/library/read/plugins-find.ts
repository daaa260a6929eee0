/*
 * Finds the plugins of Claude Code that are in use on this machine. Its list of installed plugins says where they are;
 * the folders next to the list also contain whole marketplaces of plugins that nobody installed. Only without the list,
 * as for plugins that were copied there by hand, every folder with a manifest counts. Plugins that the settings turn
 * off are left out. A folder with a manifest among the skills of the agent is a plugin too.
 */

import type { Agent, DefinitionFolder, Machine, SettingsDocument } from '../../agents/agent.js';
import { claude } from '../../agents/claude.js';
import { locate, locatePluginFolders, type ProjectFolders } from '../../agents/locate.js';
import { strongestSetting } from '../../agents/settings-values.js';
import type { Entry, Files } from '../../system/files.js';
import { unlessRefused } from '../../text/errors.js';
import { parseJson } from '../../text/json.js';
import { isObject } from '../../text/shape.js';
import { findProject } from '../folders/project.js';
import { prunedFolders } from '../rules/package-path.js';
import { readAgentSettings } from './agent-settings.js';

export interface Plugin {
  /** The namespace of its skills. */
  readonly name: string;
  /** As the settings name it: `name@marketplace`, or the name alone. */
  readonly key: string;
  readonly folder: string;
  readonly skillFolders: readonly PluginSkillFolder[];
}

export interface PluginSkillFolder {
  readonly path: string;
  /** The folder is the skill itself, and what is below it belongs to that skill. */
  readonly isSkill: boolean;
}

export interface PluginSearch {
  readonly machine: Machine;
  readonly workingFolder: string;
  /** Whether their skills are offered with the others, which they are not where single roots were chosen. */
  readonly offered: boolean;
}

type PluginFiles = Pick<Files, 'read' | 'list' | 'stat' | 'realPath'>;

const rules = claude.plugins;

/** Ordered by name; each name occurs once. */
export function findPlugins(
  files: PluginFiles,
  { machine, workingFolder }: Omit<PluginSearch, 'offered'>,
): readonly Plugin[] {
  const folder = rules && locate(claude, rules.folder, machine);
  if (folder === undefined || !isFolder(files, folder)) return [];
  const project = findProject(files, workingFolder, machine.userHome)?.path;
  const { documents } = readAgentSettings(files, claude, machine, project === undefined ? [] : [project]);
  const installed = installedPlugins(parseJson(textOf(files, `${folder}/${rules?.list}`)), project);
  const found = installed?.filter((plugin) => isFolder(files, plugin.folder)) ?? pluginsBelow(files, folder);
  const byName = new Map<string, Plugin>();
  for (const plugin of found) {
    if (!isPluginSlug(plugin.name) || byName.has(plugin.name)) continue;
    const opened = openPlugin(files, plugin, documents);
    if (opened !== undefined) byName.set(plugin.name, opened);
  }
  return [...byName.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

function isPluginSlug(name: string): boolean {
  return /^[\w-]+$/.test(name);
}

interface FoundPlugin {
  readonly name: string;
  readonly key: string;
  readonly folder: string;
}

export interface FolderPlugin extends Plugin {
  /** Where it was found. */
  readonly among: DefinitionFolder;
  /** Its manifest says that it is off until a setting turns it on. */
  readonly offByDefault: boolean;
}

/**
 * The plugins that are folders among the skills of the agent, by name. They are found whatever the settings say about
 * them, because their skills are no skills of the folder in any case.
 */
export function findFolderPlugins(
  files: PluginFiles,
  agent: Agent,
  machine: Machine,
  projectFolders: ProjectFolders,
  documents: readonly SettingsDocument[],
): readonly FolderPlugin[] {
  return locatePluginFolders(agent, machine, projectFolders).flatMap((among) => {
    const entries: readonly Entry[] = unlessRefused(() => files.list(among.path)) ?? [];
    return entries
      .filter(({ kind }) => kind === 'folder' || kind === 'link')
      .map(({ name }) => `${among.path}/${name}`)
      .sort()
      .flatMap((folder): readonly FolderPlugin[] => {
        const plugin = folderPlugin(files, agent, folder);
        if (plugin === undefined) return [];
        const { manifest, ...found } = plugin;
        const isSet = strongestSetting(documents, 'enabledPlugins', found.key) !== undefined;
        const offByDefault = !isSet && agent.plugins?.isEnabled([], found.key, manifest) === false;
        return [{ ...found, skillFolders: skillFoldersOf(files, folder, manifest), among, offByDefault }];
      });
  });
}

/** The plugin that the folder is; undefined without a manifest. */
export function folderPlugin(
  files: Pick<Files, 'read'>,
  { plugins }: Agent,
  folder: string,
): (FoundPlugin & { readonly manifest: unknown }) | undefined {
  if (plugins?.inSkillFolders === undefined) return undefined;
  const text = textOf(files, `${folder}/${plugins.manifest}`);
  if (text === '') return undefined;
  const manifest = parseJson(text);
  const given = isObject(manifest) ? manifest['name'] : undefined;
  const name =
    typeof given === 'string' && isPluginSlug(given) ? given : folder.slice(folder.lastIndexOf('/') + 1);
  return { name, key: `${name}@${plugins.inSkillFolders.marketplace}`, folder, manifest };
}

/** Undefined when it is turned off. */
function openPlugin(
  files: PluginFiles,
  plugin: FoundPlugin,
  documents: readonly SettingsDocument[],
): Plugin | undefined {
  const manifest = parseJson(textOf(files, `${plugin.folder}/${rules?.manifest}`));
  if (!rules?.isEnabled(documents, plugin.key, manifest)) return undefined;
  return { ...plugin, skillFolders: skillFoldersOf(files, plugin.folder, manifest) };
}

/** The folder itself, its `skills`, and those that its manifest names. */
function skillFoldersOf(files: PluginFiles, folder: string, manifest: unknown): readonly PluginSkillFolder[] {
  const named = isObject(manifest) ? [manifest['skills']].flat().filter((path) => isInside(path)) : [];
  const paths = ['skills', ...named.map((path) => path.replace(/^\.\//, '').replace(/\/$/, ''))];
  const isSkill = (path: string) => unlessRefused(() => files.stat(`${path}/SKILL.md`))?.kind === 'file';
  return [
    ...(isSkill(folder) ? [{ path: folder, isSkill: true }] : []),
    ...[...new Set(paths)]
      .map((path) => `${folder}/${path}`)
      .map((path) => ({ path, isSkill: isSkill(path) })),
  ];
}

/** Whether a path of a manifest stays in its plugin. */
function isInside(path: unknown): path is string {
  return typeof path === 'string' && /^[^/]/.test(path) && !path.split('/').includes('..');
}

/**
 * `{plugins: {"name@marketplace": [{scope, projectPath, installPath, lastUpdated}]}}`: the plugins for the
 * user, for everyone and for this project, the newest first, because old versions stay in the list after an update.
 * Undefined when the value is not such a list.
 */
function installedPlugins(list: unknown, project: string | undefined): readonly FoundPlugin[] | undefined {
  if (!isObject(list) || !isObject(list['plugins'])) return undefined;
  return Object.entries(list['plugins'])
    .flatMap(([key, installs]) =>
      (Array.isArray(installs) ? installs : [installs]).map((install) => ({ key, install })),
    )
    .flatMap(({ key, install }) => {
      if (!isObject(install)) return [];
      const { scope = 'user', installPath, projectPath, lastUpdated } = install;
      const isHere =
        scope === 'user' || scope === 'managed' || (project !== undefined && projectPath === project);
      if (!isHere || typeof installPath !== 'string' || !installPath.startsWith('/')) return [];
      const name = key.split('@')[0] ?? '';
      return [{ name, key, folder: installPath, lastUpdated: String(lastUpdated ?? '') }];
    })
    .sort((a, b) => (a.lastUpdated > b.lastUpdated ? -1 : Number(a.lastUpdated < b.lastUpdated)))
    .map(({ name, key, folder }) => ({ name, key, folder }));
}

const maxDepth = 6;
const maxFolders = 2000;

function pluginsBelow(files: PluginFiles, folder: string): readonly FoundPlugin[] {
  const plugins: FoundPlugin[] = [];
  const pending = [{ folder, depth: 0 }];
  // The loop adds to the list that it goes through.
  for (const { folder: at, depth } of pending) {
    const manifest = parseJson(textOf(files, `${at}/${rules?.manifest}`));
    const name = isObject(manifest) ? manifest['name'] : undefined;
    if (typeof name === 'string') plugins.push({ name, key: name, folder: at });
    if (depth === maxDepth) continue;
    const below = foldersIn(files, at).map((next) => ({ folder: `${at}/${next}`, depth: depth + 1 }));
    pending.push(...below.slice(0, maxFolders - pending.length));
  }
  return plugins;
}

/** Links are not followed, so that the walk ends. */
function foldersIn(files: PluginFiles, folder: string): readonly string[] {
  const entries: readonly Entry[] = unlessRefused(() => files.list(folder)) ?? [];
  return entries
    .filter(({ name, kind }) => kind === 'folder' && !prunedFolders.has(name))
    .map(({ name }) => name);
}

function isFolder(files: PluginFiles, path: string): boolean {
  return unlessRefused(() => files.stat(path))?.kind === 'folder';
}

function textOf(files: Pick<Files, 'read'>, path: string): string {
  const file = unlessRefused(() => files.read(path, { maxBytes: maxManifestBytes }));
  return new TextDecoder().decode(file?.bytes);
}

const maxManifestBytes = 4 * 1024 * 1024;
