/*
 * The links into the store of Coppice: those in the user's folders of skills, and those that `ensure` made in the
 * projects that Coppice knows. Without the store, they would lead nowhere.
 */

import { itemKinds } from '../../agents/agent.js';
import { installTarget, targetNames } from '../../agents/install.js';
import { settingAt } from '../../agents/settings-values.js';
import { findProject } from '../../library/folders/project.js';
import type { Library } from '../../library/open-library.js';
import type { Files } from '../../system/files.js';
import { homePaths } from '../../system/home.js';
import { readJsonFile } from '../../system/json-file.js';
import { unlessRefused } from '../../text/errors.js';
import { type Context, wholeLibraryOf } from '../context.js';

export interface StoreLinks {
  /** Absolute paths, in folders of the user. */
  readonly user: readonly string[];
  readonly projects: readonly ProjectLinks[];
}

export interface ProjectLinks {
  readonly project: string;
  readonly links: readonly string[];
}

export function findStoreLinks(context: Context): StoreLinks {
  const { files, home } = context;
  const { store } = homePaths(home);
  const realStore = unlessRefused(() => files.realPath(store));
  if (realStore === undefined) return { user: [], projects: [] };
  const library = wholeLibraryOf(context);
  const inFolder = (folder: string) => linksInto(files, realStore, folder);
  const userFolders = library.roots.filter(({ kind }) => kind === 'user').map(({ path }) => path);
  const projects = knownProjects(context, library).map((project) => ({
    project,
    links: installFolders().flatMap((folder) => inFolder(`${project}/${folder}`)),
  }));
  return {
    user: userFolders.flatMap(inFolder),
    projects: projects.filter(({ links }) => links.length > 0),
  };
}

/** False when something else is there by now. */
export function removeStoreLink(files: Files, path: string): boolean {
  return files.stat(path, { follow: false })?.kind === 'link' && files.remove(path);
}

function linksInto(files: Files, realStore: string, folder: string): readonly string[] {
  return (unlessRefused(() => files.list(folder)) ?? [])
    .filter(({ kind }) => kind === 'link')
    .map(({ name }) => `${folder}/${name}`)
    .filter((path) => unlessRefused(() => files.realPath(path))?.startsWith(`${realStore}/`));
}

/** The one of the working folder, those that are trusted, and those that have copies. */
export function knownProjects(
  { files, home, workingFolder, userHome }: Context,
  { config }: Library,
): readonly string[] {
  const folder = homePaths(home).projects;
  const withCopies = (unlessRefused(() => files.list(folder)) ?? []).map(({ name }) =>
    settingAt(unlessRefused(() => readJsonFile(files, `${folder}/${name}`))?.value, 'project'),
  );
  const current = findProject(files, workingFolder, userHome)?.path;
  const all = [current, ...config['library.trusted_projects'], ...withCopies];
  return [...new Set(all.filter((path): path is string => typeof path === 'string'))];
}

function installFolders(): readonly string[] {
  const targets = targetNames.flatMap((name) => itemKinds.map((kind) => installTarget(name, kind)));
  return [...new Set(targets.flatMap((target) => ('folder' in target ? [target.folder] : [])))];
}
