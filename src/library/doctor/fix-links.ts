/*
 * Removes links in the folders of skills that lead nowhere. Nothing is lost: the ledger has what the link said, and undo
 * makes it again. A link is left alone where its target may come back: on a disk that is not mounted now, or in the store,
 * where `coppice ensure` installs the package again.
 */

import { dirname, resolve } from 'node:path';
import { isSkillFile } from '../../skill/package-names.js';
import type { Files } from '../../system/files.js';
import { homePaths } from '../../system/home.js';
import { CoppiceError, unlessRefused } from '../../text/errors.js';
import type { ReadLibrary } from '../read/catalog.js';
import { managedProvenance, type Root } from '../rules/root.js';
import type { Plan } from '../write/write-change.js';
import { linkInside } from '../write/write-inside.js';
import type { SkippedFix } from './find-fixes.js';
import type { FixPlan, PlannedFix } from './fix.js';

export interface LinkLibrary extends Pick<ReadLibrary, 'files' | 'home' | 'roots'> {
  readonly userHome: string;
}

/** `paths`: the links that were found to be broken. */
export function planLinkFixes(library: LinkLibrary, paths: readonly string[]): FixPlan {
  const fixes: PlannedFix[] = [];
  const skipped: SkippedFix[] = [];
  for (const path of paths) {
    const says = unlessRefused(() => library.files.readLink(path));
    const root = rootOf(library.roots, path);
    if (says === undefined || root === undefined) continue;
    const name = path.slice(path.lastIndexOf('/') + 1);
    const skill = `${root.label}:${name}`;
    const codes = ['broken-link'] as const;
    const reason = reasonToKeep(library, root, path, says);
    if (reason !== undefined) skipped.push({ path, skill, codes, reason });
    else {
      const target = { id: skill, name, root, folder: path };
      const phrase = `the link to ${says}, which does not exist`;
      const [message, done] = [`removes ${phrase}`, `removed ${phrase}`];
      fixes.push({ path, skill, codes, message, done, target, plan: planOf(library.files, path, says) });
    }
  }
  return { fixes, skipped };
}

/** Unless it leads somewhere by now. */
function planOf(files: Files, path: string, says: string): Plan {
  return ({ location }) => {
    if (linkInside(files, location.root, location.folder) !== says || files.stat(path) !== undefined)
      throw new CoppiceError('changed-on-disk', `the link ${path} was changed by someone else`, {
        hint: 'look again with: coppice doctor',
      });
    return {
      action: 'unlink',
      link: { path: location.folder, before: says, after: null },
      reason: `coppice doctor --fix: it led to ${says}, which did not exist`,
    };
  };
}

/** The innermost. */
function rootOf(roots: readonly Root[], path: string): Root | undefined {
  return roots
    .filter((root) => path.startsWith(`${root.path}/`))
    .toSorted((a, b) => b.path.length - a.path.length)[0];
}

function reasonToKeep(
  { files, home, userHome }: LinkLibrary,
  root: Root,
  path: string,
  says: string,
): string | undefined {
  const target = resolve(dirname(path), says);
  const isIn = (folder: string) => target.startsWith(`${folder}/`);
  const { store } = homePaths(home);
  if (isIn(store) || isIn(unlessRefused(() => files.realPath(store)) ?? store))
    return 'it leads to an installed package, which coppice ensure installs again';
  if (root.kind === 'project') return 'it belongs to a project, which is changed there';
  if (root.kind === 'external' || root.kind === 'plugin' || managedProvenance(root, path) !== undefined)
    return 'it is in a folder that another program writes';
  if (isSkillFile(path.slice(path.lastIndexOf('/') + 1)))
    return 'it stands for the text of a skill, which only you can restore';
  const nearest = nearestFolder(files, target);
  const homes = [userHome, unlessRefused(() => files.realPath(userHome)) ?? userHome, root.path];
  return homes.some((folder) => nearest === folder || nearest.startsWith(`${folder}/`))
    ? undefined
    : 'its target is outside of your home folder, perhaps on a disk that is not there now';
}

/** The folder around the target that exists. */
function nearestFolder(files: Pick<Files, 'stat'>, target: string): string {
  let folder = dirname(target);
  while (folder !== dirname(folder) && unlessRefused(() => files.stat(folder)) === undefined)
    folder = dirname(folder);
  return folder;
}
