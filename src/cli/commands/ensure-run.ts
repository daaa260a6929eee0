/*
 * An ensure as the verbs that install run it: on this machine, with a progress bar, and with what is told to the registry
 * afterwards. What only a run with something to do needs is loaded by that run.
 */

import { type EnsureOptions, ensureProject } from '../../client/ensure/ensure.js';
import type { EnsureDeps } from '../../client/ensure/ports.js';
import { linksOn } from '../../client/link/links.js';
import type { LinkDeps } from '../../client/link/project-view.js';
import type { EnsureResult } from '../../client/rules/ensure-result.js';
import type { Sources } from '../../client/source/source-packages.js';
import { diskStore } from '../../client/store/disk-store.js';
import type { Store } from '../../client/store/store.js';
import { loadConfig } from '../../library/config/config.js';
import { beforeInterrupt } from '../../system/process/signals.js';
import { type Progress, showProgress } from '../../system/terminal/progress.js';
import { type Context, libraryPlace } from '../context.js';
import type { Input } from '../input.js';
import { openRemote, warn } from '../project.js';

export async function ensureWithProgress(
  context: Context,
  input: Input,
  options: EnsureOptions,
): Promise<EnsureResult> {
  const { home, configPath = `${home}/config.toml` } = libraryPlace(context, input);
  let progress: Progress | undefined;
  let endWatch: (() => void) | undefined;
  const deps: EnsureDeps = {
    ...installDeps(context, input),
    config: { ...loadConfig(context.files, configPath), path: configPath },
    openRemote: (place) => openRemote(context, input, place),
    openSources: (project) => openSources(context, input, project),
    warn: (sentence) => {
      progress?.end();
      warn(context, sentence);
    },
    onProgress: ({ done, total }) => {
      if (progress === undefined) {
        progress = showProgress(context.terminal);
        endWatch = beforeInterrupt(() => progress?.end());
      }
      progress.update({ label: 'fetching', done, total });
    },
  };
  try {
    return await ensureProject(deps, options);
  } finally {
    endWatch?.();
    progress?.end();
  }
}

export function installDeps(context: Context, input: Input): LinkDeps & { readonly store: Store } {
  const { home } = libraryPlace(context, input);
  return { files: context.files, home, links: linksOn(), store: diskStore(`${home}/store`) };
}

export async function openSources(context: Context, input: Input, project: string): Promise<Sources> {
  const { openSources: open } = await import('../../client/source/sources.js');
  const { files, environment } = context;
  return open({ files, environment, project, home: libraryPlace(context, input).home });
}
