/*
 * Signals that end a long-running command. The first signal is a request to stop; a second one has no listener and ends
 * the process at once.
 */

const stopSignals = ['SIGINT', 'SIGTERM'] as const;
type StopSignal = (typeof stopSignals)[number];

export function untilStopSignal(): Promise<StopSignal> {
  return new Promise((resolve) => {
    const stop = (signal: StopSignal): void => {
      resolve(signal);
      // Not at once: the guards of other processes see from the listener that the signal is being handled.
      setImmediate(() => {
        for (const each of stopSignals) process.off(each, stop);
      });
    };
    for (const each of stopSignals) process.on(each, stop);
  });
}

type EndReason = 'interrupted' | 'reader-left';

/** A person ends a live view with Ctrl-C, or by closing the pipe that reads it, which is not an error. */
export function untilInterruptedOrClosed(): Promise<EndReason> {
  return new Promise((resolve) => {
    void untilStopSignal().then(() => resolve('interrupted'));
    process.stdout.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
      resolve('reader-left');
    });
  });
}

/** Restores the terminal before Ctrl-C ends the process. The returned function removes the handler. */
export function beforeInterrupt(restore: () => void): () => void {
  const interrupted = (): void => {
    restore();
    // Sent again, now that there is no listener any more.
    process.kill(process.pid, 'SIGINT');
  };
  process.once('SIGINT', interrupted);
  return () => void process.off('SIGINT', interrupted);
}
