/*
 * Reads what matters now: from the skills that were surveyed, the scanner's verdicts, the settings of the agents, the
 * evidence and the project. It makes no request, and what cannot be read is left to the doctor.
 */

import { agents } from '../agents/index.js';
import { fillListing } from '../agents/listing.js';
import type { Survey } from '../curator/survey.js';
import { planFixes } from '../library/doctor/fix.js';
import { type InspectedAgent, inspectAgent } from '../library/doctor/inspect-agent.js';
import { useCounts } from '../library/doctor/use-counts.js';
import { findProject, foldersUpTo } from '../library/folders/project.js';
import { offeredPluginSkills } from '../library/read/plugins.js';
import { copiesAmong } from '../library/rules/copies.js';
import type { SkillEntry } from '../library/rules/entry.js';
import { managedProvenance } from '../library/rules/root.js';
import { isWithheld } from '../library/rules/verdict.js';
import { verdictsOf } from '../library/verdicts/verdicts.js';
import { isLoadable } from '../skill/validate.js';
import { dayMs } from '../text/time.js';
import { countCharacters } from '../text/utf8.js';
import type { AttentionFacts, FullListing, UnloadableSkill } from './rules/attention.js';
import { isUnavailable, projectStep, type Status } from './rules/status.js';

/** How long the first look at the skills may take. */
const scanBudgetMs = 2_000;
const unusedDays = 30;

export interface AttentionReading {
  readonly facts: AttentionFacts;
  /** How many skills are not scanned yet. */
  readonly unscanned: number;
}

export function readAttention(
  survey: Survey,
  status: Omit<Status, 'attention' | 'unscanned'>,
  fixes: AttentionFacts['fixes'],
): AttentionReading {
  const { library, facts } = survey;
  const own = [...survey.skills.values()];
  const judged = [...own, ...offeredPluginSkills(library)];
  const { verdicts, left } = verdictsOf(library, { skills: judged, budgetMs: scanBudgetMs });
  const withheld = judged.filter(({ id }) => {
    const verdict = verdicts.get(id);
    return verdict !== undefined && isWithheld(verdict);
  });
  const hostile = new Set(withheld.map(({ id }) => id));
  const sound = own.filter(({ id }) => !hostile.has(id));
  const movable = sound.filter(({ id }) => !facts.immovable.has(id));
  const inspected = inspectAgents(survey);
  const unused = unusedAmong(survey, movable);
  const { curator, evolver, registry } = status;
  return {
    unscanned: left,
    facts: {
      hostile: withheld.map(({ id }) => ({
        id,
        archivable: survey.skills.has(id) && !facts.immovable.has(id),
      })),
      unloadable: unloadableAmong(survey, sound, inspected),
      unfinished: status.unfinished.length,
      project: (isUnavailable(registry) ? undefined : projectStep(registry.project))?.why ?? null,
      fixes,
      copies: copiesAmong(movable, (id) => verdicts.get(id)?.digest ?? undefined).flatMap(({ others }) =>
        others.map(({ id }) => id),
      ),
      overBudget: inspected.flatMap((agent) => fullListing(survey, agent, sound)),
      toRetire: !isUnavailable(curator) && curator.due ? curator.wouldMove : 0,
      unused: { days: unusedDays, skills: unused },
      proposals: isUnavailable(evolver) ? 0 : evolver.pending,
      updates: 0,
    },
  };
}

/** Those that are used on this machine. */
function inspectAgents({ library }: Survey): readonly InspectedAgent[] {
  const { files, plugins } = library;
  if (plugins === undefined) return [];
  const { machine, workingFolder } = plugins;
  const project = findProject(files, workingFolder, machine.userHome);
  const projectFolders = project ? foldersUpTo(workingFolder, project.path) : [];
  return agents
    .map((agent) => inspectAgent(files, agent, { machine, workingFolder, projectFolders }))
    .filter(({ present }) => present);
}

/** Without frontmatter, or with a fault that an agent refuses which reads its root. What others write is theirs. */
function unloadableAmong(
  { library }: Survey,
  entries: readonly SkillEntry[],
  inspected: readonly InspectedAgent[],
): readonly UnloadableSkill[] {
  const broken = entries.filter((entry) => {
    const { diagnostics, root, folder } = entry;
    if (diagnostics.length === 0 || managedProvenance(root, folder) !== undefined) return false;
    if (root.kind === 'plugin' || root.kind === 'external') return false;
    if (!isLoadable(diagnostics)) return true;
    return inspected.some(
      (one) =>
        readsRootOf(one, entry) && diagnostics.some(({ code }) => one.agent.skills.refuses.includes(code)),
    );
  });
  if (broken.length === 0) return [];
  const paths = new Set(broken.map(({ path }) => path));
  const fixable = new Set(planFixes(library, (path) => paths.has(path)).fixes.map(({ path }) => path));
  return broken.map(({ id, path }) => ({ id, fixable: fixable.has(path) }));
}

function readsRootOf({ roots }: InspectedAgent, { root, alsoIn }: SkillEntry): boolean {
  return [root, ...alsoIn].some(({ path }) => roots.some((read) => read.path === path));
}

/** Measured as the doctor does, with the descriptions as they are listed. */
function fullListing(
  { library }: Survey,
  inspected: InspectedAgent,
  entries: readonly SkillEntry[],
): readonly FullListing[] {
  const { agent, documents } = inspected;
  if (agent.listing?.budget === undefined || library.plugins === undefined) return [];
  const { machine } = library.plugins;
  const counts = useCounts(library.files, agent, machine, library.usage.all());
  const listed = entries
    .filter((entry) => readsRootOf(inspected, entry))
    .map((entry) => {
      const scope = entry.root.kind === 'project' ? ('project' as const) : ('user' as const);
      const turned = agent.settings?.switchOf(
        documents,
        { names: [entry.name], paths: [entry.path], scope },
        machine,
      );
      return {
        name: entry.name,
        path: entry.path,
        description: countCharacters(entry.description),
        scope,
        useCount: counts.get(entry.name) ?? 0,
        wanted: wantedBy(turned?.state),
      };
    });
  const { characters, limit } = fillListing(agent.listing, listed, {
    documents,
    environment: machine.environment,
  });
  return limit === undefined || characters <= limit ? [] : [{ agent: agent.title, characters, limit }];
}

function wantedBy(state: 'off' | 'name-only' | 'user-only' | undefined) {
  if (state === undefined) return 'whole' as const;
  return state === 'name-only' ? ('name-only' as const) : ('not-listed' as const);
}

/** Known for that long, and never active in that time. A skill is given time before it counts as unused. */
function unusedAmong({ library, records, facts }: Survey, entries: readonly SkillEntry[]): readonly string[] {
  const before = library.clock.now() - unusedDays * dayMs;
  const ids = new Set(entries.map(({ id }) => id));
  const firstSeen = new Map(library.usage.all().map(({ id, firstSeenAt }) => [id, firstSeenAt]));
  return records
    .filter(({ id, lastActivityAt, pinned, createdBy }) => {
      const seenAt = firstSeen.get(id) ?? 0;
      if (!ids.has(id) || pinned || facts.required.has(id) || facts.referenced.has(id)) return false;
      return kept.includes(createdBy) ? false : seenAt > 0 && seenAt <= before && lastActivityAt <= before;
    })
    .map(({ id }) => id);
}

/** What others brought stays where it is. */
const kept: readonly string[] = ['bundled', 'hub', 'plugin', 'project', 'registry', 'external'];
