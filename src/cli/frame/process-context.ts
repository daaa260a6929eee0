/*
 * The real context of a command: the one place where the process, its streams and its environment are read.
 */

import { homedir, userInfo } from 'node:os';
import type { Context } from '../../app/context.js';
import { clockFrom } from '../../system/clock.js';
import { faultCode } from '../../system/disk/disk-fault.js';
import { nodeFiles } from '../../system/disk/node-disk.js';
import { readStandardInput } from '../../system/process/standard-input.js';
import { terminalOf } from '../../system/terminal/terminal.js';
import { CoppiceError } from '../../text/errors.js';

export function processContext(from: NodeJS.Process): Context {
  // homedir() returns the variable as it is, so an empty one needs another source.
  const userHome = known(
    () => from.env['HOME'] || homedir() || userInfo().homedir,
    'HOME is not set, and the system does not know the home of this user',
    'set HOME',
  );
  return {
    files: nodeFiles,
    clock: clockFrom(from.env),
    workingFolder: known(
      () => from.cwd(),
      'the working folder no longer exists',
      'change to an existing folder',
    ),
    home: from.env['COPPICE_HOME'] || `${userHome}/.coppice`,
    userHome,
    platform: from.platform,
    environment: from.env,
    // The streams are read on first use: setting them up takes longer than recording an event.
    terminal: terminalOf({
      get stdout() {
        return from.stdout;
      },
      get stderr() {
        return from.stderr;
      },
      environment: from.env,
    }),
    program: { executable: from.execPath, script: from.argv[1] ?? '' },
    readStdin: readStandardInput,
  };
}

function known(ask: () => string, unknown: string, hint: string): string {
  try {
    return ask();
  } catch (fault) {
    if (faultCode(fault) === undefined) throw fault;
    throw new CoppiceError('not-found', unknown, { hint, cause: fault });
  }
}
