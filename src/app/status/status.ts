/*
 * Reads the status: the skills once, the state of the last runs, and, where it exists, the evidence and what
 * comes from a registry.
 */

import { curatorPolicy, planTransitions } from '../../curator/rules/plan.js';
import { scheduleOf } from '../../curator/rules/schedule.js';
import { loadState } from '../../curator/state.js';
import { type Survey, surveySkills } from '../../curator/survey.js';
import { readEvolverRun } from '../../evolve/last-run.js';
import { readLastRun } from '../../evolve/schedule/last-run.js';
import { findProject } from '../../library/folders/project.js';
import { unfinishedEntries } from '../../library/ledger/unfinished.js';
import { offeredPluginSkills, type PluginLibrary } from '../../library/read/plugins.js';
import { suggestedRoots } from '../../library/rules/roots.js';
import { type Clock, systemClock } from '../../system/clock.js';
import { homePaths } from '../../system/home.js';
import { rememberedFiles } from '../../system/remembered-files.js';
import { showProgress } from '../../system/terminal/progress.js';
import { unlessRefused } from '../../text/errors.js';
import { presentState, type SkillState } from '../../usage/rules/record.js';
import { type Context, libraryOptions } from '../context.js';
import { observeSkills } from '../observe.js';
import { attentionOf } from '../rules/attention.js';
import type {
  CuratorStatus,
  EvolverStatus,
  PluginStatus,
  RootStatus,
  Status,
  Unavailable,
} from '../rules/status.js';
import { readAttention } from './attention.js';
import { judgeSkills } from './judge-skills.js';
import { type Learned, orUnavailable, readLearned } from './learned.js';

export async function readStatus(context: Context): Promise<Status> {
  // All of it is read once, by whichever part of the screen needs it first.
  const chosen = libraryOptions(context);
  const { home } = chosen;
  const files = rememberedFiles(chosen.files, isOwnFileOf(home));
  const options = { ...chosen, files };
  const own = new Set((files.list(home) ?? []).map(({ name }) => name));
  // What was found is stored for the next time, which makes the home; where there are no skills, there is nothing to store.
  const found = surveySkills(options, { writesCaches: true });
  // What is read from here on is none of the skills.
  const survey = { ...found, doubts: [...found.doubts] };
  const library = survey.curated;
  // Before the packages are looked into: what is refused there is no reason to doubt the survey.
  const curator = await orUnavailable(() => readCurator(survey));
  const firstLook = firstLookFor(context);
  const judged = await judgeSkills(survey, { ...firstLook.scan, files: chosen.files });
  firstLook.end();
  const skills = [...survey.skills.values()];
  const observed = await observeSkills(
    context,
    { library, skills },
    { maxMs: firstLook.remainingMs(), seen: files },
  );
  const learned = await readLearned(survey, own, judged);
  const linked = [...survey.skills.values()].flatMap(({ alsoIn }) => alsoIn.map((root) => root.label));
  const roots = library.roots.map(({ label, shownAs, path, trusted }) => {
    const prefix = `${label}:`;
    const states = survey.records
      .filter(({ id }) => id.startsWith(prefix))
      .map(({ id, state }) => stateOf(survey, id, state));
    const count = (wanted: SkillState) => states.filter((state) => state === wanted).length;
    const [active, stale, archived] = [count('active'), count('stale'), count('archived')];
    const skills = active + stale;
    const alsoHere = linked.filter((other) => other === label).length;
    return { label, shownAs, path, trusted, skills, linked: alsoHere, active, stale, archived };
  });
  const plugins = pluginCounts(library);
  const ofPlugins = plugins.reduce((total, { skills }) => total + skills, 0);
  const sum = (key: SkillState) => roots.reduce((total, root) => total + root[key], 0);
  const [active, stale, archived] = [sum('active') + ofPlugins, sum('stale'), sum('archived')];
  const used = survey.library.usage.all().filter(({ useCount, viewCount }) => useCount + viewCount > 0);
  const isThere = ({ path, skills, archived }: RootStatus) =>
    skills + archived > 0 || unlessRefused(() => files.stat(path))?.kind === 'folder';
  const status = {
    home,
    roots: roots.filter(isThere),
    plugins,
    lookedIn: suggestedRoots(library.roots).map(({ path }) => path),
    counts: { skills: active + stale, active, stale, archived, used: used.length },
    curator,
    evolver: await orUnavailable(() => readEvolver(survey, own, learned)),
    evidence: learned.evidence,
    schedule: await orUnavailable(() => ({ lastRun: readLastRun(options) })),
    registry: await orUnavailable(() => readRegistry(context, own)),
    observed,
    unfinished: own.has('ledger.jsonl') ? unfinishedEntries(options).map(({ id }) => id) : [],
  };
  const { facts, unscanned } = await readAttention(survey, status, { fixes: learned.fixes, judged });
  return { ...status, attention: attentionOf(facts), unscanned };
}

