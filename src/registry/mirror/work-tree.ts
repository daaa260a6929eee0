/*
 * The files of the mirror that people look at. A version's folder appears and disappears as a whole, by renaming, and
 * never behind a symbolic link: what leads out of the repository is refused.
 */

import { lstat, mkdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isAbsence } from '../../system/disk/disk-fault.js';
import { CoppiceError } from '../../system/errors.js';
import type { Log } from '../log.js';
import type { Repository } from './repository.js';

export interface StagedReplacement {
  /** In the repository. */
  readonly path: string;
  /** Has what is to be there under `newIn`, and takes what was there. */
  readonly folder: string;
  readonly isEmpty: boolean;
}

export function newIn(folder: string): string {
  return join(folder, 'new');
}

/** Makes the folders on the way; done before the commit too, so that a refusal comes before anything is changed. */
export async function prepareWorkTree(
  { folder, isBare }: Repository,
  replacements: readonly { readonly path: string }[],
): Promise<void> {
  if (isBare) return;
  for (const { path } of replacements) {
    let reached = folder;
    for (const name of dirname(path).split('/')) {
      reached = join(reached, name);
      const kind = await kindOf(reached);
      if (kind === 'nothing') await mkdir(reached);
      if (kind === 'other')
        throw new CoppiceError('path-unsafe', `${reached} is in the way: it is no folder, or a link to one`);
    }
  }
}

export async function placeInWorkTree(
  repository: Repository,
  staged: readonly StagedReplacement[],
  log: Log,
): Promise<void> {
  if (repository.isBare) return;
  await prepareWorkTree(repository, staged);
  for (const { path, folder, isEmpty } of staged) {
    const place = join(repository.folder, path);
    if ((await kindOf(place)) !== 'nothing') await rename(place, join(folder, 'old'));
    if (!isEmpty) await rename(newIn(folder), place);
  }
  // The index is the user's: where it is locked, the commit stands and `git status` is behind.
  const words = ['reset', '--quiet', '--', ...staged.map(({ path }) => path)];
  if ((await repository.gitMaybe(words, { cwd: repository.folder })) === undefined)
    log.warn(
      { repository: repository.folder },
      "the index of the mirror's repository could not be brought up",
    );
}

async function kindOf(path: string): Promise<'folder' | 'nothing' | 'other'> {
  try {
    return (await lstat(path)).isDirectory() ? 'folder' : 'other';
  } catch (fault) {
    if (isAbsence(fault)) return 'nothing';
    throw fault;
  }
}
