/*
 * A scheduled run: runs its steps under a lock, so that two runs do not overlap, and saves a report and the last result
 * for the status screen.
 */

import { newRunId, saveRunReport } from '../../library/run-report.js';
import type { Clock } from '../../system/clock.js';
import type { Files } from '../../system/files.js';
import { homePaths } from '../../system/home.js';
import { type Ids, randomIds } from '../../system/ids.js';
import { withLock } from '../../system/lock/lock.js';
import { type ScheduleReport, type StepReport, scheduleReportPage } from '../rules/schedule/report.js';
import { runSteps, type Step, type StepOutcome } from '../rules/schedule/steps.js';
import { saveLastRun } from './last-run.js';

export interface ScheduleDeps {
  readonly files: Files;
  readonly clock: Clock;
  /** Coppice's home. */
  readonly home: string;
  readonly ids?: Ids;
  /** How long a second run waits for the first. */
  readonly lockTimeoutMs?: number;
}

export interface RunMode {
  readonly mode: 'apply' | 'propose';
  /** Whether a flag says so. A run without one was started by a schedule of version 0.1.0, or by a person. */
  readonly isStated: boolean;
}

export async function runSchedule(
  deps: ScheduleDeps,
  steps: readonly Step[],
  { mode, isStated }: RunMode,
): Promise<ScheduleReport> {
  const { files, clock, home, ids = randomIds, lockTimeoutMs = 30_000 } = deps;
  return await withLock(files, homePaths(home).lock('schedule'), { timeoutMs: lockTimeoutMs }, async () => {
    const at = clock.now();
    const outcomes = await runSteps(steps);
    const report: ScheduleReport = {
      runId: newRunId(at, ids),
      at,
      ok: outcomes.every(({ exitCode }) => exitCode === 0),
      mode,
      steps: outcomes.map(stepReport),
    };
    save(deps, report, { mode, isStated });
    return report;
  });
}

function stepReport({ name, exitCode, error, result }: StepOutcome): StepReport {
  return { name, exitCode, error, document: result?.document ?? null };
}

function save(deps: ScheduleDeps, report: ScheduleReport, mode: RunMode): void {
  saveRunReport(deps, { runId: report.runId, document: report, page: scheduleReportPage(report) });
  saveLastRun(deps, { ...report, ...mode });
}
