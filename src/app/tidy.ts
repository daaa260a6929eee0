/*
 * Suggests what to do about the skills that nobody uses, and does it after a person has agreed. All of it is one run, so
 * that one undo takes it back. The first failure ends it, and what was not done is reported.
 */

import { archiveInTurn } from '../curator/apply.js';
import { type LeftSkill, planTidy } from '../curator/rules/tidy.js';
import type { Unused, UnusedSkill } from '../curator/rules/unused.js';
import { surveySkills } from '../curator/survey.js';
import { unusedIn } from '../curator/unused.js';
import { quietSkills } from '../library/quiet/quiet.js';
import type { SkillEntry } from '../library/rules/entry.js';
import { newRunId } from '../library/run-report.js';
import { writeDepsOf } from '../library/write/write-target.js';
import { CoppiceError } from '../text/errors.js';
import { counted } from '../text/plural.js';
import type { Context } from './context.js';
import { skillLibraryOptions } from './skill-library.js';

export interface Suggestion extends UnusedSkill {
  readonly act: 'archive' | 'quiet';
  /** The agents for which it becomes quiet. */
  readonly agents: readonly string[];
}

export interface Tidying {
  readonly unused: Unused;
  readonly suggestions: readonly Suggestion[];
  readonly left: readonly LeftSkill[];
  /** Does what was chosen of the suggestions. */
  apply(chosen: readonly Suggestion[]): Promise<Tidied>;
}

export interface Tidied {
  /** What `coppice undo` takes back; null when nothing was done. */
  readonly run: string | null;
  readonly archived: readonly string[];
  readonly quiet: readonly string[];
  /** The chosen ones that were not done. */
  readonly remaining: readonly string[];
  readonly error: CoppiceError | null;
}

export async function suggestTidying(context: Context, days: number | undefined): Promise<Tidying> {
  const options = skillLibraryOptions(context);
  const survey = surveySkills(options, { writesCaches: context.files.stat(options.home) !== undefined });
  const [doubt] = survey.doubts;
  if (doubt !== undefined) throw doubt;
  const { library, skills } = survey;
  const deps = writeDepsOf(options, library.usage);
  const unused = unusedIn(survey, days);
  const plan = planTidy(unused, context.clock.now());

  const wanted = entriesOf(skills, plan.quiet);
  const { changes, skipped } = await quietSkills(library, deps, wanted, { actor: 'user', dryRun: true });
  const agentsOf = (id: string) => [
    ...new Set(changes.filter(({ skill }) => skill === id).map(({ agent }) => agent)),
  ];
  const suggestions = [
    ...plan.archive.map((skill): Suggestion => ({ ...skill, act: 'archive', agents: [] })),
    ...plan.quiet.map((skill): Suggestion => ({ ...skill, act: 'quiet', agents: agentsOf(skill.id) })),
  ].filter(({ act, agents }) => act === 'archive' || agents.length > 0);
  const suggested = new Set(suggestions.map(({ id }) => id));
  const unquieted = plan.quiet
    .filter(({ id }) => !suggested.has(id))
    .map(({ id }): LeftSkill => {
      const skip = skipped.find(({ skill }) => skill === id);
      return { id, reason: skip?.reason ?? 'no-agent', message: skip?.message ?? 'no agent lists it' };
    });
  return {
    unused,
    suggestions,
    left: [...plan.left, ...unquieted],
    apply: async (chosen) => {
      const run = newRunId(context.clock.now(), deps.ids);
      const reason = reasonFor(unused.days);
      const toArchive = entriesOf(
        skills,
        chosen.filter(({ act }) => act === 'archive'),
      );
      const requests = toArchive.map((target) => ({ target, reason }));
      const archived = await archiveInTurn(deps, requests, { actor: 'user', run });
      const toQuiet = archived.error === undefined ? chosen.filter(({ act }) => act === 'quiet') : [];
      const report = await quietSkills(library, deps, entriesOf(skills, toQuiet), {
        actor: 'user',
        run,
        reason,
      });
      const quiet = [...new Set(report.changes.map(({ skill }) => skill))];
      const done = new Set([...archived.done, ...quiet]);
      const failed = report.skipped.find(({ reason }) => reason === 'failed');
      return {
        run: done.size === 0 ? null : run,
        archived: [...archived.done],
        quiet,
        remaining: chosen.map(({ id }) => id).filter((id) => !done.has(id)),
        error:
          archived.error ?? (failed === undefined ? null : new CoppiceError('file-failed', failed.message)),
      };
    },
  };
}

function reasonFor(days: number): string {
  return `not used in ${counted(days, 'day')}`;
}

function entriesOf(
  skills: ReadonlyMap<string, SkillEntry>,
  chosen: readonly { readonly id: string }[],
): readonly SkillEntry[] {
  return chosen.flatMap(({ id }) => skills.get(id) ?? []);
}
