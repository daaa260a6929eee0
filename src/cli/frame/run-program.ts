/*
 * Runs a command line in this process. A closed pipe is not an error: the reader has seen enough.
 */

import type { Context } from '../../app/context.js';
import type { Verb } from '../rules/verb.js';
import { runCommandLine } from './command-line.js';

// A stream is set up on first use, which takes longer than a silent verb runs.
const streams = {
  out: (text: string) => {
    if (text === '') return;
    process.stdout.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') process.exit(0);
      const code = error.code === 'ENOSPC' ? 'disk-full' : 'file-failed';
      process.stderr.write(`error: the output cannot be written: ${error.message} (${code})\n`);
      process.stderr.write('hint: the command is done; only its output is lost\n');
      process.exit(1);
    });
    process.stdout.write(text);
  },
  notes: (text: string) => {
    if (process.stderr.listenerCount('error') === 0) process.stderr.on('error', ignoreClosedPipe);
    process.stderr.write(text);
  },
};

/** Notes that nobody reads are no reason to stop, least of all for a server. */
function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}

export function runProgram(
  words: readonly string[],
  verbs: readonly Verb[],
  makeContext: () => Promise<Context> = makeProcessContext,
): Promise<number> {
  return runCommandLine(words, verbs, streams, makeContext);
}

async function makeProcessContext(): Promise<Context> {
  const { processContext } = await import('./process-context.js');
  return processContext(process);
}
