/*
 * How a long-running verb is asked to end. The first signal is taken as a wish; a second one finds nobody who listens,
 * and ends the process as it would any other.
 */

const stopSignals = ['SIGINT', 'SIGTERM'] as const;
export type StopSignal = (typeof stopSignals)[number];

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
