/*
 * When something that is done at intervals is due again: one interval after it was last done, however often the server
 * was started in between.
 */

/** How many milliseconds are left; 0 when it is due. */
export function untilDue(lastRunAt: number | undefined, everyMs: number, now: number): number {
  if (lastRunAt === undefined) return 0;
  const left = lastRunAt + everyMs - now;
  // A last time far in the future was told by a wrong clock; waiting for it could take for ever.
  return left > 2 * everyMs ? 0 : Math.max(0, left);
}
