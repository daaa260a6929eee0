/*
 * Packages that are not from a registry: from local folders, and from git repositories.
 */

import { resolve } from 'node:path';
import { absorbedSkills } from '../../library/read/absorbed.js';
import { badBundle } from '../../skill/bundle/refusal.js';
import type { Files } from '../../system/files.js';
import type { Environment } from '../../system/process/git.js';
import { CoppiceError } from '../../text/errors.js';
import type { ItemName } from '../rules/manifest.js';
import { requiresOf } from '../rules/package-files.js';
import type { StoreFile } from '../store/store.js';
import { contentDigestOf } from '../store/store.js';
import { commitAt, gitAddress, packageAt } from './git-repository.js';
import { readFolder } from './read-folder.js';
import type { SourceOrigin, SourcePackage, Sources } from './source-packages.js';

export interface SourceOptions {
  readonly files: Files;
  /** Where repositories are cached. */
  readonly home: string;
  /** Paths are relative to this folder. */
  readonly project: string;
  readonly environment: Environment;
}

export function openSources({ files, home, project, environment }: SourceOptions): Sources {
  const repository = (url: string) => ({ files, home, environment, address: gitAddress(url, project) });

  const fetch = async (origin: SourceOrigin): Promise<readonly StoreFile[]> =>
    origin.from === 'git'
      ? packageAt(repository(origin.url), origin.commit, origin.path)
      : readFolder(files, presentFolder(resolve(project, origin.path), origin.path), origin.path);

  /** The folder of a skill that was merged into another one is gone on purpose, and what to do is known. */
  const presentFolder = (folder: string, shown: string): string => {
    if (files.stat(folder) !== undefined) return folder;
    const merged = absorbedSkills({ files, home }).findLast((absorbed) => absorbed.folder === folder);
    if (merged === undefined) return folder;
    throw new CoppiceError('not-found', `${shown} is gone: ${merged.id} was merged into ${merged.into}`, {
      hint: `require the folder of ${merged.into} instead; or undo the merge: coppice history ${merged.into}`,
    });
  };

  return {
    fetch,
    resolve: async ({ wanted, ...item }) => {
      if (wanted.from === 'path') return packageOf(item, wanted, await fetch(wanted));
      const { from, url, ref, path } = wanted;
      const origin = { from, url, ref, commit: await commitAt(repository(url), ref), path };
      return packageOf(item, origin, await fetch(origin));
    },
  };
}

function packageOf(item: ItemName, origin: SourceOrigin, files: readonly StoreFile[]): SourcePackage {
  const contentDigest = contentDigestOf(files);
  const skillFile = files.find(({ path }) => path === 'SKILL.md');
  if (contentDigest === undefined || skillFile === undefined) throw badBundle('its files are not a package');
  return { origin, files, contentDigest, requires: requiresOf(skillFile.bytes, item) };
}
