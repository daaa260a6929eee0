/*
 * The evolver's last run, and the last one that made proposals, in `<home>/evolver.json`: written at the end of a run, and
 * read only by the status screen. Nothing else depends on it, so an unreadable file counts as no run.
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
  const lastRun = { id, at, exitCode: exitCodeOf(report), summary };
  writeJsonFile(files, homePaths(home).evolver, { ...storedState({ files, home }), lastRun });
}

/** What was looked at when proposals were last made: a failure from before then has had its chance. */
export interface ProposalRun {
  readonly at: number;
  /** The skills that have to wait for another run, because one makes only so many proposals. */
  readonly waiting: readonly string[];
}

export function saveProposalRun({ files, home }: ReportOptions, { at, candidates }: EvolveReport): void {
  const waiting = candidates
    .filter(({ reason, status, diff, proposal }) =>
      status === 'planned' && reason === null
        ? diff !== undefined && proposal === undefined
        : reason === 'max-skills-reached',
    )
    .map(({ skill }) => skill);
  const lastProposals: ProposalRun = { at, waiting };
  writeJsonFile(files, homePaths(home).evolver, { ...storedState({ files, home }), lastProposals });
}

/** Undefined before the first one. */
export function readProposalRun(options: ReportOptions): ProposalRun | undefined {
  const { lastProposals: run } = storedState(options);
  if (!isObject(run) || !isTime(run['at']) || !Array.isArray(run['waiting'])) return undefined;
  const waiting = run['waiting'].filter((skill) => typeof skill === 'string');
  return { at: run['at'], waiting };
}

function storedState({ files, home }: ReportOptions): Readonly<Record<string, unknown>> {
  const value = readJsonFile(files, homePaths(home).evolver)?.value;
  return isObject(value) ? value : {};
}

/** Null before the first run. */
export function readEvolverRun(options: ReportOptions): EvolverRun | null {
  const { lastRun: run } = storedState(options);
  if (!isObject(run) || !isObject(run['summary'])) return null;
  const { id, at, exitCode } = run;
  const { applied } = run['summary'];
  if (typeof id !== 'string' || !isTime(at) || !isCount(exitCode) || !isCount(applied)) return null;
  return { id, at, exitCode, applied };
}
