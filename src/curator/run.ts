/*
 * A run of the curator: settle what was interrupted, inspect, plan once, carry it out, compact the usage journal, write
 * the report, save the run. One run at a time: the lock is in the home, and is taken over from a process that has ended.
 * A run that ends early is not saved, so that the next one is due at once and continues. A dry run shows the plan even
 * before the first run, which only reports it.
 */

import { unfinishedEntries } from '../library/ledger/unfinished.js';
import { type LibraryOptions, openLibrary } from '../library/open-library.js';
import { newRunId, saveRunReport } from '../library/run-report.js';
import { settleInterrupted } from '../library/write/write.js';
import type { WriteDeps } from '../library/write/write-target.js';
import { type RecoveredEntry, writeDepsOf } from '../library/write/write-target.js';
import { homePaths } from '../system/home.js';
import { type Ids, randomIds } from '../system/ids.js';
import { withLock } from '../system/lock/lock.js';
import { CoppiceError, unlessRefused } from '../text/errors.js';
import { type ApplyDeps, type ApplyRequest, applyTransitions } from './apply.js';
import { readOnlyFiles } from './guarded-files.js';
import { quietNeverUsed } from './quiet.js';
import { curatorPolicy, type Plan, planTransitions, type Transition } from './rules/plan.js';
import { type CuratorReport, reportedError, reportPage, type SettledEntry } from './rules/report.js';
import type { CuratorState } from './rules/schedule.js';
import { changeState, loadState } from './state.js';
import { type Survey, surveySkills } from './survey.js';

/** The library that the curator works on, and the parts that tests replace. */
export interface CuratorDeps
  extends LibraryOptions,
    Pick<WriteDeps, 'onRecovered' | 'lockTimeoutMs' | 'pace'> {
  readonly ids?: Ids;
}

/** What a run may do. */
export interface CuratorRequest {
  /** Only reports what would be done, and writes nothing. */
  readonly dryRun?: boolean;
  /** Acts even in the first run, which is otherwise a preview. */
  readonly now?: boolean;
  /** What the caller has settled already on behalf of this run. */
  readonly settled?: readonly RecoveredEntry[];
}

/** Throws if the run cannot start; after that, the report says how far it came. */
export async function runCurator(deps: CuratorDeps, request: CuratorRequest = {}): Promise<CuratorReport> {
  if (request.dryRun) return await rehearse({ ...deps, files: readOnlyFiles(deps.files) }, request);
  return await withLock(deps.files, homePaths(deps.home).lock('curator'), { timeoutMs: 0 }, async () => {
    // The clock and the saved state are checked before anything is written.
    stateAt(deps);
    const settled: SettledEntry[] = (request.settled ?? []).map(settledEntry);
    const onRecovered = (recovered: RecoveredEntry) => {
      settled.push(settledEntry(recovered));
      deps.onRecovered?.(recovered);
    };
    const writing = writeDepsOf({ ...deps, onRecovered }, openLibrary(deps).usage);
    await settleInterrupted(writing);
    return await act(writing, inspect(deps, request), settled);
  });
}

function settledEntry({ entry: { id, action, skill }, state }: RecoveredEntry): SettledEntry {
  return { entry: id, action, skill, state };
}

/** Everything that a run would do, also the first one that acts. */
async function rehearse(deps: CuratorDeps, request: CuratorRequest): Promise<CuratorReport> {
  const { survey, report } = inspect(deps, request);
  const writing = writeDepsOf(deps, survey.library.usage);
  const { quieted } = await quietNeverUsed(writing, survey, { ...report, run: report.runId });
  return { ...report, quieted };
}

interface Inspection {
  readonly survey: Survey;
  readonly plan: Plan;
  /** The report as if the whole plan had been carried out. */
  readonly report: CuratorReport;
}

