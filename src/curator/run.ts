/*
 * A run of the curator: settle what was interrupted, look, plan once, carry it out, fold the usage journal, write the
 * report, remember the run. One run at a time: the lease is a lock in the home, which is taken over from a process
 * that is gone. A run that ends early is not remembered, so that the next one is due at once and goes on.
 */

import { type LibraryOptions, openLibrary } from '../library/open-library.js';
import { newRunId, saveRunReport } from '../library/run-report.js';
import { unfinishedEntries } from '../library/write/ledger.js';
import { settleInterrupted } from '../library/write/write.js';
import type { WriteDeps } from '../library/write/write-target.js';
import { writeDepsOf } from '../library/write/write-target.js';
import { homePaths } from '../system/home.js';
import { type Ids, randomIds } from '../system/ids.js';
import { withLock } from '../system/lock/lock.js';
import { CoppiceError } from '../text/errors.js';
import { type ApplyDeps, type ApplyRequest, applyTransitions } from './apply.js';
import { readOnlyFiles } from './guarded-files.js';
import { curatorPolicy, type Plan, planTransitions } from './rules/plan.js';
import { type CuratorReport, reportedError, reportPage } from './rules/report.js';
import type { CuratorState } from './rules/schedule.js';
import { changeState, loadState } from './state.js';
import { type Survey, surveySkills } from './survey.js';

/** The library that is curated, and the world it is in. */
export interface CuratorDeps extends LibraryOptions, Pick<WriteDeps, 'onRecovered' | 'lockTimeoutMs'> {
  readonly ids?: Ids;
}

/** How a run differs from a scheduled one. */
export interface CuratorRequest {
  /** Only say what would be done; nothing at all is written. */
  readonly dryRun?: boolean;
  /** Act in the very first run too, which otherwise only looks. */
  readonly now?: boolean;
}

/** Throws where it cannot begin; once it has begun, the report says how far it came. */
export async function runCurator(deps: CuratorDeps, request: CuratorRequest = {}): Promise<CuratorReport> {
  if (request.dryRun) return inspect({ ...deps, files: readOnlyFiles(deps.files) }, request).report;
  return await withLock(deps.files, homePaths(deps.home).lock('curator'), { timeoutMs: 0 }, async () => {
    // Before anything is written: the clock and the memory must be sound.
    stateAt(deps);
    const writing = writeDepsOf(deps, openLibrary(deps).usage);
    await settleInterrupted(writing);
    return await act(writing, inspect(deps, request));
  });
}

interface Inspection {
  readonly survey: Survey;
  readonly plan: Plan;
  /** As if all that is planned had been done. */
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
  const plan = seeded ? postponed({ transitions, skipped }) : { transitions, skipped };
  const [doubt] = survey.doubts;
  const report = {
    runId: newRunId(at, ids),
    dryRun,
    seeded,
    at,
    policy,
    transitioned: plan.transitions,
    skipped: plan.skipped,
    unfinished,
    error: doubt === undefined ? null : reportedError(doubt),
  };
  return { survey, plan, report };
}

async function act(deps: ApplyDeps, { survey, plan, report }: Inspection): Promise<CuratorReport> {
  const { usage } = deps;
  const request: ApplyRequest = {
    transitions: plan.transitions,
    skills: survey.skills,
    run: report.runId,
    decideAgain: (transitions) =>
      planTransitions(
        transitions.map(({ id }) => survey.look(id)),
        survey.facts,
        report.policy,
        report.at,
      ),
  };
  const applied = await applyTransitions(deps, request);
  const folded = await usage.compact();
  const error = applied.error ?? (folded.ok ? undefined : folded.error);
  const done: CuratorReport = {
    ...report,
    transitioned: applied.done,
    skipped: [...report.skipped, ...applied.skipped].sort((a, b) => (a.id < b.id ? -1 : 1)),
    error: error === undefined ? report.error : reportedError(error),
  };
  try {
    saveRunReport(deps, { runId: done.runId, document: done, page: reportPage(done) });
    if (done.error === null) await changeState(deps, { lastRun: { id: done.runId, at: done.at } });
    return done;
  } catch (fault) {
    if (!(fault instanceof CoppiceError)) throw fault;
    // What was moved must be told all the same.
    return { ...done, error: done.error ?? reportedError(fault) };
  }
}

/** A first run moves nothing. */
function postponed({ transitions, skipped }: Plan): Plan {
  const due = transitions.map(({ id }) => ({ id, reason: 'first-run' as const }));
  return { transitions: [], skipped: [...skipped, ...due].sort((a, b) => (a.id < b.id ? -1 : 1)) };
}

/** By a clock that was set back, everything looks younger than it is, and would be noted so. */
function stateAt(deps: CuratorDeps): CuratorState {
  const state = loadState(deps);
  if (state.lastRun === null || state.lastRun.at <= deps.clock.now()) return state;
  const last = new Date(state.lastRun.at).toISOString();
  throw new CoppiceError('clock-behind', `the last run was at ${last}, which is yet to come by this clock`, {
    hint: `set the clock right; if it was wrong then, move ${homePaths(deps.home).curator} away`,
  });
}
