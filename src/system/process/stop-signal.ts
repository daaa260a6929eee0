/*
 * How a long-running verb is asked to end. The first signal is taken as a wish; a second one finds nobody who listens,
 * and ends the process as it would any other.
 */

const stopSignals = ['SIGINT', 'SIGTERM'] as const;
export type StopSignal = (typeof stopSignals)[number];

export function untilStopSignal(): Promise<StopSignal> {
  return new Promise((resolve) => {
    const stop = (signal: StopSignal): void => {
      for (const each of stopSignals) process.off(each, stop);
      resolve(signal);
    };
    for (const each of stopSignals) process.on(each, stop);
  });
}
