/*
 * A machine in memory with systemctl, launchctl and crontab, as far as a schedule needs them.
 */

import { memoryFiles } from '../../system/disk/memory-disk.js';
import type { ProcessResult } from '../../system/process/process.js';
import type { Job } from '../rules/schedule/job.js';
import { parseEvery } from '../rules/schedule/job.js';
import type { SchedulerOptions } from './scheduler.js';

export const job: Job = {
  every: parseEvery('daily'),
  command: [
    '/usr/bin/node',
    '/opt/coppice/main.js',
    'schedule',
    'run',
    '--',
    '--verify-command',
    'test "5%" = $x',
  ],
  environment: { COPPICE_HOME: '/home/ada/.coppice' },
};

export class SchedulerWorld {
  readonly files = memoryFiles();
  readonly commands: string[] = [];
  /** Undefined: there is no crontab yet. */
  crontab: string | undefined;
  isEnabled = false;
  /** Why every program fails. */
  trouble: string | undefined;

  place(changes: Partial<SchedulerOptions> = {}): SchedulerOptions {
    return {
      files: this.files,
      userHome: '/home/ada',
      platform: 'linux',
      environment: {},
      run: async (argv, stdin) => {
        this.commands.push(argv.join(' '));
        return this.trouble === undefined ? this.#answer(argv.join(' '), stdin) : ended(1, '', this.trouble);
      },
      ...changes,
    };
  }

  put(path: string, text: string): void {
    this.files.makeFolder(path.slice(0, path.lastIndexOf('/')));
    this.files.write(path, new TextEncoder().encode(text));
  }

  text(path: string): string | undefined {
    const content = this.files.read(path);
    return content && new TextDecoder().decode(content.bytes);
  }

  #answer(command: string, stdin: string | undefined): ProcessResult {
    switch (command) {
      case 'id -u':
        return ended(0, '501\n');
      case 'systemctl --user enable --now coppice.timer':
      case 'launchctl bootstrap gui/501 /home/ada/Library/LaunchAgents/dev.coppice.schedule.plist':
        this.isEnabled = true;
        return ended(0);
      case 'systemctl --user disable --now coppice.timer':
      case 'launchctl bootout gui/501/dev.coppice.schedule':
        this.isEnabled = false;
        return ended(0);
      case 'systemctl --user is-enabled coppice.timer':
      case 'launchctl print gui/501/dev.coppice.schedule':
        return ended(this.isEnabled ? 0 : 1);
      case 'systemctl --user show coppice.timer --property=NextElapseUSecRealtime --value':
        return ended(0, this.isEnabled ? 'Mon 2026-02-02 09:00:00 UTC\n' : '\n');
      case 'systemctl --user daemon-reload':
      case 'systemctl --user show-environment':
        return ended(0);
      case 'crontab -l':
        return this.crontab === undefined ? ended(1, '', 'no crontab for ada\n') : ended(0, this.crontab);
      case 'crontab -':
        this.crontab = stdin;
        return ended(0);
      default:
        return ended(127, '', `${command}: not known here`);
    }
  }
}

function ended(code: number, stdout = '', stderr = ''): ProcessResult {
  return { outcome: { kind: 'exited', code }, stdout, stderr, truncated: false };
}
