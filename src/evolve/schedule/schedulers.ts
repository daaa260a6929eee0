/*
 * Which schedulers there are, and which one this machine has.
 */

import { type ProcessRequest, runProcess } from '../../system/process/process.js';
import { cronScheduler } from './cron-scheduler.js';
import { hasSystemd, launchdScheduler, systemdScheduler } from './file-scheduler.js';
import {
  type RunProgram,
  type Scheduler,
  type SchedulerName,
  type SchedulerOptions,
  schedulerNames,
} from './scheduler.js';

const makers: Readonly<Record<SchedulerName, (place: SchedulerOptions) => Scheduler>> = {
  systemd: systemdScheduler,
  launchd: launchdScheduler,
  cron: cronScheduler,
};

/** All of them: what was installed must be found even where another one would be chosen now. */
export function allSchedulers(place: SchedulerOptions): readonly Scheduler[] {
  return schedulerNames.map((name) => makers[name](place));
}

export function schedulerNamed(place: SchedulerOptions, name: SchedulerName): Scheduler {
  return makers[name](place);
}

export async function detectScheduler(place: SchedulerOptions): Promise<Scheduler> {
  if (place.platform === 'darwin') return launchdScheduler(place);
  if (place.platform === 'linux' && (await hasSystemd(place))) return systemdScheduler(place);
  return cronScheduler(place);
}

const timeoutMs = 30_000;
const maxOutputBytes = 1024 * 1024;

/** What systemctl needs to find the user's own systemd, and crontab to know whose table it is. */
const inheritedVariables = [
  'XDG_RUNTIME_DIR',
  'DBUS_SESSION_BUS_ADDRESS',
  'XDG_CONFIG_HOME',
  'USER',
  'LOGNAME',
] as const;

/** Answers are in English, as they are read by a program. */
export function programRunner(environment: SchedulerOptions['environment']): RunProgram {
  const given = Object.fromEntries(inheritedVariables.map((name) => [name, environment[name]]));
  return (argv, stdin) => {
    const request: ProcessRequest = {
      argv,
      environment: { ...given, LC_ALL: 'C' },
      timeoutMs,
      maxOutputBytes,
      ...(stdin !== undefined && { stdin }),
    };
    return runProcess(request);
  };
}
