/*
 * An edit of the manifest together with the ensure that it needs: all of it is done, or the manifest, the lock and the
 * folders of the project are as before. The manifest is written last, so an edit that is killed leaves it as it was, and
 * the next ensure takes back what was already linked. Of two edits at once, one waits.
 */

import { join } from 'node:path';
import type { Files } from '../../system/files.js';
import { homePaths } from '../../system/home.js';
import { withLock } from '../../system/lock/lock.js';
import { CoppiceError } from '../../text/errors.js';
import { projectHash } from '../link/project-view.js';
import type { EnsureResult } from '../rules/ensure-result.js';
import { type Manifest, manifestName, readManifest } from '../rules/manifest.js';
import { type EnsureOptions, ensureProject } from './ensure.js';
import type { EnsureDeps } from './ports.js';

/** From the text of the manifest, and what it means, to the new text. */
export type ManifestEdit = (text: string, manifest: Manifest) => string | Promise<string>;

export async function editProject(
  deps: EnsureDeps,
  options: EnsureOptions,
  edit: ManifestEdit,
): Promise<EnsureResult> {
  const { files, home, lockTimeoutMs = 600_000 } = deps;
  const path = join(options.project, manifestName);
  const wait = {
    timeoutMs: lockTimeoutMs,
    onWait: () => deps.warn(`waiting for another process that changes ${manifestName}`),
  };
  return await withLock(files, homePaths(home).lock(lockOf(files, options.project)), wait, async () => {
    const before = textAt(files, path);
    const after = await edit(before, readManifest(before));
    const manifest = readManifest(after);
    const commit = () => {
      if (after !== before) writeManifest(files, path, before, after);
    };
    return await ensureProject(deps, { ...options, allOrNothing: true, manifest, commit });
  });
}

/** Changes the text of the manifest and not what it means, so that nothing has to be installed. False if it stays. */
export async function rewriteManifest(
  { files, home }: Pick<EnsureDeps, 'files' | 'home'>,
  project: string,
  edit: (text: string) => string | undefined,
): Promise<boolean> {
  const path = join(project, manifestName);
  return await withLock(files, homePaths(home).lock(lockOf(files, project)), { timeoutMs: 600_000 }, () => {
    const before = textAt(files, path);
    const after = edit(before);
    if (after === undefined || after === before) return false;
    writeManifest(files, path, before, after);
    return true;
  });
}

function lockOf(files: Files, project: string): string {
  return `manifest-${projectHash(files.realPath(project) ?? project)}`;
}

function textAt(files: Files, path: string): string {
  const content = files.read(path);
  if (content !== undefined) return new TextDecoder('utf-8', { ignoreBOM: true }).decode(content.bytes);
  throw new CoppiceError('not-found', `there is no ${path}`, { hint: 'make one with: coppice init' });
}

/** Over the text that the edit was made of, and no other. */
function writeManifest(files: Files, path: string, before: string, after: string): void {
  if (textAt(files, path) !== before)
    throw new CoppiceError('changed-on-disk', `${path} was changed meanwhile, and was not overwritten`, {
      hint: 'run it again',
    });
  const mode = (files.stat(path)?.mode ?? 0o644) & 0o777;
  const write = (text: string) => files.write(path, new TextEncoder().encode(text), { mode });
  try {
    write(after);
  } catch (error) {
    // It may be there although it is not certain to stay, as when only the sync of the folder failed.
    if (textAt(files, path) !== before) write(before);
    throw error;
  }
}
