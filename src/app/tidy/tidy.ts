/*
 * Suggests what to do about the skills that nobody uses, and about listings that are too long, and does it after a person
 * has agreed. All of it is one run, so
 * that one undo takes it back. The first failure ends it, and what was not done is reported.
 */

import type { AgentName } from '../../agents/index.js';
import { archiveInTurn } from '../../curator/apply.js';
import { isLeftAlone, type LeftSkill, planTidy } from '../../curator/rules/tidy.js';
import type { Unused, UnusedSkill } from '../../curator/rules/unused.js';
import { type Survey, surveySkills } from '../../curator/survey.js';
import { unusedIn } from '../../curator/unused.js';
import { type QuietOptions, type QuietSkip, quietSkills } from '../../library/quiet/quiet.js';
import type { SkillEntry } from '../../library/rules/entry.js';
import { newRunId } from '../../library/run-report.js';
import { type WriteDeps, writeDepsOf } from '../../library/write/write-target.js';
import { CoppiceError } from '../../text/errors.js';
import { counted } from '../../text/plural.js';
import type { Context } from '../context.js';
import { skillLibraryOptions } from '../skill-library-options.js';
import { type FittedListing, fitListings } from './fit-listings.js';

export interface Suggestion extends UnusedSkill {
  readonly act: 'archive' | 'quiet';
  /** The agents for which it becomes quiet. */
  readonly agents: readonly AgentName[];
  /** Whether nobody uses it, or it is used least of all in a listing that is too long. */
  readonly because: 'unused' | 'listing';
}

export interface Tidying {
  readonly unused: Unused;
  readonly suggestions: readonly Suggestion[];
  readonly left: readonly LeftSkill[];
  /** The listings that were too long; empty unless they were asked about. */
  readonly listings: readonly FittedListing[];
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

export interface TidyRequest {
  readonly days?: number | undefined;
  /** Also makes the least used skills quiet until the listings fit. */
  readonly fits?: boolean;
}

export async function suggestTidying(context: Context, request: TidyRequest): Promise<Tidying> {
  const options = skillLibraryOptions(context);
  const survey = surveySkills(options, { writesCaches: context.files.stat(options.home) !== undefined });
  const [doubt] = survey.doubts;
  if (doubt !== undefined) throw doubt;
  const { library, skills } = survey;
  const deps = writeDepsOf(options, library.usage);
  const unused = unusedIn(survey, request.days);
  const plan = planTidy(unused, context.clock.now());

  const wanted = entriesOf(skills, plan.quiet);
  const { changes, skipped } = await quietSkills(library, deps, wanted, { actor: 'user', dryRun: true });
  const agentsOf = (id: string): readonly AgentName[] => [
    ...new Set(changes.filter(({ skill }) => skill === id).map(({ agent }) => agent)),
  ];
  const because = 'unused';
  const ofUnused = [
    ...plan.archive.map((skill): Suggestion => ({ ...skill, act: 'archive', agents: [], because })),
    ...plan.quiet.map(
      (skill): Suggestion => ({ ...skill, act: 'quiet', agents: agentsOf(skill.id), because }),
    ),
  ].filter(({ act, agents }) => act === 'archive' || agents.length > 0);
  const { listings, ofListings } = request.fits
    ? await suggestFitting(context, survey, deps, ofUnused)
    : { listings: [], ofListings: [] };
  const suggestions = [...ofUnused, ...ofListings];
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
    left: [...plan.left.filter(({ id }) => !suggested.has(id)), ...unquieted],
    listings,
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
      const quiet = new Set<string>();
      let failed: QuietSkip | undefined;
      for (const { skills: some, ...how } of quietings(toQuiet, { unused, listings })) {
        if (failed !== undefined) break;
        const targets = entriesOf(skills, some);
        const report = await quietSkills(library, deps, targets, { actor: 'user', run, ...how });
        for (const { skill } of report.changes) quiet.add(skill);
        failed = report.skipped.find(({ reason }) => reason === 'failed');
      }
      const done = new Set([...archived.done, ...quiet]);
      return {
        run: done.size === 0 ? null : run,
        archived: [...archived.done],
        quiet: [...quiet],
        remaining: chosen.map(({ id }) => id).filter((id) => !done.has(id)),
        error:
          archived.error ?? (failed === undefined ? null : new CoppiceError('file-failed', failed.message)),
      };
    },
  };
}

/** The skills that are used least become quiet for the agents whose listings are too long, and for no others. */
async function suggestFitting(
  context: Context,
  survey: Survey,
  deps: WriteDeps,
  suggestions: readonly Suggestion[],
): Promise<{ readonly listings: readonly FittedListing[]; readonly ofListings: readonly Suggestion[] }> {
  // Not used since now, and therefore all of them.
  const all = new Map(unusedIn(survey, 0).skills.map((skill) => [skill.id, skill]));
  const planned = {
    archived: new Set(suggestions.filter(({ act }) => act === 'archive').map(({ id }) => id)),
    quietFor: new Map(suggestions.map(({ id, agents }) => [id, agents])),
  };
  const isOffered = (id: string) => {
    const skill = all.get(id);
    return skill !== undefined && !isLeftAlone(skill);
  };
  const listings = await fitListings(context, survey, deps, planned, isOffered);
  const ids = [...new Set(listings.flatMap(({ quiet }) => quiet))];
  return {
    listings,
    ofListings: ids.flatMap((id): readonly Suggestion[] => {
      const skill = all.get(id);
      const agents = listings.filter(({ quiet }) => quiet.includes(id)).map(({ agent }) => agent);
      return skill === undefined ? [] : [{ ...skill, act: 'quiet', agents, because: 'listing' }];
    }),
  };
}

interface Quieting extends Pick<QuietOptions, 'agents' | 'reason'> {
  readonly skills: readonly Suggestion[];
}

/** The unused become quiet for every agent that lists them, the others only for the agent without room for them. */
function quietings(chosen: readonly Suggestion[], { unused, listings }: Plan): readonly Quieting[] {
  const forListing = ({ agent, title }: FittedListing): Quieting => ({
    skills: chosen.filter(({ because, agents }) => because === 'listing' && agents.includes(agent)),
    agents: [agent],
    reason: `used least in the listing of ${title}, which is too long`,
  });
  return [
    { skills: chosen.filter(({ because }) => because === 'unused'), reason: reasonFor(unused.days) },
    ...listings.map(forListing),
  ].filter(({ skills }) => skills.length > 0);
}

type Plan = Pick<Tidying, 'unused' | 'listings'>;

function reasonFor(days: number): string {
  return `not used in ${counted(days, 'day')}`;
}

function entriesOf(
  skills: ReadonlyMap<string, SkillEntry>,
  chosen: readonly { readonly id: string }[],
): readonly SkillEntry[] {
  return chosen.flatMap(({ id }) => skills.get(id) ?? []);
}
