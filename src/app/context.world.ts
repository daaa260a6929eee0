/*
 * A machine in memory for tests: a user with an empty home, a fixed clock, and a terminal of a given width or a pipe.
 */

import { fixedClock } from '../system/clock.js';
import { memoryFiles } from '../system/disk/memory-disk.js';
import type { Files } from '../system/files.js';
import { terminalOf } from '../system/terminal/terminal.js';
import type { Context } from './context.js';

export const now = Date.UTC(2026, 0, 31, 12);

interface World {
  readonly files?: Files;
  /** Of the terminal; a pipe where there are none. */
  readonly columns?: number | undefined;
  readonly environment?: Readonly<Record<string, string>>;
}

export function contextWith({ files = memoryFiles(), columns, environment = {} }: World): Context {
  const variables = { LANG: 'C.UTF-8', ...environment };
  const stream = { write: () => true, ...(columns !== undefined && { isTTY: true, columns }) };
  return {
    files,
    clock: fixedClock(now),
    workingFolder: '/user',
    home: '/user/.coppice',
    userHome: '/user',
    platform: 'linux',
    environment: variables,
    terminal: terminalOf({ stdout: stream, stderr: stream, environment: variables }),
    program: { executable: 'node', script: 'main.js' },
    readStdin: () => new Uint8Array(),
  };
}