/** Whether a path is one of Coppice's own files, which this very command and others write, and no skill. */
function isOwnFileOf(home: string): (path: string) => boolean {
  const isInHome = inside(home);
  const isInSkills = inside(homePaths(home).skills);
  return (path) => isInHome(path) && !isInSkills(path);
}

function inside(folder: string): (path: string) => boolean {
  const prefix = `${folder}/`;
  return (path) => path === folder || path.startsWith(prefix);
}

/** How long scanning and observing skills may take together; what is left is done next time. */
const firstLookMs = 2_000;
/** Safety first, but the observation gets some time too, so that it is not put off by a large library. */
const scanMs = 1_500;

/** Shows on a terminal that something is going on. */
function firstLookFor({ terminal }: Context, realTime: Clock = systemClock) {
  const startedMs = realTime.now();
  const progress = showProgress(terminal);
  return {
    scan: {
      budgetMs: scanMs,
      onProgress: (done: number, total: number) => progress.update({ label: 'scanning skills', done, total }),
    },
    end: () => progress.end(),
    remainingMs: () => Math.max(0, firstLookMs - (realTime.now() - startedMs)),
  };
}

/** By the name of the plugin. */
function pluginCounts(library: PluginLibrary): readonly PluginStatus[] {
  const plugins = new Map<string, PluginStatus>();
  for (const { root } of offeredPluginSkills(library)) {
    const { path, skills } = plugins.get(root.label) ?? { path: root.path, skills: 0 };
    plugins.set(root.label, { name: root.label, path, skills: skills + 1 });
  }
  return [...plugins.values()];
}

/** A skill on the disk is not archived, even if a record of another skill with its name says so. */
function stateOf({ skills }: Survey, id: string, state: SkillState): SkillState | 'gone' {
  if (!skills.has(id)) return state === 'archived' ? state : 'gone';
  return presentState({ state });
}

function readCurator({ library, records, facts, doubts, lastActivityAt }: Survey): CuratorStatus {
  const { config, clock, files, home } = library;
  const [doubt] = doubts;
  if (doubt !== undefined) throw doubt;
  const state = loadState({ files, home });
  const intervals = {
    intervalHours: config['curator.interval_hours'],
    minIdleHours: config['curator.min_idle_hours'],
  };
  const { transitions } = planTransitions(records, facts, curatorPolicy(config), clock.now());
  return {
    ...state,
    ...scheduleOf(state, lastActivityAt, intervals, clock.now()),
    wouldMove: transitions.length,
  };
}

function readEvolver(
  survey: Survey,
  own: ReadonlySet<string>,
  { pending }: Learned,
): EvolverStatus | Unavailable {
  if (typeof pending !== 'number') return pending;
  return { lastRun: own.has('evolver.json') ? readEvolverRun(survey.library) : null, pending };
}

async function readRegistry(
  context: Context,
  own: ReadonlySet<string>,
): Promise<Exclude<Status['registry'], Unavailable>> {
  const { files, workingFolder, userHome } = context;
  const folder = findProject(files, workingFolder, userHome)?.path;
  const hasManifest = folder !== undefined && files.stat(`${folder}/coppice.toml`) !== undefined;
  if (!own.has('credentials.toml') && !hasManifest) return { login: null, project: null };
  const { lastLogin, readProjectStatus } = await import('../project/status.js');
  return {
    login: lastLogin(context),
    project: hasManifest ? await readProjectStatus(context, folder) : null,
  };
}
