/*
 * Carries out a plan for a project's folders, so that it can be taken back. At every moment each path has the old or the
 * new content, or, if a folder replaces a folder, briefly nothing; the next plan sees what was interrupted.
 */

import { dirname } from 'node:path';
import { removeFolder } from '../../system/disk/remove-folder.js';
import type { Files } from '../../system/files.js';
import { type Ids, randomIds } from '../../system/ids.js';
import { CoppiceError, unlessRefused } from '../../text/errors.js';
import type { Copies, LinkPlan, Placement } from '../rules/link-plan.js';
import { isSameCopies, writeCopies } from './copies.js';
import type { LinkDeps, ProjectView } from './project-view.js';

/** What was done. One of the two is called, once. */
export interface AppliedLinks {
  /** Removes what was set aside. What cannot be removed now, the next plan removes. */
  finish(): void;
  /** Puts everything back as it was. False if something refused. */
  undo(): boolean;
}

/** What fails is taken back before it is thrown. */
export function applyLinks(
  deps: LinkDeps,
  view: ProjectView,
  plan: LinkPlan,
  ids: Ids = randomIds,
): AppliedLinks {
  const changes = new Changes(deps, ids);
  try {
    // Copies are recorded before they are made: an unrecorded copy would never be removed.
    const during = withBoth(view.copies, plan.copies);
    changes.saveCopies(view, view.copies, during);
    for (const put of plan.puts) changes.put(put);
    for (const { path } of plan.removals) changes.remove(path);
    changes.saveCopies(view, during, plan.copies);
  } catch (error) {
    throw changes.undo() ? error : notPutBack(error);
  }
  return changes;
}

/** The error of a change that could not be taken back whole. */
export function notPutBack(error: unknown): unknown {
  if (!(error instanceof CoppiceError)) return error;
  return new CoppiceError(error.code, `${error.message}, and not everything could be put back`, {
    hint: 'repair the project with: coppice ensure',
    cause: error,
  });
}

class Changes implements AppliedLinks {
  readonly #deps: LinkDeps;
  readonly #ids: Ids;
  /** Noted before each step: a step that fails may have been done, as when only the sync of its folder failed. */
  readonly #inverses: (() => unknown)[] = [];
  /** Folders that are gone from their paths, and come back if all is undone. */
  readonly #asides: string[] = [];

  constructor(deps: LinkDeps, ids: Ids) {
    this.#deps = deps;
    this.#ids = ids;
  }

  put({ path, from, digest, over }: Placement): void {
    const { files, links } = this.#deps;
    this.#makeFolder(dirname(path));
    if (digest !== undefined && isFolder(files, from)) {
      const fresh = this.#unfinished(path);
      this.#inverses.push(() => removeFolder(files, fresh));
      copyWhole(files, from, fresh);
      if (over !== 'nothing') this.remove(path);
      this.#inverses.push(() => isFolder(files, fresh) || removeWhole(files, path));
      files.rename(fresh, path);
    } else if (digest !== undefined) {
      this.#remember(path);
      copyFile(files, from, path);
    } else if (over !== 'nothing' && !isFolder(files, path)) {
      this.#remember(path);
      this.#replace(path, from);
    } else {
      if (over !== 'nothing') this.remove(path);
      this.#inverses.push(() => links.target(path) === from && files.remove(path));
      links.make(path, from);
    }
  }

  /** Folders are set aside as a whole, because half of a copy would look like one that somebody has changed. */
  remove(path: string): void {
    const { files } = this.#deps;
    if (isFolder(files, path)) {
      const aside = this.#unfinished(path);
      this.#asides.push(aside);
      this.#inverses.push(() => isFolder(files, aside) && files.rename(aside, path));
      files.rename(path, aside);
    } else {
      this.#remember(path);
      files.remove(path);
    }
  }

  saveCopies({ folder, copiesPath }: ProjectView, before: Copies, after: Copies): void {
    if (isSameCopies(before, after)) return;
    const { files } = this.#deps;
    files.makeFolder(dirname(copiesPath));
    this.#remember(copiesPath);
    writeCopies(files, copiesPath, folder, after);
  }

  finish(): void {
    for (const aside of this.#asides) unlessRefused(() => removeFolder(this.#deps.files, aside));
  }

  undo(): boolean {
    const done = this.#inverses.toReversed().map((inverse) =>
      unlessRefused(() => {
        inverse();
        return true;
      }),
    );
    return !done.includes(undefined);
  }

  /** Lets undo put back the link or the file that is at the path, or nothing. */
  #remember(path: string): void {
    const { files, links } = this.#deps;
    const target = links.target(path);
    const content = target === undefined ? files.read(path) : undefined;
    this.#inverses.push(() => {
      if (target !== undefined) this.#replace(path, target);
      else if (content === undefined) files.remove(path);
      else files.write(path, content.bytes, { mode: content.stat.mode & 0o777 });
    });
  }

  #replace(path: string, target: string): void {
    const { files, links } = this.#deps;
    const temporary = this.#unfinished(path);
    this.#inverses.push(() => files.remove(temporary));
    links.replace(path, target, temporary);
  }

  /** The usual mode for folders of a project, less the umask. */
  #makeFolder(folder: string): void {
    const { files } = this.#deps;
    const missing: string[] = [];
    for (let at = folder; files.stat(at) === undefined && at !== dirname(at); at = dirname(at))
      missing.push(at);
    if (missing.length === 0) return;
    this.#inverses.push(() => missing.map((path) => files.remove(path)));
    files.makeFolder(folder, 0o777);
  }

  #unfinished(path: string): string {
    return `${dirname(path)}/.coppice-${this.#ids.next()}.tmp`;
  }
}

/** Under another name first, so that no half of it is left at its path. */
function removeWhole(files: Files, path: string): void {
  const aside = `${dirname(path)}/.coppice-undone.tmp`;
  files.rename(path, aside);
  removeFolder(files, aside);
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
