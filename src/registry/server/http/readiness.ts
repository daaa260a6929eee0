/*
 * The checks behind /readyz. Anybody can request it as often as they like, so a check runs at most once at a time, its result
 * is used again for a while, and one that hangs counts as down. The log gets a line when a part fails, and when it works
 * again.
 */

import { elapsedMs } from '../../../system/clock.js';
import type { Log } from '../../../system/log.js';
import { type Schedule, timerSchedule } from '../../../system/schedule.js';
import { hasCode } from '../../../text/errors.js';

export type PartState = 'up' | 'down' | 'full';

export interface PartCheck {
  readonly name: string;
  /** Throws where the part does not work. */
  check(): Promise<unknown>;
  /** How long a result is used. */
  readonly freshMs: number;
}

interface CheckOptions {
  readonly log: Log;
  /** Milliseconds of a clock that never goes back. */
  readonly now?: () => number;
  readonly schedule?: Schedule;
}

const timeoutMs = 5_000;

export function partState(
  { name, check, freshMs }: PartCheck,
  { log, now = elapsedMs, schedule = timerSchedule }: CheckOptions,
): () => Promise<PartState> {
  let running: Promise<PartState> | undefined;
  let last: { readonly state: PartState; readonly at: number } | undefined;
  const settle = (state: PartState, reason?: string): PartState => {
    const before = last?.state ?? 'up';
    if (state !== before) {
      if (state === 'up') log.info({ part: name }, 'a part of the server works again');
      else log.warn({ part: name, state, reason }, 'a part of the server does not work');
    }
    last = { state, at: now() };
    running = undefined;
    return state;
  };
  const run = async (): Promise<PartState> => {
    try {
      await inTime(check(), schedule);
      return settle('up');
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return settle(hasCode(error, 'disk-full') ? 'full' : 'down', reason);
    }
  };
  return async () => {
    if (last && now() - last.at < freshMs) return last.state;
    running ??= run();
    return running;
  };
}

async function inTime(check: Promise<unknown>, schedule: Schedule): Promise<void> {
  let cancel = (): void => undefined;
  const late = new Promise<never>((_, reject) => {
    cancel = schedule(() => reject(new Error(`no answer within ${timeoutMs / 1_000} seconds`)), timeoutMs);
  });
  try {
    await Promise.race([check, late]);
  } finally {
    cancel();
  }
}
