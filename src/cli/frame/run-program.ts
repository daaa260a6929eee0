/*
 * Runs a command line in this very process. A closed pipe is not an error: whoever reads the output has seen enough.
 */

import type { Context } from '../../app/context.js';
import type { Verb } from '../rules/verb.js';
import { runCommandLine } from './command-line.js';

// A stream is set up when it is first touched, which takes longer than all that a silent verb does.
const streams = {
  out: (text: string) => {
    if (text === '') return;
    process.stdout.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') process.exit(0);
      const code = error.code === 'ENOSPC' ? 'disk-full' : 'file-failed';
      process.stderr.write(`error: the output cannot be written: ${error.message} (${code})\n`);
      process.stderr.write('hint: what was asked for is done; only the answer is lost\n');
      process.exit(1);
    });
    process.stdout.write(text);
  },
  notes: (text: string) => {
    if (process.stderr.listenerCount('error') === 0) process.stderr.on('error', ignoreClosedPipe);
    process.stderr.write(text);
  },
};

/** Talk that nobody reads is no reason to stop, least of all for a server. */
function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}

export function runProgram(words: readonly string[], verbs: readonly Verb[]): Promise<number> {
  return runCommandLine(words, verbs, streams, makeContext);
}

async function makeContext(): Promise<Context> {
  const { processContext } = await import('./process-context.js');
  return processContext(process);
}
