/*
 * Out of the archive, back to where the skill was: the same folder, so the same bytes and modes. A place that is taken
 * is never touched; the skill can come back under another name instead.
 */

import type { Files } from '../../system/files.js';
import { closest } from '../../text/closest.js';
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
  /** A new name to come back under. */
  readonly as?: string | undefined;
  /** What has that name already, in any root. */
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
      const { root } = current.place;
      const moveTo = as === undefined ? originalPath : joined(parentOf(originalPath), as);
      if (statInside(deps.files, root, moveTo) !== undefined) {
        throw new CoppiceError(
          'already-exists',
          `the place of ${skill.target.id} is taken: ${root}/${moveTo}`,
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

/** The only one of that id, name or folder name; of several with one id, the one that was archived last. */
export function archivedToRestore(
  place: LedgerOptions & { readonly roots: readonly Root[] },
  wanted: string,
): ArchivedSkill {
  const unreadable: string[] = [];
  const archived = archivedSkills(place, place.roots, ({ path }) => unreadable.push(path));
  const found = findArchived(archived, wanted);
  const ids = new Set(found.map(({ target }) => target.id));
  if (ids.size > 1) {
    const told = [...ids].join(', ');
    throw new CoppiceError(
      'ambiguous-name',
      `${wanted} is the name of ${ids.size} archived skills: ${told}`,
      {
        hint: 'name the one you mean by its id',
      },
    );
  }
  const [skill] = found;
  if (skill !== undefined) return skill;
  const near = closest(
    wanted,
    archived.map(({ target }) => target.name),
  );
  const hints = [
    near.length > 0 ? `did you mean: ${near.join(', ')}` : '',
    unreadable.length > 0 ? `it may be in an archive that cannot be read: ${unreadable.join(', ')}` : '',
  ].filter((hint) => hint !== '');
  throw new CoppiceError('skill-not-found', `no archive holds ${wanted}`, {
    hint: hints.join('; ') || 'coppice archived lists what is archived',
  });
}

/** Where a new skill has taken the place, the usage under the old id is that one's and is not taken along. */
function renamedTarget(files: Files, { target, originalPath }: ArchivedSkill, as: string): PackageTarget {
  const isReplaced = files.stat(`${target.root.path}/${originalPath}`, { follow: false }) !== undefined;
  return isReplaced ? { ...target, id: `${target.root.label}:${as}` } : target;
}
