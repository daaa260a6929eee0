/*
 * Restores a skill from the archive to where it was: the same folder, so the same bytes and modes. If something else is
 * there now, it is never touched; the skill can be restored under another name instead.
 */

import type { Files } from '../../system/files.js';
import { didYouMean } from '../../text/closest.js';
import { CoppiceError } from '../../text/errors.js';
import type { Root } from '../rules/root.js';
import { refuseName } from '../rules/skill-refusals.js';
import { type ArchivedSkill, archivedSkills, findArchived } from './archive-find.js';
import { type NewSkill, refuseTaken } from './author-create.js';
import { type Written, writeSkill } from './author-result.js';
import type { LedgerOptions } from './ledger.js';
import { changeName } from './rename.js';
import type { WriteOptions } from './write.js';
import { joined, parentOf, statInside } from './write-inside.js';
import type { PackageTarget, WriteDeps } from './write-target.js';

export interface RestoreOptions extends WriteOptions {
  /** A new name for the restored skill. */
  readonly as?: string | undefined;
  /** Finds a skill that already has the new name, in any root. */
  readonly taken?: NewSkill['taken'];
  readonly reason?: string | undefined;
}

export async function restoreSkill(
  deps: WriteDeps,
  skill: ArchivedSkill,
  options: RestoreOptions,
): Promise<Written> {
  const { originalPath } = skill;
  const { as, reason } = options;
  if (as !== undefined) {
    refuseName(as, 'skill');
    if (options.taken !== undefined) refuseTaken(as, options.taken);
  }
  const target = as === undefined ? skill.target : renamedTarget(deps.files, skill, as);
  return await writeSkill(
    deps,
    target,
    (current) => {
      const { root } = current.location;
      const moveTo = as === undefined ? originalPath : joined(parentOf(originalPath), as);
      if (statInside(deps.files, root, moveTo) !== undefined) {
        throw new CoppiceError(
          'already-exists',
          `${skill.target.id} cannot be restored: ${root}/${moveTo} already exists`,
          {
            hint: `coppice restore ${skill.target.id} --as NEW-NAME`,
          },
        );
      }
      const named = as === undefined ? undefined : changeName(current, as);
      const newId = `${target.root.label}:${as ?? target.name}`;
      return {
        action: 'restore',
        files: named === undefined ? [] : [named],
        moveTo,
        reason,
        ...(as !== undefined && newId !== target.id && { renamedTo: newId }),
      };
    },
    options,
  );
}

/** The skill with that id, name or folder name; if several have the same id, the one that was archived last. */
export function archivedToRestore(
  library: LedgerOptions & { readonly roots: readonly Root[] },
  wanted: string,
): ArchivedSkill {
  const unreadable: string[] = [];
  const archived = archivedSkills(library, library.roots, ({ path }) => unreadable.push(path));
  const found = findArchived(archived, wanted);
  const ids = new Set(found.map(({ target }) => target.id));
  if (ids.size > 1) {
    const list = [...ids].join(', ');
    throw new CoppiceError('ambiguous-name', `${ids.size} archived skills are named ${wanted}: ${list}`, {
      hint: 'use the id of the one you mean',
    });
  }
  const [skill] = found;
  if (skill !== undefined) return skill;
  const names = archived.map(({ target }) => target.name);
  const hints = [
    didYouMean(wanted, names) ?? '',
    unreadable.length > 0 ? `it may be in an archive that cannot be read: ${unreadable.join(', ')}` : '',
  ].filter((hint) => hint !== '');
  throw new CoppiceError('skill-not-found', `no archived skill is named ${wanted}`, {
    hint: hints.join('; ') || 'coppice archived lists what is archived',
  });
}

/** If a new skill has replaced it, the usage under the old id belongs to that one and is not moved. */
function renamedTarget(files: Files, { target, originalPath }: ArchivedSkill, as: string): PackageTarget {
  const isReplaced = files.stat(`${target.root.path}/${originalPath}`, { follow: false }) !== undefined;
  return isReplaced ? { ...target, id: `${target.root.label}:${as}` } : target;
}
