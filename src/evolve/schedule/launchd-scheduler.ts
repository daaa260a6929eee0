/*
 * The launchd of macOS: an agent of the user's.
 */

import { join } from 'node:path';
import { fileScheduler } from './file-scheduler.js';
import { launchAgent, launchLabel } from './launchd.js';
import { hasSucceeded, runToEnd, type Scheduler, type SchedulerPlace } from './scheduler.js';

export function launchdScheduler({ files, userHome, run }: SchedulerPlace): Scheduler {
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
      // An agent that is loaded already keeps what it was loaded with.
      await disable();
      await runToEnd(run, ['launchctl', 'bootstrap', await domain(), path]);
    },
    disable,
    state: async () => ({ enabled: await isLoaded(), nextRun: null }),
  });
}
