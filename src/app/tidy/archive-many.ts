/*
 * Archives several skills as one run, which one undo takes back: those that the scanner blocks, or those that cannot be
 * loaded and that `doctor --fix` cannot fix. What is pinned, or belongs to somebody else, stays. The first failure ends it.
 */

import { archiveInTurn } from '../../curator/apply.js';
import { surveySkills } from '../../curator/survey.js';
import type { SkillEntry } from '../../library/rules/entry.js';
import { newRunId } from '../../library/run-report.js';
import { writeDepsOf } from '../../library/write/write-target.js';
import type { CoppiceError } from '../../text/errors.js';
import type { Context } from '../context.js';
import { skillLibraryOptions } from '../skill-library-options.js';
import { troubledSkills } from '../status/attention.js';

/** Blocked by the scanner, or unloadable in a way that nothing mechanical fixes. */
export type ArchiveChoice = 'blocked' | 'unloadable';

export interface ArchivePlan {
  readonly skills: readonly SkillEntry[];
  apply(options: {
    readonly actor: 'user' | 'agent';
    readonly reason?: string | undefined;
  }): Promise<Archived>;
}

export interface Archived {
  /** What `coppice undo` takes back; null when nothing was done. */
  readonly run: string | null;
  readonly archived: readonly string[];
  readonly remaining: readonly string[];
  readonly error: CoppiceError | null;
}

const reasons = { blocked: 'blocked by the scanner', unloadable: 'cannot be loaded' };

export async function planArchive(context: Context, choice: ArchiveChoice): Promise<ArchivePlan> {
  const options = skillLibraryOptions(context);
  const survey = surveySkills(options, { writesCaches: true });
  const skills = await troubledSkills(survey, choice);
  return {
    skills,
    apply: async ({ actor, reason = reasons[choice] }) => {
      const deps = writeDepsOf(options, survey.library.usage);
      const run = newRunId(context.clock.now(), deps.ids);
      const requests = skills.map((target) => ({ target, reason }));
      const { done, error } = await archiveInTurn(deps, requests, { actor, run });
      const archived = new Set(done);
      return {
        run: archived.size === 0 ? null : run,
        archived: [...archived],
        remaining: skills.map(({ id }) => id).filter((id) => !archived.has(id)),
        error: error ?? null,
      };
    },
  };
}
