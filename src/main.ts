#!/usr/bin/env node
/*
 * argv in, exit code out. A closed pipe is not an error: whoever reads the output has seen enough.
 */

import { runCommandLine } from './cli/command-line.js';
import type { Context } from './cli/context.js';

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

process.exitCode = await runCommandLine(process.argv.slice(2), streams, makeContext);

async function makeContext(): Promise<Context> {
  const { processContext } = await import('./cli/process-context.js');
  return processContext(process);
}
