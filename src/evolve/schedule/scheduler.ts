/*
 * The port to the schedulers systemd, launchd and cron, and the installation of a schedule. Files that Coppice did not
 * write are never replaced or removed.
 */

import type { Files } from '../../system/files.js';
import type { ProcessResult } from '../../system/process/process.js';
import { CoppiceError, hasCode } from '../../text/errors.js';
import type { Job } from '../rules/schedule/job.js';
import { type ReportedError, reportedError } from '../rules/schedule/steps.js';

export const schedulerNames = ['systemd', 'launchd', 'cron'] as const;
export type SchedulerName = (typeof schedulerNames)[number];

export interface Scheduler {
  readonly name: SchedulerName;
  /** How a person enables the installed files. */
  readonly enableWith: string;
  /** The files of a job. Refuses texts that the format cannot represent. */
  render(job: Job): readonly ScheduleFile[];
  /** Writes the files without enabling them. Returns false, and writes nothing, if the scheduler has no disabled state. */
  put(job: Job): boolean;
  /** Enables the job, and replaces a previous one. */
  enable(job: Job): Promise<void>;
  find(): Promise<FoundSchedule>;
  /** Disables the job and removes our files, even if it cannot be disabled. */
  remove(): Promise<RemovedSchedule>;
}

export interface ScheduleFile {
  readonly path: string;
  readonly text: string;
}

export interface FoundSchedule {
  readonly scheduler: SchedulerName;
  readonly files: readonly FoundFile[];
  /** Undefined if it is not installed, or cannot be parsed. */
  readonly job: Job | undefined;
  readonly enabled: boolean;
  /** The time as the scheduler writes it, if known. */
  readonly nextRun: string | null;
}

interface FoundFile {
  readonly path: string;
  /** Edited: written by Coppice and changed since. Foreign: written by somebody else. */
  readonly state: FileState;
}

export type FileState = 'ours' | 'edited' | 'foreign' | 'missing';

export function isOurs({ state }: FoundFile): boolean {
  return state === 'ours' || state === 'edited';
}

export interface RemovedSchedule {
  readonly scheduler: SchedulerName;
  readonly removed: readonly string[];
  readonly missing: readonly string[];
  readonly foreign: readonly string[];
  /** Why it could not be disabled. */
  readonly error: CoppiceError | undefined;
}

export interface SchedulerOptions {
  readonly files: Files;
  readonly userHome: string;
  /** The platform, as Node names it. */
  readonly platform: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly run: RunProgram;
}

export type RunProgram = (argv: readonly string[], stdin?: string) => Promise<ProcessResult>;

/** Returns the output; throws `schedule-failed` if the program fails. */
export async function runToEnd(run: RunProgram, argv: readonly string[], stdin?: string): Promise<string> {
  const result = await run(argv, stdin);
  if (hasSucceeded(result)) return result.stdout;
  throw new CoppiceError('schedule-failed', `${argv.join(' ')}: ${failureReason(result)}`);
}

/** Returns a failure of the scheduler; other errors are thrown. */
export async function refusalOf(act: Promise<unknown>): Promise<CoppiceError | undefined> {
  try {
    await act;
    return undefined;
  } catch (fault) {
    if (hasCode(fault, 'schedule-failed')) return fault;
    throw fault;
  }
}

export function hasSucceeded({ outcome }: ProcessResult): boolean {
  return outcome.kind === 'exited' && outcome.code === 0;
}

export function failureReason({ outcome, stderr }: ProcessResult): string {
  switch (outcome.kind) {
    case 'exited':
      return stderr.trim() || `exit code ${outcome.code}`;
    case 'not-started':
      return outcome.reason;
    case 'timed-out':
      return 'timed out';
    case 'signalled':
    case 'aborted':
      return 'ended by a signal';
  }
}

interface InstallOptions {
  readonly enable: boolean;
  /** Whether nothing is written. */
  readonly dryRun: boolean;
}

export interface InstallReport {
  readonly scheduler: SchedulerName;
  readonly every: string;
  readonly command: Job['command'];
  readonly environment: Job['environment'];
  readonly files: readonly ScheduleFile[];
  readonly dryRun: boolean;
  readonly installed: boolean;
  readonly enabled: boolean;
  /** How a person enables it. */
  readonly enableWith: string;
  readonly error: ReportedError | null;
}

/** Writes the files of a job, and enables it on request. If enabling fails, the files stay. */
export async function installSchedule(
  scheduler: Scheduler,
  job: Job,
  { enable, dryRun }: InstallOptions,
): Promise<InstallReport> {
  const files = scheduler.render(job);
  const installed = !dryRun && scheduler.put(job);
  const error = enable && !dryRun ? await refusalOf(scheduler.enable(job)) : undefined;
  const enabled = enable && !dryRun && error === undefined;
  return {
    scheduler: scheduler.name,
    every: job.every.name,
    command: job.command,
    environment: job.environment,
    files,
    dryRun,
    installed: installed || enabled,
    enabled,
    enableWith: scheduler.enableWith,
    error: error === undefined ? null : reportedError(error),
  };
}
