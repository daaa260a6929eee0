/*
 * How whoever watches something long ends it: with Ctrl-C, or by closing the pipe they read it from, which is no error.
 */

import { untilStopSignal } from './stop-signal.js';

export type Leaving = 'interrupted' | 'reader-left';

export function untilAudienceLeaves(): Promise<Leaving> {
  return new Promise((resolve) => {
    void untilStopSignal().then(() => resolve('interrupted'));
    process.stdout.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
      resolve('reader-left');
    });
  });
}
