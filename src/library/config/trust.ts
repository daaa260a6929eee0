/*
 * Which projects are trusted, kept as real paths in `library.trusted_projects` of config.toml. Only the skills of a
 * trusted project are used: a repository that was just cloned must not be able to instruct an agent.
 */

import { dirname, join, resolve } from 'node:path';
import type { Files } from '../../system/files.js';
import { acquireLock } from '../../system/lock/lock.js';
import { printTomlValue, setTomlKey } from '../../text/edit/toml.js';
import { CoppiceError } from '../../text/errors.js';
import { findProject } from '../folders/project.js';
import { fromHome } from '../read/roots.js';
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
  /** False when it was so before. */
  readonly changed: boolean;
  /** All that are trusted now. */
  readonly projects: readonly string[];
}

/** As the configuration has them. */
export function trustedProjects({ files, configPath }: TrustOptions): readonly string[] {
  return projectsIn(readText(files, configPath), configPath);
}

/** Trusts the project that this folder is in. */
export async function trustProject(place: TrustOptions, folder: string): Promise<TrustChange> {
  const { files, userHome } = place;
  if (files.stat(folder)?.kind !== 'folder')
    throw new CoppiceError('not-found', `there is no folder ${folder}`, {
      hint: 'give the folder of the project',
    });
  const project = findProject(files, folder, userHome)?.realPath;
  if (project === undefined) {
    throw new CoppiceError('not-found', `${folder} is not in a project`, {
      hint: 'a project is a folder with a .git or a coppice.toml; your home is never one',
    });
  }
  return await change(place, project, true, (projects) =>
    projects.some((known) => isAt(place, known, [project])) ? projects : [...projects, project],
  );
}

/** No longer trusts the project that this folder is or is in; neither need still be there. */
export async function distrustProject(place: TrustOptions, folder: string): Promise<TrustChange> {
  const { files, userHome } = place;
  const realPath = files.realPath(folder) ?? folder;
  const project = findProject(files, folder, userHome)?.realPath ?? realPath;
  return await change(place, project, false, (projects) =>
    projects.filter((known) => !isAt(place, known, [folder, realPath, project])),
  );
}

/** One process at a time: of two that read the same list, one would lose what the other wrote. */
async function change(
  place: TrustOptions,
  project: string,
  trusted: boolean,
  edit: (projects: readonly string[]) => readonly string[],
): Promise<TrustChange> {
  const { files, home, configPath } = place;
  const locks = join(home, 'locks');
  files.makeFolder(locks);
  const lock = await acquireLock(files, join(locks, 'config'), { timeoutMs: 10_000 });
  try {
    const text = readText(files, configPath);
    const before = projectsIn(text, configPath);
    const projects = edit(before);
    const changed = projects.length !== before.length;
    if (changed) writeText(files, configPath, withProjects(text, projects));
    return { project, trusted, changed, projects };
  } finally {
    lock.release();
  }
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
  throw new CoppiceError('bad-config', `${key} cannot be set without changing more of the configuration`, {
    hint: `set it by hand: ${key} = ${printTomlValue(projects)}`,
  });
}

const byteOrderMark = '\uFEFF';

/** Without a byte order mark. Bytes that are no text could not be written back as they were. */
function readText(files: Files, path: string): string {
  const bytes = files.read(path)?.bytes ?? new Uint8Array();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new CoppiceError('bad-config', `${path} is not UTF-8`, { hint: 'save it as UTF-8', cause: error });
  }
}

/** Where a link leads to another place, the file there is the one to write. */
function writeText(files: Files, path: string, text: string): void {
  const target = files.realPath(path) ?? path;
  const start = files.read(target, { maxBytes: 3 })?.bytes ?? new Uint8Array();
  const mark =
    new TextDecoder('utf-8', { ignoreBOM: true }).decode(start) === byteOrderMark ? byteOrderMark : '';
  files.makeFolder(dirname(target));
  files.write(target, new TextEncoder().encode(mark + text));
}
