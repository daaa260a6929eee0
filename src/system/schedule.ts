/*
 * The port to what happens later: a test runs it when it likes instead of waiting.
 */

/** Runs something after a time; the function it gives calls that off. */
export type Schedule = (run: () => void, delayMs: number) => () => void;

/** Whatever is only scheduled does not keep the process alive. */
export const timerSchedule: Schedule = (run, delayMs) => {
  const timer = setTimeout(run, delayMs).unref();
  return () => clearTimeout(timer);
};
