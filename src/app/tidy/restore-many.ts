/*
 * Restores several skills from the archives as one run, which one undo takes back. Of several with one id it is the one
 * that was archived last. The first failure ends it.
 */

import { newRunId } from '../../library/run-report.js';
import { type ArchivedSkill, archivedSkills } from '../../library/write/archive-find.js';
import { restoreSkill } from '../../library/write/archive-restore.js';
import { writeDepsOf } from '../../library/write/write-target.js';
import { CoppiceError } from '../../text/errors.js';
import { type Context, libraryOf } from '../context.js';
import { skillLibraryOptions } from '../skill-library-options.js';

export interface RestorePlan {
  readonly skills: readonly { readonly id: string; readonly path: string; readonly reason: string | null }[];
  /** Ids that are not in an archive. */
  readonly missing: readonly string[];
  apply(chosen: ReadonlySet<string>): Promise<Restored>;
}

export interface Restored {
  /** What `coppice undo` takes back; null when nothing was done. */
  readonly run: string | null;
  readonly restored: readonly string[];
  readonly remaining: readonly string[];
  readonly error: CoppiceError | null;
}

export function planRestore(context: Context, ids: readonly string[]): RestorePlan {
  const library = libraryOf(context);
  const archived = new Map<string, ArchivedSkill>();
  for (const skill of archivedSkills(library, library.roots))
    if (!archived.has(skill.target.id)) archived.set(skill.target.id, skill);
  const wanted = [...new Set(ids)];
  const found = wanted.flatMap((id) => archived.get(id) ?? []);
  return {
    skills: found.map(({ target, originalPath, reason }) => ({
      id: target.id,
      path: `${target.root.path}/${originalPath}`,
      reason,
    })),
    missing: wanted.filter((id) => !archived.has(id)),
    apply: async (chosen) => {
      const deps = writeDepsOf(skillLibraryOptions(context), library.usage);
      const run = newRunId(context.clock.now(), deps.ids);
      const toRestore = found.filter(({ target }) => chosen.has(target.id));
      const restored: string[] = [];
      let error: CoppiceError | null = null;
      for (const skill of toRestore) {
        try {
          await restoreSkill(deps, skill, { actor: 'user', run });
          restored.push(skill.target.id);
        } catch (fault) {
          if (!(fault instanceof CoppiceError)) throw fault;
          error = fault;
          break;
        }
      }
      const remaining = toRestore.map(({ target }) => target.id).filter((id) => !restored.includes(id));
      return { run: restored.length === 0 ? null : run, restored, remaining, error };
    },
  };
}
