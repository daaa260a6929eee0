/*
 * Runs an ensure on the real disk, for callers without a command line.
 */

import { isAbsolute } from 'node:path';
import { loadConfig } from '../../library/config/config.js';
import { linksOn } from '../../system/disk/links.js';
import { nodeFiles } from '../../system/disk/node-disk.js';
import { homePaths } from '../../system/home.js';
import type { Environment } from '../../system/process/git.js';
import { CoppiceError } from '../../text/errors.js';
import type { Remote } from '../remote/remote.js';
import type { EnsureResult } from '../rules/ensure-result.js';
import type { RegistryAddress } from '../rules/manifest.js';
import { diskStore } from '../store/disk-store.js';
import { type EnsureOptions, ensureProject } from './ensure.js';

export interface EnsureContext {
  readonly home: string;
  /** The environment for git. */
  readonly environment: Environment;
  warn(sentence: string): void;
}

export async function ensureOnDisk(
  { home, environment, warn }: EnsureContext,
  openRemote: (place: RegistryAddress) => Remote,
  options: EnsureOptions,
): Promise<EnsureResult> {
  // A relative path would depend on the working folder, and links must keep leading to the same folder.
  for (const path of [home, options.project])
    if (!isAbsolute(path)) throw new CoppiceError('bad-value', `${path} must be an absolute path`);
  const { config: path, store } = homePaths(home);
  const deps = {
    files: nodeFiles,
    home,
    links: linksOn(),
    store: diskStore(store),
    warn,
    config: { ...loadConfig(nodeFiles, path), path },
    openRemote: async (place: RegistryAddress) => openRemote(place),
    openSources: async (project: string) => {
      const { openSources } = await import('../source/sources.js');
      return openSources({ files: nodeFiles, environment, project, home });
    },
  };
  return await ensureProject(deps, options);
}
