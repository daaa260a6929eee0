/*
 * Runs a command of the user's that judges a changed skill. It gets a minimal environment and the facts of the change,
 * has a limited time, and nothing it started outlives it.
 */

import { runProcess } from '../../system/process/process.js';
import type { ChangedFile } from './verify.js';

/** Text is for the shell; a list is a program and its arguments. */
export type VerifyCommand = string | readonly string[];

export interface CommandResult {
  /** 0 passes. 124: it took too long; 125: it could not be started; 128: a signal ended it. */
  readonly exitCode: number;
  /** The end of what it printed, if that is less than a megabyte. */
  readonly output: string;
}

const defaultTimeoutMs = 300_000;
const maxOutputBytes = 1024 * 1024;
const keptCharacters = 4_000;

export async function runVerifyCommand(
  command: VerifyCommand,
  changed: ChangedFile,
  timeoutMs = defaultTimeoutMs,
): Promise<CommandResult> {
  const { outcome, stdout, stderr } = await runProcess({
    argv: typeof command === 'string' ? ['sh', '-c', command] : command,
    cwd: changed.folder,
    environment: {
      COPPICE_TARGET_PATH: changed.path,
      COPPICE_BACKUP_PATH: changed.backupPath,
      COPPICE_ENTRY: changed.entry,
      COPPICE_ORIGINAL_SHA256: changed.originalSha256,
      COPPICE_NEW_SHA256: changed.newSha256,
    },
    timeoutMs,
    maxOutputBytes,
  });
  const printed = `${stdout}${stderr}`.trim().slice(-keptCharacters);
  switch (outcome.kind) {
    case 'exited':
      return { exitCode: outcome.code, output: printed };
    case 'timed-out':
      return { exitCode: 124, output: `it took longer than ${timeoutMs / 1000} s\n${printed}`.trim() };
    case 'not-started':
      return { exitCode: 125, output: outcome.reason };
    case 'signalled':
    case 'aborted':
      return { exitCode: 128, output: `it was ended by a signal\n${printed}`.trim() };
  }
}
