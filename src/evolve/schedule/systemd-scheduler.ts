/*
 * The user's systemd: a service and a timer in its folder.
 */

import { isAbsolute, join } from 'node:path';
import { fileScheduler } from './file-scheduler.js';
import { hasSucceeded, runToEnd, type Scheduler, type SchedulerPlace } from './scheduler.js';
import { serviceUnit, timerUnit } from './systemd.js';

const timer = 'coppice.timer';

export function systemdScheduler({ files, userHome, environment, run }: SchedulerPlace): Scheduler {
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

/** Whether there is one for this user, even if it cannot be reached from here. */
export async function hasSystemd({ files, environment, run }: SchedulerPlace): Promise<boolean> {
  const runtime = environment['XDG_RUNTIME_DIR'];
  if (runtime && files.stat(join(runtime, 'systemd')) !== undefined) return true;
  return hasSucceeded(await run(['systemctl', '--user', 'show-environment']));
}
