/*
 * How a long-running verb is asked to end. The first signal is taken as a wish; a second one finds nobody who listens,
 * and ends the process as it would any other.
 */

const stopSignals = ['SIGINT', 'SIGTERM'] as const;
type StopSignal = (typeof stopSignals)[number];

export function untilStopSignal(): Promise<StopSignal> {
  return new Promise((resolve) => {
    const stop = (signal: StopSignal): void => {
      resolve(signal);
      // Not at once: those who guard other processes see by it that the signal is taken care of.
      setImmediate(() => {
        for (const each of stopSignals) process.off(each, stop);
      });
    };
    for (const each of stopSignals) process.on(each, stop);
  });
}

/*
 * How whoever watches something long ends it: with Ctrl-C, or by closing the pipe they read it from, which is no error.
 */

type EndReason = 'interrupted' | 'reader-left';

export function untilInterruptedOrClosed(): Promise<EndReason> {
  return new Promise((resolve) => {
    void untilStopSignal().then(() => resolve('interrupted'));
    process.stdout.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
      resolve('reader-left');
    });
  });
}

/*
 * What is to be put right on the terminal before Ctrl-C ends the process, as it would have done anyway.
 */

/** Until the function that is given back is called. */
export function beforeInterrupt(putRight: () => void): () => void {
  const interrupted = (): void => {
    putRight();
    // Again, now that nobody listens any more.
    process.kill(process.pid, 'SIGINT');
  };
  process.once('SIGINT', interrupted);
  return () => void process.off('SIGINT', interrupted);
}
