/*
 * A project's folders as they are, and whose each thing in them is. Ours is a link that leads into a store, and a copy
 * that is as it was put there; all else belongs to somebody. Looks, and changes nothing.
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
  /** Without links. */
  readonly folder: string;
  readonly copies: Copies;
  readonly copiesPath: string;
  /** By a path relative to the project. */
  shelf(folder: string): TargetFolder;
  /** By an absolute path, as all that follows. */
  occupant(path: string): Occupant;
  /** How people, and the record of the copies, name what is in the project. */
  shown(path: string): string;
}

type Occupant =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'link'; readonly target: string }
  | { readonly kind: 'copy'; readonly digest: string }
  /** It was a copy of ours. */
  | { readonly kind: 'changed' }
  | { readonly kind: 'foreign' };

export function viewProject({ files, links, home }: LinkDeps, project: string): ProjectView {
  const folder = files.realPath(project);
  if (folder === undefined) throw new CoppiceError('not-found', `there is no ${project}`);
  const paths = homePaths(home);
  const copiesPath = paths.project(projectHash(folder));
  const copies = readCopies(files, copiesPath);
  const stores = [paths.store, files.realPath(paths.store) ?? paths.store].map((path) => `${path}/`);
  const shelves = new Map<string, TargetFolder>();
  const shown = (path: string) => path.slice(folder.length + 1).replaceAll(sep, '/');

  return {
    ...{ folder, copies, copiesPath, shown },
    shelf: (name) => {
      const shelf = shelves.get(name) ?? findTargetFolder(files, folder, name);
      shelves.set(name, shelf);
      return shelf;
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

/** Also of a home that was moved, or is somebody else's who committed the link: nothing is lost with it. */
const inSomeStore = /[/\\]store[/\\][0-9a-f]{64}(?:[/\\]SKILL\.md)?$/;

/** What tells projects apart without naming them. */
export function projectHash(realPath: string): string {
  return sha256Hex(realPath).slice(0, 16);
}

/*
 * Finds a folder of a project without leaving it. A link on the way is followed as long as it stays in the project, as
 * where two agents share their skills; one that leads out is refused, because whoever wrote the project would then
 * decide what is changed elsewhere.
 */

type TargetFolder =
  /** `path` is without links. */
  | { readonly kind: 'there' | 'missing'; readonly path: string }
  | { readonly kind: 'unsafe'; readonly reason: string };

/** `project` is a real path; `folder` is relative to it, with forward slashes. */
function findTargetFolder(files: Files, project: string, folder: string): TargetFolder {
  const names = folder.split('/');
  let at = project;
  for (const [index, name] of names.entries()) {
    const kind = files.stat(`${at}/${name}`, { follow: false })?.kind;
    if (kind === undefined) return { kind: 'missing', path: [at, ...names.slice(index)].join('/') };
    const shown = names.slice(0, index + 1).join('/');
    if (kind !== 'folder' && kind !== 'link') return { kind: 'unsafe', reason: `${shown} is not a folder` };
    const real = kind === 'link' ? files.realPath(`${at}/${name}`) : `${at}/${name}`;
    if (real === undefined) return { kind: 'unsafe', reason: `${shown} is a link that leads nowhere` };
    if (!isInside(project, real))
      return { kind: 'unsafe', reason: `${shown} is a link that leads out of the project` };
    if (files.stat(real)?.kind !== 'folder') return { kind: 'unsafe', reason: `${shown} is not a folder` };
    at = real;
  }
  return { kind: 'there', path: at };
}

/** Both absolute; the folder itself counts. */
function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
