/*
 * The real context of a command: the one place where the process, its streams and its environment are read.
 */

import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { clockFrom } from '../system/clock.js';
import { nodeFiles } from '../system/disk/node-disk.js';
import { terminalOf } from '../system/terminal/terminal.js';
import type { Context } from './context.js';

const standardInput = 0;

export function processContext(from: NodeJS.Process): Context {
  const userHome = from.env['HOME'] || homedir();
  return {
    files: nodeFiles,
    clock: clockFrom(from.env),
    workingFolder: from.cwd(),
    home: from.env['COPPICE_HOME'] || `${userHome}/.coppice`,
    userHome,
    platform: from.platform,
    environment: from.env,
    // Only where it is asked for: setting up the streams takes longer than all that recording an event does.
    get terminal() {
      return terminalOf({ stdout: from.stdout, stderr: from.stderr, environment: from.env });
    },
    program: { executable: from.execPath, script: from.argv[1] ?? '' },
    readStdin: () => readFileSync(standardInput),
  };
}
