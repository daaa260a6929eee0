/*
 * An ensure as the verbs that install run it: on this machine, with a progress bar, and with the usage data sent
 * afterwards. What only a run with something to do needs is loaded by that run.
 */

import { join } from 'node:path';
import { targetTitle } from '../agents/install.js';
import { sharedFolder } from '../agents/shared-folder.js';
import { type EnsureOptions, ensureProject } from '../client/ensure/ensure.js';
import type { EnsureDeps } from '../client/ensure/ports.js';
import { manifestIn } from '../client/ensure/project-files.js';
import { type LinkDeps, projectHash } from '../client/link/project-view.js';
import type { EnsureResult } from '../client/rules/ensure-result.js';
import { installLocations } from '../client/rules/install-locations.js';
import { lockName } from '../client/rules/lock.js';
import { type Manifest, manifestName, readManifest } from '../client/rules/manifest.js';
import type { Sources } from '../client/source/source-packages.js';
import { diskStore } from '../client/store/disk-store.js';
import type { Store } from '../client/store/store.js';
import { loadConfig } from '../library/config/config.js';
import { linksOn } from '../system/disk/links.js';
import type { FileContent } from '../system/files.js';
import { homePaths } from '../system/home.js';
import { withLock } from '../system/lock/lock.js';
import { beforeInterrupt } from '../system/process/signals.js';
import { type Progress, showProgress } from '../system/terminal/progress.js';
import { CoppiceError } from '../text/errors.js';
import { type Context, libraryOptions } from './context.js';
import { openRemote, warn } from './project.js';

/** Without warnings for a caller that only asks what an ensure would do. */
export async function ensureWithProgress(
  context: Context,
  options: EnsureOptions,
  { warns = true }: { readonly warns?: boolean } = {},
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
    const done = await ensureProject(deps, options);
    if (done.installed.length > 0 && !options.dryRun) await warnOfUnseen(context, options, done);
    return done;
  } finally {
    endWatch?.();
    progress?.end();
  }
}

/** What was installed for an agent and is not seen by it would otherwise be missed in silence. */
async function warnOfUnseen(
  context: Context,
  { project, manifest }: EnsureOptions,
  { installed }: EnsureResult,
): Promise<void> {
  const { unseenSkills } = await import('../library/doctor/unseen-skills.js');
  const { files } = context;
  const skills = installed.filter(({ kind }) => kind === 'skill');
  for (const agent of (manifest ?? manifestIn(files, project)).agents) {
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
  const { openSources: open } = await import('../client/source/sources.js');
  const { files, environment } = context;
  return open({ files, environment, project, home: libraryOptions(context).home });
}

/*
 * An edit of the manifest together with the ensure that it needs. The manifest is written last, when all is well, so an
 * edit that fails or is interrupted leaves it as it was; the next ensure then takes back what was already linked. Of
 * two edits at once, one waits.
 */

/** `edit` is given the text of the manifest, and what it means. */
export async function ensureEdited(
  context: Context,
  options: EnsureOptions,
  edit: (text: string, manifest: Manifest) => string | Promise<string>,
): Promise<EnsureResult> {
  const { files } = context;
  const { home } = libraryOptions(context);
  const path = join(options.project, manifestName);
  const name = `manifest-${projectHash(files.realPath(options.project) ?? options.project)}`;
  const wait = {
    timeoutMs: 600_000,
    onWait: () => warn(context, `waiting for another process that changes ${manifestName}`),
  };
  return await withLock(files, homePaths(home).lock(name), wait, async () => {
    const before = textAt(context, path);
    const after = await edit(before, readManifest(before));
    const locked = files.read(join(options.project, lockName));
    const done = await ensureWithProgress(context, { ...options, manifest: readManifest(after) });
    if (after !== before && !options.dryRun)
      restoringLock(context, options.project, locked, () => writeManifest(context, path, before, after));
    return done;
  });
}

function textAt({ files }: Context, path: string): string {
  const content = files.read(path);
  if (content !== undefined) return new TextDecoder('utf-8', { ignoreBOM: true }).decode(content.bytes);
  throw new CoppiceError('not-found', `there is no ${path}`, { hint: 'make one with: coppice init' });
}

/** Over the text that the edit was made of, and no other. */
function writeManifest(context: Context, path: string, before: string, after: string): void {
  if (textAt(context, path) !== before)
    throw new CoppiceError('changed-on-disk', `${path} was changed meanwhile, and was not overwritten`, {
      hint: 'run it again',
    });
  const mode = (context.files.stat(path)?.mode ?? 0o644) & 0o777;
  context.files.write(path, new TextEncoder().encode(after), { mode });
}

function restoringLock(
  { files }: Context,
  project: string,
  locked: FileContent | undefined,
  write: () => void,
): void {
  try {
    write();
  } catch (error) {
    const path = join(project, lockName);
    if (locked === undefined) files.remove(path);
    else files.write(path, locked.bytes);
    throw error;
  }
}
