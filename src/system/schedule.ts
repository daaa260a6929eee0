/*
 * The port to timers: a test runs scheduled work at once instead of waiting.
 */

/** Runs something after a delay; the returned function cancels it. */
export type Schedule = (run: () => void, delayMs: number) => () => void;

/** Scheduled work does not keep the process alive. */
export const timerSchedule: Schedule = (run, delayMs) => {
  const timer = setTimeout(run, delayMs).unref();
  return () => clearTimeout(timer);
};
