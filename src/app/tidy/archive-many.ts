/*
 * Archives several skills as one run, which one undo takes back: those that a person names, those that the scanner blocks,
 * or those that cannot be loaded and that `doctor --fix` cannot fix. What is pinned, or belongs to somebody else, stays.
 * The first failure ends it.
 */

import { archiveInTurn } from '../../curator/apply.js';
import { type Survey, surveySkills } from '../../curator/survey.js';
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
  const survey = surveySkills(skillLibraryOptions(context), { writesCaches: true });
  return archivePlan(context, survey, await troubledSkills(survey, choice), reasons[choice]);
}

/** The plan for skills by their ids, with those that stay where they are and why. */
export interface NamedArchivePlan extends ArchivePlan {
  readonly left: readonly { readonly id: string; readonly why: string }[];
  /** Those that other skills or automation need. */
  readonly needed: ReadonlySet<string>;
}

export function planArchiveOf(context: Context, ids: readonly string[]): NamedArchivePlan {
  const survey = surveySkills(skillLibraryOptions(context), { writesCaches: true });
  const { skills, records, facts } = survey;
  const pinned = new Set(records.filter((record) => record.pinned).map(({ id }) => id));
  const whyLeft = (id: string) => {
    if (!skills.has(id)) return 'it is not in a folder of skills that Coppice looks after';
    if (pinned.has(id)) return 'it is pinned';
    return facts.immovable.has(id) ? 'its folder cannot be moved, or belongs to another program' : undefined;
  };
  const chosen = [...new Set(ids)];
  return {
    ...archivePlan(
      context,
      survey,
      chosen.filter((id) => whyLeft(id) === undefined).flatMap((id) => skills.get(id) ?? []),
    ),
    left: chosen.flatMap((id) => {
      const why = whyLeft(id);
      return why === undefined ? [] : [{ id, why }];
    }),
    needed: new Set(chosen.filter((id) => facts.required.has(id) || facts.referenced.has(id))),
  };
}

function archivePlan(
  context: Context,
  survey: Survey,
  skills: readonly SkillEntry[],
  usualReason?: string,
): ArchivePlan {
  return {
    skills,
    apply: async ({ actor, reason = usualReason }) => {
      const deps = writeDepsOf(skillLibraryOptions(context), survey.library.usage);
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
