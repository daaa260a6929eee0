/*
 * Which projects are trusted, stored as real paths in `library.trusted_projects` of config.toml. Only the skills of a
 * trusted project are used: a repository that was just cloned must not be able to instruct an agent.
 */

import { dirname, resolve } from 'node:path';
import type { Files } from '../../system/files.js';
import { homePaths } from '../../system/home.js';
import { withLock } from '../../system/lock/lock.js';
import { printTomlValue, setTomlKey } from '../../text/edit/toml.js';
import { CoppiceError } from '../../text/errors.js';
import { decodeSettings, decodeUtf8, splitMark } from '../../text/utf8.js';
import { findProject } from '../folders/project.js';
import { fromHome } from '../rules/roots.js';
import { readConfig } from './config.js';

export interface TrustOptions {
  readonly files: Files;
  readonly home: string;
  readonly userHome: string;
  readonly configPath: string;
}

export interface TrustChange {
  /** The real path. */
  readonly project: string;
  readonly trusted: boolean;
  /** False when nothing had to be changed. */
  readonly changed: boolean;
  /** All trusted projects after the change. */
  readonly projects: readonly string[];
}

/** The projects as the configuration lists them. */
export function trustedProjects({ files, configPath }: TrustOptions): readonly string[] {
  return projectsIn(readText(files, configPath), configPath);
}

/** Trusts the project that this folder is in. */
export async function trustProject(options: TrustOptions, folder: string): Promise<TrustChange> {
  const { files, userHome } = options;
  if (files.stat(folder)?.kind !== 'folder')
    throw new CoppiceError('not-found', `there is no folder ${folder}`, {
      hint: 'name the folder of the project',
    });
  const project = findProject(files, folder, userHome)?.realPath;
  if (project === undefined) {
    throw new CoppiceError('not-found', `${folder} is not in a project`, {
      hint: 'a project is a folder with .git or coppice.toml in it; your home folder never counts as one',
    });
  }
  return await change(options, project, true, (projects) =>
    projects.some((known) => isAt(options, known, [project])) ? projects : [...projects, project],
  );
}

/** Stops trusting the project that this folder is in. The folder need not exist any more. */
export async function distrustProject(options: TrustOptions, folder: string): Promise<TrustChange> {
  const { files, userHome } = options;
  const realPath = files.realPath(folder) ?? folder;
  const project = findProject(files, folder, userHome)?.realPath ?? realPath;
  return await change(options, project, false, (projects) =>
    projects.filter((known) => !isAt(options, known, [folder, realPath, project])),
  );
}

/** Takes a lock, because two processes that edit the same list at once would lose one of the two changes. */
async function change(
  options: TrustOptions,
  project: string,
  trusted: boolean,
  edit: (projects: readonly string[]) => readonly string[],
): Promise<TrustChange> {
  const { files, home, configPath } = options;
  return await withLock(files, homePaths(home).lock('config'), { timeoutMs: 10_000 }, () => {
    const text = readText(files, configPath);
    const before = projectsIn(text, configPath);
    const projects = edit(before);
    const changed = projects.length !== before.length;
    if (changed) writeText(files, configPath, withProjects(text, projects));
    return { project, trusted, changed, projects };
  });
}

function isAt({ home, userHome }: TrustOptions, known: string, paths: readonly string[]): boolean {
  return paths.includes(resolve(fromHome(known, userHome, home)));
}

function projectsIn(text: string, path: string): readonly string[] {
  return readConfig(text, path)['library.trusted_projects'];
}

function withProjects(text: string, projects: readonly string[]): string {
  const key = 'library.trusted_projects';
  const edited = setTomlKey(text, key, projects);
  if (edited !== undefined) return edited;
  throw new CoppiceError(
    'bad-config',
    `${key} cannot be set without rewriting other parts of the configuration`,
    {
      hint: `set it by hand: ${key} = ${printTomlValue(projects)}`,
    },
  );
}

/** The text without its byte order mark. Other encodings are refused, since they could not be written back unchanged. */
function readText(files: Files, path: string): string {
  return splitMark(decodeSettings(files.read(path)?.bytes, path)).content;
}

/** Follows a link and writes the file that it leads to. Keeps a byte order mark. */
function writeText(files: Files, path: string, text: string): void {
  const target = files.realPath(path) ?? path;
  const start = files.read(target, { maxBytes: 3 })?.bytes ?? new Uint8Array();
  const { mark } = splitMark(decodeUtf8(start));
  files.makeFolder(dirname(target));
  files.write(target, new TextEncoder().encode(mark + text));
}
