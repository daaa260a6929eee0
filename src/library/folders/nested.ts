/*
 * Finds the folders of skills that an agent reads below the working folder when it opens a file there. The walk is
 * bounded, because a project may have very many folders; it goes level by level, so that the nearest are found first.
 */

import type { Entry, Files } from '../../system/files.js';
import { unlessRefused } from '../../text/errors.js';
import { prunedFolders } from '../rules/package-path.js';

export interface NestedFolder {
  /** Of the skills, absolute. */
  readonly path: string;
  /** The folder that they are for, relative to the working folder. */
  readonly nestedIn: string;
}

const maxFolders = 500;
const maxDepth = 4;

/**
 * Folders named `nested` (such as `.claude/skills`) below the working folder, not in it. Folders whose names begin with a
 * dot are not searched, and links are not followed.
 */
export function findNested(
  files: Pick<Files, 'list' | 'stat'>,
  nested: string,
  workingFolder: string,
): readonly NestedFolder[] {
  const first = nested.slice(0, nested.indexOf('/'));
  const found: NestedFolder[] = [];
  const pending = [{ path: '', depth: 0 }];
  // The loop adds to the list that it goes through.
  for (const { path, depth } of pending) {
    const folder = path === '' ? workingFolder : `${workingFolder}/${path}`;
    const entries = foldersIn(files, folder);
    const skills = `${folder}/${nested}`;
    if (path !== '' && entries.some(({ name }) => name === first) && isFolder(files, skills))
      found.push({ path: skills, nestedIn: path });
    if (depth === maxDepth) continue;
    for (const { name, kind } of entries) {
      if (pending.length >= maxFolders) break;
      if (kind !== 'folder' || name.startsWith('.') || prunedFolders.has(name)) continue;
      pending.push({ path: path === '' ? name : `${path}/${name}`, depth: depth + 1 });
    }
  }
  return found;
}

/** Folders and links, by name. */
function foldersIn(files: Pick<Files, 'list'>, folder: string): readonly Entry[] {
  const entries = unlessRefused(() => files.list(folder)) ?? [];
  return entries
    .filter(({ kind }) => kind === 'folder' || kind === 'link')
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function isFolder(files: Pick<Files, 'stat'>, path: string): boolean {
  return unlessRefused(() => files.stat(path))?.kind === 'folder';
}
