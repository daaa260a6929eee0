/*
 * All schedulers, and the detection of the one for this machine.
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

const makers: Readonly<Record<SchedulerName, (options: SchedulerOptions) => Scheduler>> = {
  systemd: systemdScheduler,
  launchd: launchdScheduler,
  cron: cronScheduler,
};

/** All schedulers, because an installed schedule must be found even if another one would be chosen now. */
export function allSchedulers(options: SchedulerOptions): readonly Scheduler[] {
  return schedulerNames.map((name) => makers[name](options));
}

export function schedulerNamed(options: SchedulerOptions, name: SchedulerName): Scheduler {
  return makers[name](options);
}

export async function detectScheduler(options: SchedulerOptions): Promise<Scheduler> {
  if (options.platform === 'darwin') return launchdScheduler(options);
  if (options.platform === 'linux' && (await hasSystemd(options))) return systemdScheduler(options);
  return cronScheduler(options);
}

const timeoutMs = 30_000;
const maxOutputBytes = 1024 * 1024;

/** Variables that systemctl needs to find the user's systemd, and crontab to find the user. */
const inheritedVariables = [
  'XDG_RUNTIME_DIR',
  'DBUS_SESSION_BUS_ADDRESS',
  'XDG_CONFIG_HOME',
  'USER',
  'LOGNAME',
] as const;

/** Programs run with English messages, because their output is parsed. */
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
