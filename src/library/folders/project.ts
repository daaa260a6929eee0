/*
 * The project somebody works in: the nearest folder, from the working folder upwards, that has a `.git` or a
 * `coppice.toml`. The user's home is never one, even where it is kept in version control: what lies in it belongs
 * to the user and not to a project.
 */

import { dirname, join } from 'node:path';
import type { Files } from '../../system/files.js';
import { unlessRefused } from '../../text/errors.js';
import { sha256Hex } from '../../text/hash.js';

export interface Project {
  readonly path: string;
  /** Without links; the one that is trusted or not. */
  readonly realPath: string;
}

/** A mark that cannot be looked at is none: what is wrong far above must not keep the skills here from being listed. */
export function findProject(
  files: Pick<Files, 'stat' | 'realPath'>,
  workingFolder: string,
  userHome: string,
): Project | undefined {
  const realHome = unlessRefused(() => files.realPath(userHome));
  for (let folder = workingFolder; ; folder = dirname(folder)) {
    if (marks.some((mark) => unlessRefused(() => files.stat(join(folder, mark))) !== undefined)) {
      const realPath = unlessRefused(() => files.realPath(folder));
      if (realPath !== undefined && realPath !== realHome) return { path: folder, realPath };
    }
    if (folder === dirname(folder)) return undefined;
  }
}

const marks = ['.git', 'coppice.toml'];

/** Tells folders apart in labels, where a whole path would be unreadable. */
export function folderTag(realPath: string): string {
  return sha256Hex(realPath).slice(0, 8);
}

/** A folder and those above it up to the last, from the inside outwards. */
export function foldersUpTo(folder: string, last: string): readonly string[] {
  const folders = [folder];
  for (let at = folder; at !== last && at !== dirname(at); ) {
    at = dirname(at);
    folders.push(at);
  }
  return folders;
}
