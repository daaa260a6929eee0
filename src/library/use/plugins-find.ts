/*
 * The plugins of Claude Code on this machine. Its own list of what is installed says where they are; the folders
 * beside it also hold whole marketplaces of plugins that nobody installed. Only without that list, as with plugins
 * that were put there by hand, every folder with a manifest counts.
 */

import type { Entry, Files } from '../../system/files.js';
import { unlessRefused } from '../../text/errors.js';
import { parseJson } from '../../text/json.js';
import { isTable } from '../../text/shape.js';
import { movedFolder } from '../read/roots.js';
import { prunedFolders } from '../rules/package-path.js';

export interface Plugin {
  /** The namespace of its skills. */
  readonly name: string;
  readonly folder: string;
}

type PluginFiles = Pick<Files, 'read' | 'list' | 'stat'>;

/** Where Claude Code keeps plugins. */
export function pluginsFolder(
  userHome: string,
  environment: Readonly<Record<string, string | undefined>>,
): string {
  return `${movedFolder(environment, 'CLAUDE_CONFIG_DIR') ?? `${userHome}/.claude`}/plugins`;
}

/** In the order of their names, no name twice. `folder` is the one that Claude Code keeps plugins in. */
export function findPlugins(files: PluginFiles, folder: string): readonly Plugin[] {
  const installed = installedPlugins(parseJson(textOf(files, `${folder}/installed_plugins.json`)));
  const found = installed?.filter((plugin) => isFolder(files, plugin.folder)) ?? pluginsBelow(files, folder);
  const byName = new Map<string, Plugin>();
  for (const plugin of found) {
    if (/^[\w-]+$/.test(plugin.name) && !byName.has(plugin.name)) byName.set(plugin.name, plugin);
  }
  return [...byName.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/**
 * `{plugins: {"name@marketplace": [{scope, installPath, lastUpdated}]}}`: those for the user, the newest first, since
 * what an update left behind stays in the list. Undefined when it is no such list.
 */
function installedPlugins(list: unknown): readonly Plugin[] | undefined {
  if (!isTable(list) || !isTable(list['plugins'])) return undefined;
  return Object.entries(list['plugins'])
    .flatMap(([key, installs]) =>
      (Array.isArray(installs) ? installs : [installs]).map((install) => ({ key, install })),
    )
    .flatMap(({ key, install }) => {
      if (!isTable(install)) return [];
      const { scope = 'user', installPath, lastUpdated } = install;
      if (scope !== 'user' || typeof installPath !== 'string' || !installPath.startsWith('/')) return [];
      return [{ name: key.split('@')[0] ?? '', folder: installPath, lastUpdated: String(lastUpdated ?? '') }];
    })
    .sort((a, b) => (a.lastUpdated > b.lastUpdated ? -1 : Number(a.lastUpdated < b.lastUpdated)))
    .map(({ name, folder }) => ({ name, folder }));
}

const maxDepth = 6;
const maxFolders = 2000;

function pluginsBelow(files: PluginFiles, folder: string): readonly Plugin[] {
  const plugins: Plugin[] = [];
  const pending = [{ folder, depth: 0 }];
  // The list grows while it is gone through.
  for (const { folder: at, depth } of pending) {
    const manifest = parseJson(textOf(files, `${at}/.claude-plugin/plugin.json`));
    const name = isTable(manifest) ? manifest['name'] : undefined;
    if (typeof name === 'string') plugins.push({ name, folder: at });
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

function textOf(files: PluginFiles, path: string): string {
  const file = unlessRefused(() => files.read(path, { maxBytes: maxManifestBytes }));
  return new TextDecoder().decode(file?.bytes);
}

const maxManifestBytes = 4 * 1024 * 1024;