function inspect(deps: CuratorDeps, { dryRun = false, now = false }: CuratorRequest): Inspection {
  const { clock, ids = randomIds } = deps;
  const at = clock.now();
  const seeded = stateAt(deps).lastRun === null && !now;
  const unfinished = unfinishedEntries(deps).map(({ id }) => id);
  const survey = surveySkills(deps, { writesCaches: !dryRun });
  const policy = curatorPolicy(survey.library.config);
  const { transitions, skipped } = planTransitions(survey.records, survey.facts, policy, at);
  const plan = seeded && !dryRun ? postponed({ transitions, skipped }) : { transitions, skipped };
  const [doubt] = survey.doubts;
  const report = {
    runId: newRunId(at, ids),
    dryRun,
    seeded,
    at,
    policy,
    transitioned: plan.transitions,
    skipped: plan.skipped,
    quieted: [],
    remaining: seeded && !dryRun ? transitions : [],
    settled: [],
    unfinished,
    error: doubt === undefined ? null : reportedError(doubt),
  };
  return { survey, plan, report };
}

async function act(
  deps: ApplyDeps,
  { survey, plan, report }: Inspection,
  settled: readonly SettledEntry[],
): Promise<CuratorReport> {
  const { usage } = deps;
  const request: ApplyRequest = {
    transitions: plan.transitions,
    skills: survey.skills,
    run: report.runId,
    decideAgain: (transitions) =>
      planTransitions(
        transitions.map(({ id }) => survey.reread(id)),
        survey.facts,
        report.policy,
        report.at,
      ),
  };
  const applied = await applyTransitions(deps, request);
  const isOver = applied.error !== undefined || report.seeded;
  const quiet = isOver ? undefined : await quietNeverUsed(deps, survey, { ...report, run: report.runId });
  const folded = await usage.compact();
  const error = applied.error ?? quiet?.error ?? (folded.ok ? undefined : folded.error);
  const done: CuratorReport = {
    ...report,
    transitioned: applied.done,
    skipped: [...report.skipped, ...applied.skipped].sort((a, b) => (a.id < b.id ? -1 : 1)),
    quieted: quiet?.quieted ?? [],
    remaining: report.seeded
      ? report.remaining
      : without(plan.transitions, [...applied.done, ...applied.skipped]),
    settled: [...settled],
    unfinished: unlessRefused(() => unfinishedEntries(deps).map(({ id }) => id)) ?? report.unfinished,
    error: error === undefined ? report.error : reportedError(error),
  };
  try {
    saveRunReport(deps, { runId: done.runId, document: done, page: reportPage(done) });
    if (done.error === null) await changeState(deps, { lastRun: { id: done.runId, at: done.at } });
    return done;
  } catch (fault) {
    if (!(fault instanceof CoppiceError)) throw fault;
    // What was moved must be reported anyway.
    return { ...done, error: done.error ?? reportedError(fault) };
  }
}

function without(transitions: readonly Transition[], others: readonly { readonly id: string }[]) {
  const ids = new Set(others.map(({ id }) => id));
  return transitions.filter(({ id }) => !ids.has(id));
}

/** A first run moves nothing. */
function postponed({ transitions, skipped }: Plan): Plan {
  const due = transitions.map(({ id }) => ({ id, reason: 'first-run' as const }));
  return { transitions: [], skipped: [...skipped, ...due].sort((a, b) => (a.id < b.id ? -1 : 1)) };
}

/** With a clock that was set back, every skill would look younger than it is, and be recorded so. */
function stateAt(deps: CuratorDeps): CuratorState {
  const state = loadState(deps);
  if (state.lastRun === null || state.lastRun.at <= deps.clock.now()) return state;
  const last = new Date(state.lastRun.at).toISOString();
  throw new CoppiceError(
    'clock-behind',
    `the last run was at ${last}, which is in the future according to this clock`,
    {
      hint: `set the clock; if the clock was wrong at that time, move ${homePaths(deps.home).curator} away`,
    },
  );
}
