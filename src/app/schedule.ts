/*
 * The schedulers of this machine, and what is installed in them for Coppice.
 */

import { type JobMode, jobMode } from '../evolve/rules/schedule/job.js';
import { type LastRun, readLastRun } from '../evolve/schedule/last-run.js';
import {
  type FoundSchedule,
  isOurs,
  type Scheduler,
  type SchedulerName,
  type SchedulerOptions,
} from '../evolve/schedule/scheduler.js';
import {
  allSchedulers,
  detectScheduler,
  programRunner,
  schedulerNamed,
} from '../evolve/schedule/schedulers.js';
import { type Context, libraryOptions } from './context.js';

/** The one to install with, or the one of this name. */
export async function schedulerOf(context: Context, name: SchedulerName | undefined): Promise<Scheduler> {
  const options = schedulerOptions(context);
  return name === undefined ? await detectScheduler(options) : schedulerNamed(options, name);
}

/** Those to look at: the one of this name, or all. */
export function schedulersOf(context: Context, name?: SchedulerName): readonly Scheduler[] {
  const options = schedulerOptions(context);
  return name === undefined ? allSchedulers(options) : [schedulerNamed(options, name)];
}

function schedulerOptions({ files, userHome, platform, environment }: Context): SchedulerOptions {
  return { files, userHome, platform, environment, run: programRunner(environment) };
}

export interface InstalledSchedule
  extends Pick<FoundSchedule, 'scheduler' | 'enabled' | 'nextRun' | 'files'> {
  /** Whether every file of it is Coppice's. */
  readonly installed: boolean;
  /** `daily`; null where somebody changed the files by hand. */
  readonly every: string | null;
  /** What each run does; the flags of its runs decide. */
  readonly mode: Exclude<JobMode, 'unstated'> | null;
  /** Installed by a version whose runs wrote notes without a flag. */
  readonly isOlder: boolean;
  readonly command: readonly string[] | null;
  readonly environment: Readonly<Record<string, string>>;
}

export interface ScheduleState {
  readonly installed: boolean;
  readonly enabled: boolean;
  readonly schedules: readonly InstalledSchedule[];
  /** Null before the first run. */
  readonly lastRun: LastRun | null;
}

/** In all schedulers, or the one of this name. */
export async function readSchedule(context: Context, name?: SchedulerName): Promise<ScheduleState> {
  const found: FoundSchedule[] = [];
  for (const scheduler of schedulersOf(context, name)) found.push(await scheduler.find());
  const schedules = found.filter(({ files }) => files.some(isOurs)).map(installedSchedule);
  const home = schedules[0]?.environment['COPPICE_HOME'] ?? libraryOptions(context).home;
  return {
    installed: schedules.some(({ installed }) => installed),
    enabled: schedules.some(({ enabled }) => enabled),
    schedules,
    lastRun: readLastRun({ files: context.files, home }),
  };
}

function installedSchedule({ scheduler, files, job, enabled, nextRun }: FoundSchedule): InstalledSchedule {
  const mode = job === undefined ? null : jobMode(job);
  return {
    scheduler,
    installed: files.every(isOurs),
    enabled,
    every: job?.every.name ?? null,
    mode: mode === 'unstated' ? 'propose' : mode,
    isOlder: mode === 'unstated',
    nextRun,
    command: job?.command ?? null,
    environment: job?.environment ?? {},
    files,
  };
}
