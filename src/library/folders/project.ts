/*
 * The current project: the nearest folder, from the working folder upwards, that has a `.git` or a `coppice.toml`. The
 * user's home is never a project, even where it is under version control, because its contents belong to the user.
 */

import { dirname, join } from 'node:path';
import type { Files } from '../../system/files.js';
import { unlessRefused } from '../../text/errors.js';
import { sha256Hex } from '../../text/hash.js';

export interface Project {
  readonly path: string;
  /** The path without links; trust is recorded for this path. */
  readonly realPath: string;
}

/** A marker that cannot be read is ignored: a fault in a parent folder must not keep skills here from being listed. */
export function findProject(
  files: Pick<Files, 'stat' | 'realPath'>,
  workingFolder: string,
  userHome: string,
): Project | undefined {
  const realHome = unlessRefused(() => files.realPath(userHome));
  for (let folder = workingFolder; ; folder = dirname(folder)) {
    if (markers.some((marker) => unlessRefused(() => files.stat(join(folder, marker))) !== undefined)) {
      const realPath = unlessRefused(() => files.realPath(folder));
      if (realPath !== undefined && realPath !== realHome) return { path: folder, realPath };
    }
    if (folder === dirname(folder)) return undefined;
  }
}

const markers = ['.git', 'coppice.toml'];

/** Distinguishes folders in labels, where a whole path would be unreadable. */
export function folderTag(realPath: string): string {
  return sha256Hex(realPath).slice(0, 8);
}

/** A folder and its parents up to the last one, the innermost first. */
export function foldersUpTo(folder: string, last: string): readonly string[] {
  const folders = [folder];
  for (let at = folder; at !== last && at !== dirname(at); ) {
    at = dirname(at);
    folders.push(at);
  }
  return folders;
}
