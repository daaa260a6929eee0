/*
 * Reads what matters now: from the skills that were surveyed, the scanner's verdicts, the settings of the agents, the
 * evidence and the project. It makes no request, and what cannot be read is left to the doctor.
 */

import { planTidy } from '../../curator/rules/tidy.js';
import type { Survey } from '../../curator/survey.js';
import { unusedIn } from '../../curator/unused.js';
import { findFixes } from '../../library/doctor/find-fixes.js';
import type { ReadingAgent } from '../../library/doctor/inspect-agent.js';
import { knownFixFacts } from '../../library/doctor/known-fix-facts.js';
import { distinctPairs } from '../../library/read/distinct.js';
import { canBeQuiet } from '../../library/read/quiet-for.js';
import { copiesAmong } from '../../library/rules/copies.js';
import type { SkillEntry } from '../../library/rules/entry.js';
import { managedProvenance } from '../../library/rules/root.js';
import { sameTriggers } from '../../library/rules/same-triggers.js';
import { isWithheld } from '../../library/rules/verdict.js';
import { isLoadable } from '../../skill/diagnostic.js';
import type { AttentionFacts, UnloadableSkill } from '../rules/attention.js';
import { isUnavailable, projectStep, type Status } from '../rules/status.js';
import { fullListing, readsRootOf, refuses } from './full-listing.js';
import { type JudgedSkills, judgeSkills } from './judge-skills.js';
import { presentAgents } from './present-agents.js';

const unusedDays = 30;
/** The screen names the unused skills, and not what they cost. */
const unmeasured = () => 0;

export interface AttentionReading {
  readonly facts: AttentionFacts;
  /** How many skills are not scanned yet. */
  readonly unscanned: number;
}

export async function readAttention(
  survey: Survey,
  status: Omit<Status, 'attention' | 'unscanned'>,
  { fixes, judged }: { readonly fixes: AttentionFacts['fixes']; readonly judged: JudgedSkills },
): Promise<AttentionReading> {
  const { facts } = survey;
  const own = [...survey.skills.values()];
  const { verdicts, left, withheld } = judged;
  const hostile = new Set(withheld.map(({ id }) => id));
  const sound = own.filter(({ id }) => !hostile.has(id));
  const isHeld = isHeldIn(survey);
  const movable = sound.filter(({ id }) => !facts.immovable.has(id));
  const inspected = presentAgents(survey.library);
  const { curator, evolver, registry } = status;
  const toRetire = !isUnavailable(curator) && curator.due ? curator.wouldMove : 0;
  const unused = unusedAmong(survey, sound, toRetire > 0);
  return {
    unscanned: left,
    facts: {
      hostile: withheld.map(({ id }) => ({
        id,
        archivable: survey.skills.has(id) && !isHeld(id),
      })),
      unreadable: [...new Set(survey.doubts.map(({ message }) => message))],
      unloadable: await unloadableAmong(survey, sound, inspected, judged),
      unfinished: status.unfinished.length,
      project: (isUnavailable(registry) ? undefined : projectStep(registry.project))?.why ?? null,
      fixes,
      copies: copiesAmong(movable, (id) => verdicts.get(id)?.digest ?? undefined).flatMap(({ others }) =>
        others.map(({ id }) => id),
      ),
      overBudget: inspected.flatMap((agent) => fullListing(survey, agent, own)),
      toRetire,
      unused: { days: unusedDays, skills: unused },
      overlap: overlapAmong(survey, sound, (id) => verdicts.get(id)?.digest ?? undefined),
      proposals: isUnavailable(evolver) ? 0 : evolver.pending,
      updates: (isUnavailable(registry) ? null : registry.project?.updates) ?? { count: 0, at: 0 },
    },
  };
}

/** Of skills on this machine that are no project's. What was called distinct is read only where there is something. */
function overlapAmong(
  { library }: Survey,
  entries: readonly SkillEntry[],
  digestOf: (id: string) => string | undefined,
): readonly string[] {
  const own = entries.filter(({ root }) => root.kind !== 'project');
  let distinct: ReadonlySet<string> | undefined;
  return sameTriggers(own, (a, b) => {
    const digest = digestOf(a);
    if (digest !== undefined && digest === digestOf(b)) return true;
    distinct ??= distinctPairs(library);
    return distinct.has([a, b].sort().join('\n'));
  });
}

