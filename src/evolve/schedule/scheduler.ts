/*
 * The port to what starts programs at their time. Three keep it: systemd, launchd and cron. What is not ours is never
 * replaced and never removed.
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
  /** What a person does to start what was put in place. */
  readonly enableWith: string;
  /** What the job becomes, and where that belongs. Refuses what the format cannot carry. */
  render(job: Job): readonly ScheduleFile[];
  /** Puts it in place without starting it. False, and nothing done, where being there is being started. */
  put(job: Job): boolean;
  /** From now on the job runs at its time; one that was there before is replaced. */
  enable(job: Job): Promise<void>;
  find(): Promise<FoundSchedule>;
  /** Stops it and removes what is ours, even if it could not be stopped. */
  remove(): Promise<RemovedSchedule>;
}

export interface ScheduleFile {
  readonly path: string;
  readonly text: string;
}

export interface FoundSchedule {
  readonly scheduler: SchedulerName;
  readonly files: readonly FoundFile[];
  /** Undefined when it is not there, or cannot be told. */
  readonly job: Job | undefined;
  readonly enabled: boolean;
  /** In the words of the scheduler, if it says so. */
  readonly nextRun: string | null;
}

interface FoundFile {
  readonly path: string;
  /** Edited: ours, but not as it was written. Foreign: somebody else's of the same name. */
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
  /** Why it could not be stopped. */
  readonly error: CoppiceError | undefined;
}

export interface SchedulerOptions {
  readonly files: Files;
  readonly userHome: string;
  /** As Node names it. */
  readonly platform: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly run: RunProgram;
}

export type RunProgram = (argv: readonly string[], stdin?: string) => Promise<ProcessResult>;

/** What it printed; `schedule-failed` unless it ended well. */
export async function runToEnd(run: RunProgram, argv: readonly string[], stdin?: string): Promise<string> {
  const result = await run(argv, stdin);
  if (hasSucceeded(result)) return result.stdout;
  throw new CoppiceError('schedule-failed', `${argv.join(' ')}: ${failureReason(result)}`);
}

/** That the scheduler refused is something to report; all else is thrown on. */
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
      return stderr.trim() || `it ended with ${outcome.code}`;
    case 'not-started':
      return outcome.reason;
    case 'timed-out':
      return 'it took too long';
    case 'signalled':
    case 'aborted':
      return 'it was ended by a signal';
  }
}

/*
 * Installing a schedule: what a job becomes is put in place, and started if that is asked for. That it could not be
 * started is told, and does not take away what was put in place.
 */

interface InstallOptions {
  readonly enable: boolean;
  /** Nothing is touched. */
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
  /** How a person starts it. */
  readonly enableWith: string;
  readonly error: ReportedError | null;
}

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
