/*
 * Finds a folder of a project without leaving it. A link on the way is followed as long as it stays in the project, as
 * where two agents share their skills; one that leads out is refused, because whoever wrote the project would then
 * decide what is changed elsewhere.
 */

import { isAbsolute, relative, sep } from 'node:path';
import type { Files } from '../../system/files.js';

export type Shelf =
  /** `path` is without links. */
  | { readonly kind: 'there' | 'missing'; readonly path: string }
  | { readonly kind: 'unsafe'; readonly reason: string };

/** `project` is a real path; `folder` is relative to it, with forward slashes. */
export function findShelf(files: Files, project: string, folder: string): Shelf {
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
