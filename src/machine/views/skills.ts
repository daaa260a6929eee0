/*
 * Reads the table of all skills: those of every root and plugin, and those in the archives.
 */

import type { Context } from '../../app/context.js';
import { agentViews } from '../../app/cost.js';
import { hasEvidence, withEvidence } from '../../app/evidence.js';
import { skillLibraryOptions } from '../../app/skill-library-options.js';
import { judgeSkills } from '../../app/status/judge-skills.js';
import { type Survey, surveySkills } from '../../curator/survey.js';
import type { SkillEvidence } from '../../evidence/rules/evidence.js';
import { listingTokens } from '../../library/read/listing-tokens.js';
import { offeredPluginSkills } from '../../library/read/plugins.js';
import { quietFor } from '../../library/read/quiet-for.js';
import type { SeenSkill } from '../../library/rules/agent-view/client-view.js';
import type { SkillEntry } from '../../library/rules/entry.js';
import { listedDescription } from '../../library/rules/verdict.js';
import { archivedSkills } from '../../library/write/archive-find.js';
import { dailyActivity } from '../../usage/rules/counters.js';
import { presentState, type UsageRecord } from '../../usage/rules/record.js';
import type { Sight, SightAnswer, SkillRow, SkillsAnswer } from '../api/skills.js';
import { shownDays, shownWindow } from './today.js';

/** How long skills are scanned before the table is shown; the next time goes on with the rest. */
const scanMs = 300;

export async function readSkills(context: Context): Promise<SkillsAnswer> {
  const options = skillLibraryOptions(context);
  const survey = surveySkills(options, { writesCaches: context.files.stat(options.home) !== undefined });
  const { library, skills } = survey;
  const now = context.clock.now();
  const evidence = hasEvidence(context) ? await readEvidence(context) : new Map<string, SkillEvidence>();
  const { verdicts } = await judgeSkills(survey, { budgetMs: scanMs });
  const ofPlugins = offeredPluginSkills(library);
  const entries = [...skills.values(), ...ofPlugins];
  const tokensOf = listingTokens(library, entries);
  const quietAgents = quietFor(library);
  const usage = new Map(library.usage.all().map((record) => [record.id, record]));
  const makers = new Map(survey.records.map(({ id, createdBy, pinned }) => [id, { createdBy, pinned }]));
  const rowOf = (entry: SkillEntry): SkillRow => {
    const { id, name, root } = entry;
    const verdict = verdicts.get(id);
    const maker = makers.get(id);
    return {
      id,
      name,
      description: listedDescription(entry.description, verdict),
      root: root.shownAs,
      state: presentState(usage.get(id)),
      pinned: maker?.pinned ?? entry.pinned,
      verdict: verdict?.verdict ?? null,
      accepted: verdict?.accepted != null,
      ...usePart(usage.get(id), now),
      ...taskPart(evidence.get(id)),
      tokens: tokensOf(entry),
      quiet: quietAgents(entry),
      provenance: maker?.createdBy ?? root.kind,
    };
  };
  return { now, skills: [...entries.map(rowOf), ...archivedRows(survey, usage, now)] };
}

async function readEvidence(context: Context): Promise<ReadonlyMap<string, SkillEvidence>> {
  return await withEvidence(
    context,
    ({ store }) => new Map(store.skills(shownWindow(context.clock.now())).map((each) => [each.id, each])),
  );
}

function usePart(
  record: UsageRecord | undefined,
  now: number,
): Pick<SkillRow, 'uses' | 'useCount' | 'lastUsedAt'> {
  if (record === undefined) return { uses: [], useCount: 0, lastUsedAt: null };
  const uses = dailyActivity(record, now, shownDays);
  return {
    uses: uses.some((count) => count > 0) ? uses : [],
    useCount: record.useCount,
    lastUsedAt: record.lastUsedAt || null,
  };
}

function taskPart(evidence: SkillEvidence | undefined): Pick<SkillRow, 'tasks' | 'failed'> {
  if (evidence === undefined) return { tasks: 0, failed: 0 };
  const { clean, recovered, failed, corrected, abandoned } = evidence.episodes;
  // Of an episode whose end is unknown nothing can be said.
  return { tasks: clean + recovered + failed + corrected + abandoned, failed: failed + corrected };
}

/** Of several with one id, the one that was archived last. */
function archivedRows(
  { library }: Survey,
  usage: ReadonlyMap<string, UsageRecord>,
  now: number,
): readonly SkillRow[] {
  const seen = new Set<string>();
  return archivedSkills(library, library.roots).flatMap(({ target, reason }): readonly SkillRow[] => {
    const { id, name, root } = target;
    if (seen.has(id)) return [];
    seen.add(id);
    return [
      {
        id,
        name,
        description: reason === null ? '' : `Archived: ${reason}`,
        root: library.roots.find(({ path }) => path === root.path)?.shownAs ?? root.label,
        state: 'archived',
        pinned: false,
        verdict: null,
        accepted: false,
        ...usePart(usage.get(id), now),
        tasks: 0,
        failed: 0,
        tokens: 0,
        quiet: [],
        provenance: usage.get(id)?.createdBy ?? 'unknown',
      },
    ];
  });
}

/** What the doctor works out for every agent that is used on this machine. */
export function readSight(context: Context): SightAnswer {
  const options = skillLibraryOptions(context);
  const { library, skills } = surveySkills(options, { writesCaches: false });
  const views = agentViews(context).filter(({ name, present }) => present && name !== 'Coppice');
  const byPath = views.map(({ sees }) => new Map(sees.map((seen) => [seen.path, sightOf(seen)])));
  const entries = [...skills.values(), ...offeredPluginSkills(library)];
  return {
    agents: views.map(({ name }) => name),
    seen: Object.fromEntries(
      entries.map(({ id, path }) => [id, byPath.map((sights) => sights.get(path) ?? 'unseen')]),
    ),
  };
}

export function sightOf({ listed, cut }: SeenSkill): Sight {
  if (listed === 'name-only') return 'name';
  if (listed === 'not-listed') return 'silent';
  return cut ? 'cut' : 'listed';
}
