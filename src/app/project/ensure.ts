/*
 * An ensure as the verbs that install run it: on this machine, with a progress bar, and with the usage data sent
 * afterwards. What only a run with something to do needs is loaded by that run.
 */

import { targetTitle } from '../../agents/install.js';
import { sharedFolder } from '../../agents/shared-folder.js';
import { editProject, type ManifestEdit } from '../../client/ensure/edit-project.js';
import { type EnsureOptions, ensureProject } from '../../client/ensure/ensure.js';
import type { EnsureDeps } from '../../client/ensure/ports.js';
import { manifestIn } from '../../client/ensure/project-files.js';
import { recordInstalled } from '../../client/ensure/record-installed.js';
import type { LinkDeps } from '../../client/link/project-view.js';
import { replaceItem } from '../../client/rules/edit-manifest.js';
import type { EnsureResult } from '../../client/rules/ensure-result.js';
import { installLocations, withNames } from '../../client/rules/install-locations.js';
import type { Sources } from '../../client/source/source-packages.js';
import { diskStore } from '../../client/store/disk-store.js';
import type { Store } from '../../client/store/store.js';
import { loadConfig } from '../../library/config/config.js';
import { linksOn } from '../../system/disk/links.js';
import { homePaths } from '../../system/home.js';
import { beforeInterrupt } from '../../system/process/signals.js';
import { type Progress, showProgress } from '../../system/terminal/progress.js';
import { type Context, libraryOptions } from '../context.js';
import { absorbedOf, absorbedText, followingAbsorbed } from './follow-absorbed.js';
import { openRemote, warn } from './project.js';

/** Without warnings for a caller that only asks what an ensure would do. */
export async function ensureWithProgress(
  context: Context,
  options: EnsureOptions,
  quiet: { readonly warns?: boolean } = {},
): Promise<EnsureResult> {
  const done = await withProgress(context, options, quiet, (deps) => ensureProject(deps, options));
  const { frozen = false, offline = false, dryRun = false } = options;
  const renamed = absorbedOf(done);
  if (renamed.length === 0 || frozen || offline || dryRun) return done;
  return await ensureEdited(context, options, (text) =>
    renamed.reduce((edited, one) => {
      warn(context, absorbedText(one.slug, one.into));
      return replaceItem(edited, one, one.into);
    }, text),
  );
}

async function withProgress(
  context: Context,
  options: EnsureOptions,
  { warns = true }: { readonly warns?: boolean },
  run: (deps: EnsureDeps) => Promise<EnsureResult>,
): Promise<EnsureResult> {
  const { home, configPath = homePaths(home).config } = libraryOptions(context);
  let progress: Progress | undefined;
  let endWatch: (() => void) | undefined;
  const deps: EnsureDeps = {
    ...installDeps(context),
    config: { ...loadConfig(context.files, configPath), path: configPath },
    openRemote: (place) => openRemote(context, place),
    openSources: (project) => openSources(context, project),
    warn: (sentence) => {
      progress?.end();
      if (warns) warn(context, sentence);
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
    const done = await run(deps);
    if (options.dryRun) return done;
    recordInstalled({ files: context.files, home, now: context.clock.now() }, options.project, done);
    if (done.installed.length > 0) await warnOfUnseen(context, options, done);
    return done;
  } finally {
    endWatch?.();
    progress?.end();
  }
}

/** What was installed for an agent and is not seen by it would otherwise be missed in silence. */
async function warnOfUnseen(
  context: Context,
  { project }: EnsureOptions,
  { installed }: EnsureResult,
): Promise<void> {
  const { unseenSkills } = await import('../../library/doctor/unseen-skills.js');
  const { files } = context;
  const manifest = manifestIn(files, project);
  const skills = withNames(
    installed.filter(({ kind }) => kind === 'skill'),
    manifest.items,
  );
  for (const agent of manifest.agents) {
    if (agent === sharedFolder.name) continue;
    const paths = skills.flatMap((item) =>
      installLocations(item, [agent]).map(({ folder, name }) => `${project}/${folder}/${name}/SKILL.md`),
    );
    const unseen = unseenSkills({ files, machine: context, project, agent, paths });
    for (const { name, message } of unseen)
      warn(context, `${targetTitle(agent)} does not see ${name}: ${message}`);
  }
}

export function installDeps(context: Context): LinkDeps & { readonly store: Store } {
  const { home } = libraryOptions(context);
  return { files: context.files, home, links: linksOn(), store: diskStore(homePaths(home).store) };
}

export async function openSources(context: Context, project: string): Promise<Sources> {
  const { openSources: open } = await import('../../client/source/sources.js');
  const { files, environment } = context;
  return open({ files, environment, project, home: libraryOptions(context).home });
}

/** Changes the manifest and installs what it then asks for, or changes nothing. */
export async function ensureEdited(
  context: Context,
  options: EnsureOptions,
  edit: ManifestEdit,
): Promise<EnsureResult> {
  return await followingAbsorbed(
    (given, change) => withProgress(context, given, {}, (deps) => editProject(deps, given, change)),
    options,
    edit,
    (sentence) => warn(context, sentence),
  );
}
