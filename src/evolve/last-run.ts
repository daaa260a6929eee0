/*
 * The evolver's last run, in `<home>/evolver.json`: written at the end of a run that could write, and read only by
 * the status screen. Nothing else depends on it, so an unreadable file counts as no run.
 */

import type { ReportOptions } from '../library/run-report.js';
import { homePaths } from '../system/home.js';
import { readJsonFile, writeJsonFile } from '../system/json-file.js';
import { isCount, isObject, isTime } from '../text/shape.js';
import { type EvolveReport, exitCodeOf } from './rules/report.js';

export interface EvolverRun {
  readonly id: string;
  readonly at: number;
  readonly exitCode: number;
  readonly applied: number;
}

export function saveEvolverRun(
  { files, home }: ReportOptions,
  report: EvolveReport & { readonly runId: string },
): void {
  const { runId: id, at, summary } = report;
  writeJsonFile(files, homePaths(home).evolver, {
    lastRun: { id, at, exitCode: exitCodeOf(report), summary },
  });
}

/** Null before the first run. */
export function readEvolverRun({ files, home }: ReportOptions): EvolverRun | null {
  const value = readJsonFile(files, homePaths(home).evolver)?.value;
  const run = isObject(value) ? value['lastRun'] : undefined;
  if (!isObject(run) || !isObject(run['summary'])) return null;
  const { id, at, exitCode } = run;
  const { applied } = run['summary'];
  if (typeof id !== 'string' || !isTime(at) || !isCount(exitCode) || !isCount(applied)) return null;
  return { id, at, exitCode, applied };
}
