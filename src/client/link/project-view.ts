/*
 * Reads the folders of a project, and decides for each file whether it is ours. Ours are links into a store, and
 * unchanged copies; everything else belongs to somebody else. Changes nothing.
 */

import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import type { Links } from '../../system/disk/links.js';
import type { Files } from '../../system/files.js';
import { homePaths } from '../../system/home.js';
import { CoppiceError } from '../../text/errors.js';
import { sha256Hex } from '../../text/hash.js';
import type { Copies } from '../rules/link-plan.js';
import { copyDigest, readCopies } from './copies.js';

export interface LinkDeps {
  readonly files: Files;
  readonly links: Links;
  readonly home: string;
}

export interface ProjectView {
  /** The real path. */
  readonly folder: string;
  readonly copies: Copies;
  readonly copiesPath: string;
  /** Takes a path relative to the project. */
  targetFolder(folder: string): TargetFolder;
  /** Takes an absolute path, like `shown`. */
  occupant(path: string): Occupant;
  /** The path in the project, for messages and for the record of copies. */
  shown(path: string): string;
}

type Occupant =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'link'; readonly target: string }
  | { readonly kind: 'copy'; readonly digest: string }
  /** A copy of ours that somebody has changed. */
  | { readonly kind: 'changed' }
  | { readonly kind: 'foreign' };

export function viewProject({ files, links, home }: LinkDeps, project: string): ProjectView {
  const folder = files.realPath(project);
  if (folder === undefined) throw new CoppiceError('not-found', `there is no ${project}`);
  const paths = homePaths(home);
  const copiesPath = paths.project(projectHash(folder));
  const copies = readCopies(files, copiesPath);
  const stores = [paths.store, files.realPath(paths.store) ?? paths.store].map((path) => `${path}/`);
  const targetFolders = new Map<string, TargetFolder>();
  const shown = (path: string) => path.slice(folder.length + 1).replaceAll(sep, '/');

  return {
    folder,
    copies,
    copiesPath,
    shown,
    targetFolder: (name) => {
      const targetFolder = targetFolders.get(name) ?? findTargetFolder(files, folder, name);
      targetFolders.set(name, targetFolder);
      return targetFolder;
    },
    occupant: (path) => {
      const kind = files.stat(path, { follow: false })?.kind;
      if (kind === undefined) return { kind: 'nothing' };
      if (kind === 'link') {
        const target = resolve(dirname(path), links.target(path) ?? '');
        const isOurs = stores.some((store) => target.startsWith(store)) || inSomeStore.test(target);
        return isOurs ? { kind: 'link', target } : { kind: 'foreign' };
      }
      const digests = copies.get(shown(path));
      if (digests === undefined) return { kind: 'foreign' };
      const digest = copyDigest(files, path);
      return digest !== undefined && digests.includes(digest)
        ? { kind: 'copy', digest }
        : { kind: 'changed' };
    },
  };
}

/** Also matches links into a home that was moved or belongs to a colleague who committed the link. */
const inSomeStore = /[/\\]store[/\\][0-9a-f]{64}(?:[/\\]SKILL\.md)?$/;

/** Identifies a project without naming it. */
export function projectHash(realPath: string): string {
  return sha256Hex(realPath).slice(0, 16);
}

type TargetFolder =
  /** `path` is without links. */
  | { readonly kind: 'there' | 'missing'; readonly path: string }
  | { readonly kind: 'unsafe'; readonly reason: string };

/**
 * Finds a folder of a project without leaving it. A link on the way is followed as long as it stays in the project; one
 * that leads out is refused, because the author of the project could then change files elsewhere. `project` is a real
 * path; `folder` is relative to it, with forward slashes.
 */
function findTargetFolder(files: Files, project: string, folder: string): TargetFolder {
  const names = folder.split('/');
  let at = project;
  for (const [index, name] of names.entries()) {
    const kind = files.stat(`${at}/${name}`, { follow: false })?.kind;
    if (kind === undefined) return { kind: 'missing', path: [at, ...names.slice(index)].join('/') };
    const shown = names.slice(0, index + 1).join('/');
    if (kind !== 'folder' && kind !== 'link') return { kind: 'unsafe', reason: `${shown} is not a folder` };
    const real = kind === 'link' ? files.realPath(`${at}/${name}`) : `${at}/${name}`;
    if (real === undefined) return { kind: 'unsafe', reason: `${shown} is a broken link` };
    if (!isInside(project, real))
      return { kind: 'unsafe', reason: `${shown} is a link that leads out of the project` };
    if (files.stat(real)?.kind !== 'folder') return { kind: 'unsafe', reason: `${shown} is not a folder` };
    at = real;
  }
  return { kind: 'there', path: at };
}

/** Both paths are absolute; the folder itself counts as inside. */
function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
