/*
 * Starts this very program in a process that knows nothing of the machine but the temporary folder: another home, none of
 * the variables that agents and registries look at, and the clock of the story.
 */

import { join } from 'node:path';
import type { ProgramStart } from '../../evidence/live/hooks.js';
import { type ProcessResult, runProcess } from '../../system/process/process.js';
import { CoppiceError } from '../../text/errors.js';
import { today } from './calendar.js';
import type { Scene } from './chapter.js';
import { screenWidth } from './narration.js';

export interface ProgramPlace {
  readonly program: ProgramStart;
  /** The temporary one: the home of the story and the database are inside. */
  readonly folder: string;
  /** Where the optional packages of the real home are. */
  readonly packages: string;
}

export type Typed = Pick<Scene, 'words' | 'folder' | 'input' | 'realTime'>;

export function startProgram(
  { program, folder, packages }: ProgramPlace,
  { words, folder: at = '', input, realTime = false }: Typed,
  signal: AbortSignal,
): Promise<ProcessResult> {
  const userHome = join(folder, 'home');
  return runProcess({
    argv: [program.executable, '--import', asOnTerminal, program.script, ...words],
    cwd: join(userHome, at),
    environment: {
      HOME: userHome,
      LANG: 'C.UTF-8',
      LC_ALL: undefined,
      TERM: 'dumb',
      NO_COLOR: '1',
      COPPICE_REGISTRY_DATA: join(folder, 'database'),
      COPPICE_PACKAGES: packages,
      COPPICE_EMBEDDINGS: 'off',
      COPPICE_LOG_LEVEL: 'error',
      ...(!realTime && { COPPICE_NOW: String(today) }),
    },
    ...(input !== undefined && { stdin: input }),
    timeoutMs: 600_000,
    // The database is to be closed in order.
    graceMs: 20_000,
    maxOutputBytes: 1 << 20,
    signal,
  });
}

/**
 * What is printed for a person differs from what is printed into a pipe. Here there is a pipe, and a person at the end of
 * it, so the program is told that it has a terminal.
 */
const asOnTerminal = `data:text/javascript,${encodeURIComponent(
  `process.stdout.isTTY = true; process.stdout.columns = ${screenWidth};`,
)}`;

/** Why the story cannot go on after it. */
export function failed(command: string, { outcome, stderr }: ProcessResult): CoppiceError {
  if (outcome.kind === 'aborted') return stopped();
  const how = outcome.kind === 'exited' ? `ended with ${outcome.code}` : outcome.kind;
  return new CoppiceError('internal', `\`${command}\` ${how}: ${stderr.trim().split('\n')[0]}`);
}

export function stopped(): CoppiceError {
  return new CoppiceError('unavailable', 'the demonstration was stopped');
}