/** The skills that `coppice archive --blocked` and `--unloadable` move, if they can be moved. */
export async function troubledSkills(
  survey: Survey,
  kind: 'blocked' | 'unloadable',
): Promise<readonly SkillEntry[]> {
  const { skills } = survey;
  const judged = await judgeSkills(survey);
  const { withheld } = judged;
  const blocked = new Set(withheld.map(({ id }) => id));
  const isHeld = isHeldIn(survey);
  const movable = [...skills.values()].filter(({ id }) => !isHeld(id));
  if (kind === 'blocked') return movable.filter(({ id }) => blocked.has(id));
  const sound = movable.filter(({ id }) => !blocked.has(id));
  const broken = await unloadableAmong(survey, sound, presentAgents(survey.library), judged);
  const hopeless = new Set(broken.filter(({ fixable }) => !fixable).map(({ id }) => id));
  return sound.filter(({ id }) => hopeless.has(id));
}

/** What cannot be moved, or is pinned. */
function isHeldIn({ records, facts }: Survey): (id: string) => boolean {
  const pinned = new Set(records.filter((record) => record.pinned).map(({ id }) => id));
  return (id) => facts.immovable.has(id) || pinned.has(id);
}

/** Without frontmatter, or with a fault that an agent refuses which reads its root. What others write is theirs. */
async function unloadableAmong(
  { library, skills }: Survey,
  entries: readonly SkillEntry[],
  inspected: readonly ReadingAgent[],
  { verdicts }: Pick<JudgedSkills, 'verdicts'>,
): Promise<readonly UnloadableSkill[]> {
  const broken = entries.filter((entry) => {
    const { diagnostics, root, folder } = entry;
    if (diagnostics.length === 0 || managedProvenance(root, folder) !== undefined) return false;
    if (root.kind === 'plugin' || root.kind === 'external') return false;
    if (!isLoadable(diagnostics)) return true;
    return inspected.some((one) => readsRootOf(one, entry) && refuses(one, entry));
  });
  if (broken.length === 0) return [];
  const paths = new Set(broken.map(({ path }) => path));
  const isBlocked = await blockingVerdicts(library, broken, verdicts);
  const factsOf = await knownFixFacts(library, broken);
  const chosen = { isChosen: (path: string) => paths.has(path), isBlocked, factsOf };
  const { fixes } = findFixes(library, [...skills.values()], chosen);
  const fixable = new Set(fixes.map(({ path }) => path));
  return broken.map(({ id, path }) => ({ id, fixable: fixable.has(path) }));
}

/** By the verdicts that are known. The scanner is loaded for those that it had no time for. */
async function blockingVerdicts(
  library: Survey['library'],
  entries: readonly SkillEntry[],
  verdicts: JudgedSkills['verdicts'],
): Promise<(entry: SkillEntry) => boolean> {
  const isKnown = entries.every(({ id }) => verdicts.has(id));
  const scanner = isKnown ? undefined : await import('../../library/verdicts/verdicts.js');
  return (entry) => {
    const verdict = verdicts.get(entry.id) ?? scanner?.verdictOf(library, entry);
    return verdict !== undefined && isWithheld(verdict);
  };
}

/** What `coppice tidy` does something about: it archives the skill, or makes it quiet for an agent that lists it. */
function unusedAmong(
  survey: Survey,
  entries: readonly SkillEntry[],
  isCuratorDue: boolean,
): readonly string[] {
  const { library, skills } = survey;
  const { archive, quiet } = planTidy(unusedIn(survey, unusedDays, unmeasured), library.clock.now());
  if (archive.length + quiet.length === 0) return [];
  const isListed = canBeQuiet(library);
  const chosen = new Set([
    // What the curator is about to retire is on a line of its own.
    ...archive.filter(({ kept }) => !isCuratorDue || kept !== 'due').map(({ id }) => id),
    ...quiet.flatMap(({ id }) => {
      const entry = skills.get(id);
      return entry !== undefined && isListed(entry) ? [id] : [];
    }),
  ]);
  return entries.filter(({ id }) => chosen.has(id)).map(({ id }) => id);
}
