/*
 * Schedulers that read files from a folder of the user: systemd, with a service and a timer, and launchd, with an agent.
 */

import { dirname, isAbsolute, join } from 'node:path';
import type { Files } from '../../system/files.js';
import { CoppiceError } from '../../text/errors.js';
import { isMarked, type Job, parseJob } from '../rules/schedule/job.js';
import { launchAgent, launchLabel } from '../rules/schedule/launchd.js';
import { serviceUnit, timerUnit } from '../rules/schedule/systemd.js';
import {
  type FileState,
  type FoundSchedule,
  hasSucceeded,
  isOurs,
  type RemovedSchedule,
  refusalOf,
  runToEnd,
  type ScheduleFile,
  type Scheduler,
  type SchedulerOptions,
} from './scheduler.js';

interface FileScheduler extends Pick<Scheduler, 'name' | 'enableWith' | 'render' | 'enable'> {
  /** The paths of all files of `render`; the last is the one that is enabled. */
  readonly paths: readonly string[];
  disable(): Promise<void>;
  state(): Promise<Pick<FoundSchedule, 'enabled' | 'nextRun'>>;
}

function fileScheduler(files: Files, own: FileScheduler): Scheduler {
  const { name, enableWith, paths } = own;
  const inspect = (): readonly Inspection[] => paths.map((path) => inspectFile(files, own, path));
  return {
    name,
    enableWith,
    render: (job) => own.render(job),
    put: (job) => {
      const texts = own.render(job);
      refuseForeign(inspect());
      for (const file of texts) put(files, file);
      return true;
    },
    enable: (job) => own.enable(job),
    find: async () => {
      const found = inspect();
      const exists = found.some(isOurs);
      const state = exists ? await own.state() : { enabled: false, nextRun: null };
      const job = found.map((file) => file.job).find((one) => one !== undefined);
      return { scheduler: name, files: found.map(({ path, state }) => ({ path, state })), job, ...state };
    },
    remove: async (): Promise<RemovedSchedule> => {
      const found = inspect();
      const pathsOf = (state: FileState) =>
        found.filter((file) => file.state === state).map(({ path }) => path);
      const removed = found.filter(isOurs).map(({ path }) => path);
      const isToStop = removed.length > 0 && found.at(-1)?.state !== 'foreign';
      const error = isToStop ? await refusalOf(own.disable()) : undefined;
      for (const path of removed) files.remove(path);
      return { scheduler: name, removed, missing: pathsOf('missing'), foreign: pathsOf('foreign'), error };
    },
  };
}

interface Inspection {
  readonly path: string;
  readonly state: FileState;
  readonly job?: Job | undefined;
}

function inspectFile(files: Files, { render }: Pick<Scheduler, 'render'>, path: string): Inspection {
  const content = files.read(path);
  if (content === undefined) return { path, state: 'missing' };
  const text = new TextDecoder().decode(content.bytes);
  if (!isMarked(text)) return { path, state: 'foreign' };
  return { path, ...parseJob(text, (job) => render(job).find((file) => file.path === path)?.text) };
}

function refuseForeign(found: readonly Inspection[]): void {
  const foreign = found.find(({ state }) => state === 'foreign');
  if (foreign === undefined) return;
  throw new CoppiceError('already-exists', `${foreign.path} already exists, and Coppice did not write it`, {
    hint: 'move the file away and try again',
  });
}

function put(files: Files, { path, text }: ScheduleFile): void {
  files.makeFolder(dirname(path));
  files.write(path, new TextEncoder().encode(text));
}

const timer = 'coppice.timer';

export function systemdScheduler({ files, userHome, environment, run }: SchedulerOptions): Scheduler {
  const configured = environment['XDG_CONFIG_HOME'] ?? '';
  const folder = join(isAbsolute(configured) ? configured : join(userHome, '.config'), 'systemd/user');
  const servicePath = join(folder, 'coppice.service');
  const timerPath = join(folder, timer);
  const systemctl = (...words: readonly string[]) => ['systemctl', '--user', ...words];
  const enable = [systemctl('daemon-reload'), systemctl('enable', '--now', timer)];
  return fileScheduler(files, {
    name: 'systemd',
    enableWith: enable.map((words) => words.join(' ')).join(' && '),
    paths: [servicePath, timerPath],
    render: (job) => [
      { path: servicePath, text: serviceUnit(job) },
      { path: timerPath, text: timerUnit(job) },
    ],
    enable: async () => {
      for (const words of enable) await runToEnd(run, words);
    },
    disable: async () => void (await runToEnd(run, systemctl('disable', '--now', timer))),
    state: async () => {
      const enabled = hasSucceeded(await run(systemctl('is-enabled', timer)));
      const next = await run(systemctl('show', timer, '--property=NextElapseUSecRealtime', '--value'));
      return { enabled, nextRun: (hasSucceeded(next) && next.stdout.trim()) || null };
    },
  });
}

/** Whether this user has a systemd, even if it cannot be reached from here. */
export async function hasSystemd({ files, environment, run }: SchedulerOptions): Promise<boolean> {
  const runtime = environment['XDG_RUNTIME_DIR'];
  if (runtime && files.stat(join(runtime, 'systemd')) !== undefined) return true;
  return hasSucceeded(await run(['systemctl', '--user', 'show-environment']));
}

export function launchdScheduler({ files, userHome, run }: SchedulerOptions): Scheduler {
  const path = join(userHome, 'Library/LaunchAgents', `${launchLabel}.plist`);
  const domain = async () => `gui/${(await runToEnd(run, ['id', '-u'])).trim()}`;
  const isLoaded = async () =>
    hasSucceeded(await run(['launchctl', 'print', `${await domain()}/${launchLabel}`]));
  const disable = async () => {
    if (await isLoaded()) await runToEnd(run, ['launchctl', 'bootout', `${await domain()}/${launchLabel}`]);
  };
  return fileScheduler(files, {
    name: 'launchd',
    enableWith: `launchctl bootstrap gui/$(id -u) '${path.replaceAll("'", "'\\''")}'`,
    paths: [path],
    render: (job) => [{ path, text: launchAgent(job, userHome) }],
    enable: async () => {
      // A loaded agent keeps its old definition, so it is unloaded first.
      await disable();
      await runToEnd(run, ['launchctl', 'bootstrap', await domain(), path]);
    },
    disable,
    state: async () => ({ enabled: await isLoaded(), nextRun: null }),
  });
}
