/*
 * When the time of a file can be relied on. A file that was changed just before it was read may be changed once more
 * within the same tick of the file system's clock, and would look the same.
 */

/** The time to store for a file or folder, given when the reading began: one that no file has, if it is too recent. */
export function settledTime(timeMs: number, startedMs: number): number {
  return isSettled(timeMs, startedMs) ? timeMs : unsettledMs;
}

export function isSettled(timeMs: number, startedMs: number): boolean {
  // Where times are whole seconds, a tick may be two of them; elsewhere it is a few milliseconds.
  const tickMs = timeMs % 1000 === 0 ? 2000 : 100;
  return timeMs < startedMs - tickMs;
}

const unsettledMs = -1;
