/*
 * Runs a command line in this very process. A closed pipe is not an error: whoever reads the output has seen enough.
 */

import { runCommandLine } from './command-line.js';
import type { Context } from './context.js';
import type { Verb } from './verb.js';

// A stream is set up when it is first touched, which takes longer than all that a silent verb does.
const streams = {
  out: (text: string) => {
    if (text === '') return;
    process.stdout.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') process.exit(0);
      throw error;
    });
    process.stdout.write(text);
  },
  talk: (text: string) => void process.stderr.write(text),
};

export function runProgram(words: readonly string[], verbs: readonly Verb[]): Promise<number> {
  return runCommandLine(words, verbs, streams, makeContext);
}

async function makeContext(): Promise<Context> {
  const { processContext } = await import('./process-context.js');
  return processContext(process);
}
