/*
 * Carries out a plan for a project's folders. At every moment each path has the old or the new content, or, if a folder
 * replaces a folder, briefly nothing; the next plan sees what was interrupted.
 */

import { dirname } from 'node:path';
import { removeFolder } from '../../system/disk/remove-folder.js';
import type { Files } from '../../system/files.js';
import { type Ids, randomIds } from '../../system/ids.js';
import { CoppiceError } from '../../text/errors.js';
import type { Copies, LinkPlan, Placement } from '../rules/link-plan.js';
import { isSameCopies, writeCopies } from './copies.js';
import type { LinkDeps, ProjectView } from './project-view.js';

export function applyLinks(
  { files, links }: LinkDeps,
  view: ProjectView,
  plan: LinkPlan,
  ids: Ids = randomIds,
): void {
  // Copies are recorded before they are made: an unrecorded copy would never be removed.
  const during = withBoth(view.copies, plan.copies);
  saveCopies(files, view, view.copies, during);
  for (const put of plan.puts) {
    // The usual mode for files of a project, less the umask.
    files.makeFolder(dirname(put.path), 0o777);
    const unfinished = () => `${dirname(put.path)}/.coppice-${ids.next()}.tmp`;
    if (put.digest !== undefined && isFolder(files, put.from)) putFolder(files, put, unfinished);
    else if (put.digest !== undefined) copyFile(files, put.from, put.path);
    else if (put.over === 'nothing') links.make(put.path, put.from);
    else if (isFolder(files, put.path)) {
      const aside = unfinished();
      files.rename(put.path, aside);
      links.make(put.path, put.from);
      removeFolder(files, aside);
    } else links.replace(put.path, put.from, unfinished());
  }
  for (const { path } of plan.removals) {
    // Atomic, because half of a copy would look like one that somebody has changed.
    const aside = `${dirname(path)}/.coppice-${ids.next()}.tmp`;
    if (!isFolder(files, path)) files.remove(path);
    else {
      files.rename(path, aside);
      removeFolder(files, aside);
    }
  }
  saveCopies(files, view, during, plan.copies);
}

function putFolder(files: Files, { path, from, over }: Placement, unfinished: () => string): void {
  const [fresh, aside] = [unfinished(), unfinished()];
  copyWhole(files, from, fresh);
  if (over === 'link') files.remove(path);
  if (over === 'copy') files.rename(path, aside);
  files.rename(fresh, path);
  if (over === 'copy') removeFolder(files, aside);
}

/** A copy that fails leaves nothing. */
function copyWhole(files: Files, from: string, to: string): void {
  try {
    copyFolder(files, from, to);
  } catch (error) {
    if (error instanceof CoppiceError) removeFolder(files, to);
    throw error;
  }
}

function copyFolder(files: Files, from: string, to: string): void {
  files.makeFolder(to, 0o777);
  for (const { name, kind } of files.list(from) ?? []) {
    if (kind === 'folder') copyFolder(files, `${from}/${name}`, `${to}/${name}`);
    else copyFile(files, `${from}/${name}`, `${to}/${name}`);
  }
}

function copyFile(files: Files, from: string, to: string): void {
  const content = files.read(from);
  if (content === undefined) throw new CoppiceError('not-found', `${from} is missing from the store`);
  const mode = (content.stat.mode & 0o100) === 0 ? 0o644 : 0o755;
  files.write(to, content.bytes, { mode });
}

function isFolder(files: Files, path: string): boolean {
  return files.stat(path, { follow: false })?.kind === 'folder';
}

function withBoth(before: Copies, after: Copies): Copies {
  const both = new Map(before);
  for (const [path, digests] of after)
    both.set(path, [...new Set([...(before.get(path) ?? []), ...digests])]);
  return both;
}

function saveCopies(files: Files, { folder, copiesPath }: ProjectView, before: Copies, after: Copies): void {
  if (isSameCopies(before, after)) return;
  files.makeFolder(dirname(copiesPath));
  writeCopies(files, copiesPath, folder, after);
}
