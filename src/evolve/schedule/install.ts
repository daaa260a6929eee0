/*
 * Installing a schedule: what a job becomes is put in place, and started if that is asked for. That it could not be
 * started is told, and does not take away what was put in place.
 */

import type { Job } from './job.js';
import { type ReportedError, reportedError } from './reported-error.js';
import { refusalOf, type ScheduleFile, type Scheduler, type SchedulerName } from './scheduler.js';

export interface InstallOptions {
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
